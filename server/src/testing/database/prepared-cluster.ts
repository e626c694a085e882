import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '../../config.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/data/embedded/embedded-postgres.ts'
import type { Roles, Templates } from '../templates.ts'

/** Everything that can affect the content of the templates; tests and screens do not. */
const SOURCES = ['server/src', 'server/migrations', 'contract/src', 'domain/src', 'package-lock.json']
const IRRELEVANT = /\.test\.ts$|^\.|^meta$/
const RUN = 'test'
/** Long enough for any run to finish copying an outdated cluster, or making a new one. */
const STALE_MS = 10 * 60_000

const run = promisify(execFile)
const home = join(repositoryRoot, 'node_modules/.cache/test-database')

type Started = Roles & Pick<EmbeddedPostgres, 'stop'> & { run: string; templates: Templates }

/**
 * Starts a PostgreSQL that contains the templates. The cluster is made once and kept with the checkout; runs work on
 * copies, so that several may start at once. Its name is a hash of its sources and of the day, as partitions are by month
 * and times are relative to now.
 * @param folder an empty folder
 */
export async function startPrepared(folder: string): Promise<Started> {
  const kept = join(home, await hashSources())
  if (!(await copyKept(kept, folder))) {
    const { makeTemplates } = await import('../templates.ts')
    const { stop, ...roles } = await start(folder)
    await makeTemplates(roles, RUN).finally(stop)
    await keep(folder, kept)
  }
  return { ...(await start(folder)), run: RUN, templates: { empty: `${RUN}_empty`, shop: `${RUN}_shop` } }
}

async function start(folder: string): Promise<Roles & Pick<EmbeddedPostgres, 'stop'>> {
  const { url, ownerUrl, stop } = await startEmbeddedPostgres({ folder, throwaway: true })
  const { passwords } = JSON.parse(await readFile(join(folder, 'database.json'), 'utf8'))
  const superuser = new URL(ownerUrl)
  superuser.username = 'postgres'
  superuser.password = passwords.postgres
  return { url, ownerUrl, superuserUrl: superuser.href, stop }
}

async function copyKept(kept: string, folder: string): Promise<boolean> {
  // Marked as used, so that no other run removes it.
  const isThere = await utimes(kept, new Date(), new Date()).then(
    () => true,
    () => false,
  )
  if (isThere) await copyFiles(kept, folder)
  return isThere
}

/** Keeps a stopped cluster for the next run if its folder is writable; of concurrent runs only one does. */
async function keep(folder: string, kept: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true })
    for (const name of await readdir(home)) {
      const { mtimeMs } = await stat(join(home, name))
      if (mtimeMs < Date.now() - STALE_MS) await rm(join(home, name), { recursive: true })
    }
    const copy = await mkdtemp(join(home, 'new-'))
    await copyFiles(folder, copy)
    await rename(copy, kept).catch(() => rm(copy, { recursive: true }))
  } catch (error) {
    process.emitWarning(`The prepared database is not kept: ${(error as Error).message}`)
  }
}

/** Copies files with their owners, as PostgreSQL must own its files. */
async function copyFiles(from: string, to: string): Promise<void> {
  await run('cp', ['-Rp', `${from}/.`, to])
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  hash.update(`${new Date().toDateString()} ${process.getuid?.()} ${process.platform} ${process.arch}`)
  const addAll = async (path: string): Promise<void> => {
    const found = await stat(path)
    if (found.isFile()) hash.update(`\0${path}\0`).update(await readFile(path))
    else for (const name of (await readdir(path)).sort()) if (!IRRELEVANT.test(name)) await addAll(join(path, name))
  }
  for (const source of SOURCES) await addAll(join(repositoryRoot, source))
  return hash.digest('hex').slice(0, 16)
}
