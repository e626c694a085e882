import { buildApp } from './app.ts'
import { prepareShop } from './areas/system/setup.service.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { migrateDatabase } from './platform/database.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'

/** How long a clean stop may take before the process ends anyhow. */
const STOP_MS = 30_000

/** Starts the server: database, schema, the shop's own data, then the port. Says where to go. */
async function start(config: Config): Promise<void> {
  const database = config.databaseUrl
    ? { url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl ?? config.databaseUrl, stop: async () => {} }
    : await startEmbeddedPostgres({ folder: config.dataFolder })
  let stop = database.stop
  const stopOnce = (code: number) => {
    const ending = stop()
    stop = () => ending
    setTimeout(() => process.exit(1), STOP_MS).unref()
    ending.then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stopOnce(0))
  try {
    await migrateDatabase(database.ownerUrl)
    const app = await buildApp({ config, databaseUrl: database.url })
    stop = () => app.close().finally(database.stop)
    const setupToken = await prepareShop(app.ownContext())
    const address = await app.listen()
    if (setupToken) console.log(`setup token: ${setupToken}`)
    console.log(setupToken ? `请打开 ${address}/setup 初始化店铺` : `控制台已启动：${address}`)
  } catch (error) {
    await stop()
    throw error
  }
}

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
