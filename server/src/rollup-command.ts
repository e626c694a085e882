import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { rebuild } from './areas/dashboard/rollup/rollup.service.ts'
import type { Config } from './config.ts'
import { openShopDatabase } from './shop-database.ts'

/** Makes the figures since a day anew by hand, whether the shop's server is running or not. Returns the number of days. */
export async function rebuildFigures(config: Config, fromDay: string): Promise<number> {
  const database = await openShopDatabase(config)
  const client = new pg.Client({ connectionString: database.url })
  try {
    await client.connect()
    return await rebuild({ db: drizzle({ client, casing: 'snake_case' }), now: () => new Date() }, fromDay)
  } finally {
    await client.end().catch(() => {})
    await database.stop()
  }
}
