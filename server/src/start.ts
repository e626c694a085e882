import type { RunningApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { startEmbeddedPostgres } from './platform/data/embedded/embedded-postgres.ts'
import { makeFolder } from './platform/data/folders.ts'
import type { Ctx } from './platform/http/context.ts'
import { inSources } from './platform/source-lines.ts'
import { databaseTrouble, explainStart, listenTrouble } from './start-trouble.ts'

/** How long a clean stop may take before the process exits anyway. */
const STOP_MS = 30_000

/**
 * Starts a server process: database, schema, the shop's own data, then the port; stops it cleanly on SIGTERM. Exits with a
 * message if it cannot start, or cannot start its embedded database again.
 * @param prepare prepares the shop's data, may `say` what takes long, and returns the lines to print last
 */
export async function startServer(
  env: Record<string, string | undefined>,
  prepare: (ctx: Ctx, config: Config, say: (line: string) => void) => Promise<(address: string) => string[]>,
): Promise<void> {
  try {
    await start(readConfig(env), prepare)
  } catch (error) {
    fail(error)
  }
}

function fail(error: unknown): never {
  if (error instanceof Error && error.stack) error.stack = inSources(error.stack)
  console.error(explainStart(error) ?? error)
  process.exit(1)
}

async function start(config: Config, prepare: Parameters<typeof startServer>[1]): Promise<void> {
  await makeFolder(config.dataFolder)
  let app: RunningApp | undefined
  // Reading a thousand modules and building all routes takes as long as the database's start, and needs none of it.
  const server = lazily(async () => {
    const modules = await readServer()
    return { ...modules, front: await modules.buildFront(config) }
  })
  if (config.databaseUrl) server().catch(() => {})
  const database = config.databaseUrl
    ? { url: config.databaseUrl, ownerUrl: config.databaseOwnerUrl ?? config.databaseUrl, stop: async () => {} }
    : await startEmbeddedPostgres({
        folder: config.dataFolder,
        meanwhile: () => void server().catch(() => {}),
        report: (event, details) => app?.fastify.log.error(details, event),
      })
  const embedded = 'state' in database ? database.state : undefined
  embedded?.lost.then(fail)
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
    const explained = (as: 'owner' | 'app') => (error: unknown) => {
      throw databaseTrouble(error, config, as)
    }
    const { front, buildApp, migrateDatabase, requireSealingKey } = await server()
    await migrateDatabase(database.ownerUrl).catch(explained('owner'))
    const built = await buildApp({ config, databaseUrl: database.url, embedded, front }).catch(explained('app'))
    app = built
    stop = () => built.close().finally(database.stop)
    await requireSealingKey(built.ownContext()).catch(explained('app'))
    const describe = await prepare(built.ownContext(), config, console.log).catch(explained('app'))
    const address = await built.listen().catch((error: unknown) => {
      throw listenTrouble(error, config)
    })
    // Not before: a server that may not listen would leave work half done.
    await built.work()
    console.log(describe(address).join('\n'))
  } catch (error) {
    await stop()
    throw error
  }
}

/** Everything but the start of the embedded database. */
async function readServer() {
  const [{ buildApp, buildFront }, { migrateDatabase }, { requireSealingKey }] = await Promise.all([
    import('./app.ts'),
    import('./platform/data/connection/database.ts'),
    import('./platform/security/sealing-key.ts'),
  ])
  return { buildApp, buildFront, migrateDatabase, requireSealingKey }
}

function lazily<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => {
    made ??= make()
    return made
  }
}
