import pg from 'pg'
import { type CopyPlan, seedCopies } from './areas/coupon/copy/coupon-copy.bulk.ts'
import { seedTrade, type TradePlan } from './areas/order/bulk/order.bulk.ts'
import { type SeedPlan, seedProducts } from './areas/product/product/product.bulk.ts'
import { type Config, ConfigError } from './config.ts'
import { migrateDatabase } from './platform/data/connection/database.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/data/embedded/embedded-postgres.ts'
import { requireFolder } from './shop-database.ts'

/** What to fill a shop with; the same `randomSeed` gives the same shop, but for the dates. */
export type Plan = SeedPlan & Omit<TradePlan, 'now'> & Omit<CopyPlan, 'now'>

/**
 * Fills a shop that is set up with bulk data, for work on scale; no server may be running.
 * @param report receives the progress
 * @throws {ConfigError} saying what to do
 */
export async function seed(config: Config, plan: Plan, report: (line: string) => void): Promise<void> {
  const { databaseUrl, databaseOwnerUrl = databaseUrl, dataFolder } = config
  requireFolder(config)
  if (!databaseUrl && (await findRunningPostgres(dataFolder)))
    throw new ConfigError(`服务器正在使用数据文件夹 ${dataFolder}：请先停止它，再生成数据。`)
  const database = databaseOwnerUrl
    ? { ownerUrl: databaseOwnerUrl, stop: async () => {} }
    : await startEmbeddedPostgres({ folder: dataFolder })
  const client = new pg.Client(database.ownerUrl)
  try {
    await migrateDatabase(database.ownerUrl)
    await client.connect()
    const { rowCount } = await client.query('select from freight_template limit 1')
    if (!rowCount)
      throw new ConfigError(
        `数据文件夹 ${dataFolder} 中的店铺尚未初始化：请先用 npm start 初始化，或用 npm run demo 建一个演示店，并以 ZHANGGUI_DATA=./data-demo 指定它。`,
      )
    await seedProducts(client, plan, (written) => report(`已写入 ${written} 个商品`))
    if (plan.customers) await seedTrade(client, { ...plan, now: new Date() }, report)
    if (plan.copies) await seedCopies(client, { ...plan, now: new Date() }, report)
  } finally {
    await client.end().catch(() => {})
    await database.stop()
  }
}
