import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Config, ConfigError } from './config.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/data/embedded/embedded-postgres.ts'

/** The database of a shop, for a command. */
export type ShopDatabase = { url: string; ownerUrl: string; stop: () => Promise<void> }

/** @throws {ConfigError} where the data folder holds no database; a command would make one there otherwise */
export function requireFolder({ databaseUrl, dataFolder }: Config): void {
  if (databaseUrl || existsSync(join(dataFolder, 'postgres'))) return
  throw new ConfigError(`数据文件夹 ${dataFolder} 中没有店铺：请用 ZHANGGUI_DATA 指定正确的文件夹。`)
}

/**
 * Connects to the database of a shop that is there, running or started for this; makes none.
 * @throws {ConfigError} where there is no shop; nothing has changed then
 */
export async function openShopDatabase(config: Config): Promise<ShopDatabase> {
  requireFolder(config)
  const { databaseUrl, databaseOwnerUrl = databaseUrl, dataFolder } = config
  const stop = async () => {}
  const running = databaseUrl ? undefined : await findRunningPostgres(dataFolder)
  const database =
    databaseUrl && databaseOwnerUrl
      ? { url: databaseUrl, ownerUrl: databaseOwnerUrl, stop }
      : running
        ? { ...running, stop }
        : await startEmbeddedPostgres({ folder: dataFolder })
  try {
    await requireTables(database.url)
  } catch (error) {
    await database.stop()
    throw error
  }
  return database
}

/** @throws {ConfigError} for a database in which no shop was made */
async function requireTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ made: boolean }>(`select to_regclass('store_order') is not null as made`)
    if (!rows[0]?.made)
      throw new ConfigError('数据库中没有店铺：请先启动服务器（npm start）建立店铺，或检查 DATABASE_URL。')
  } finally {
    await client.end().catch(() => {})
  }
}
