import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { migrateDatabase } from './platform/data/database.ts'
import { startEmbeddedPostgres } from './platform/data/embedded-postgres.ts'
import type { Ctx } from './platform/http/context.ts'

/** How long a clean stop may take before the process exits anyway. */
const STOP_MS = 30_000

/**
 * Starts a server process: database, schema, the shop's own data, then the port; stops it cleanly on SIGTERM. Exits with a
 * message if it cannot start.
 * @param prepare prepares the shop's data, may `say` what takes long, and returns the lines to print below the address
 */
export async function startServer(
  env: Record<string, string | undefined>,
  prepare: (ctx: Ctx, config: Config, say: (line: string) => void) => Promise<(address: string) => string[]>,
): Promise<void> {
  try {
    await start(readConfig(env), prepare)
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exit(1)
  }
}

async function start(config: Config, prepare: Parameters<typeof startServer>[1]): Promise<void> {
  const database = config.databaseUrl
    ? { url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl ?? config.databaseUrl, stop: async () => {} }
    : await startEmbeddedPostgres({ folder: config.dataFolder })
  let stop = database.stop
  const end = () => {
    const ending = stop()
    stop = () => ending
    setTimeout(() => process.exit(1), STOP_MS).unref()
    ending.then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
  try {
    await migrateDatabase(database.ownerUrl)
    const app = await buildApp({ config, databaseUrl: database.url })
    stop = () => app.close().finally(database.stop)
    const describe = await prepare(app.ownContext(), config, console.log)
    await app.work()
    const address = await app.listen()
    console.log(describe(address).join('\n'))
  } catch (error) {
    await stop()
    throw error
  }
}
