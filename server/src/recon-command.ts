import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Difference } from './areas/order/recon/equation.ts'
import { reconcile } from './areas/order/recon/recon.service.ts'
import type { Config } from './config.ts'
import { openShopDatabase } from './shop-database.ts'

/** Reconciles a shop by hand, whether its server is running or not, in one snapshot; nothing is changed. */
export async function reconcileShop(config: Config): Promise<Difference[]> {
  const database = await openShopDatabase(config)
  const client = new pg.Client({ connectionString: database.url })
  try {
    await client.connect()
    const db = drizzle({ client, casing: 'snake_case' })
    return await db.transaction((tx) => reconcile({ db: tx }), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    })
  } finally {
    await client.end().catch(() => {})
    await database.stop()
  }
}
