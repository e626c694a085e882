import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmod,
  lchown,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { DiskFull, StartError } from '../../start-error.ts'
import { makeFolder } from '../folders.ts'
import { type EmbeddedState, keepRunning } from './embedded-keeper.ts'
import { findBinaries, type Runner } from './embedded-postgres-binaries.ts'
import { lockFolder } from './folder-lock.ts'

const run = promisify(execFile)

export type EmbeddedPostgres = {
  /** For the server's role, which may read and change rows but owns nothing. */
  url: string
  /** For migrations: the role that owns the schema. */
  ownerUrl: string
  state: EmbeddedState
  stop(): Promise<void>
}

type Options = {
  /** The data folder. The database is in its folder `postgres`, port and passwords are in `database.json`. */
  folder: string
  /** Receives what PostgreSQL logs, line by line. */
  log?: (line: string) => void
  /** Called whenever one of its programs has been launched: other work of the start can be done while it runs. */
  meanwhile?: () => void
  /** Receives what happens to it after the start: that it ended, runs again, or does not start. */
  report?: (event: string, details: object) => void
  /** For test runs: nothing is synced to disk, and the owner may create databases. */
  throwaway?: boolean
}

const DATABASE = 'zhanggui'
const OWNER = 'zhanggui_owner'
const APP = 'zhanggui_app'
/** PostgreSQL's code for a database that does not exist. */
const NO_DATABASE = '3D000'

const MEGABYTE = 1024 ** 2
const MEMORY_MB = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MEGABYTE

/** A sixteenth of the memory, allocated as it is used. */
const BUFFERS_MB = Math.round(Math.min(Math.max(MEMORY_MB / 16, 128), 1024))

/** Settings for a machine that also runs other programs; shops that need others run their own PostgreSQL. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'pg_stat_statements',
  max_connections: '100',
  shared_buffers: `${BUFFERS_MB}MB`,
  effective_cache_size: `${BUFFERS_MB * 8}MB`,
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '[%p] ',
  // The server logs statement errors itself; PostgreSQL would log the affected rows with them.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

const THROWAWAY_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  scram_iterations: '1',
}

/** macOS has no C.UTF-8. Only character classes depend on it, the sort order is that of PostgreSQL's C.UTF-8. */
const SYSTEM_LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'

/** What helps against a lost or altered password: the next start sets new ones. */
const RENEW = '请删除它再启动，会重新生成数据库的密码，数据不受影响。'

const READY = 'database system is ready to accept connections'
/** How many lines of PostgreSQL's log are kept, to be reported with an interruption. */
const MAX_LINES = 10
/** Transient errors: a port taken by another program meanwhile, an earlier server that has not quite exited. */
const PASSING = /could not create any TCP\/IP sockets|lock file .* already exists|pre-existing shared memory block/

/**
 * Starts the bundled PostgreSQL 18 on a free port of the loopback address and creates database, roles and extensions where
 * they are missing. First stops one that a killed server left running. Starts it again whenever it ends by itself.
 *
 * PostgreSQL refuses to run as root. A root process runs it as the owner of an existing database, else as `postgres` or
 * `nobody`. That user needs no access to the data folder, which only we can read: PostgreSQL inherits the database as its
 * working directory and addresses it as `/proc/self/cwd`.
 * @throws when another server uses the folder or PostgreSQL does not start; the message says what to do
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder)
  await makeFolder(folder)
  await chmod(folder, 0o700).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EPERM') throw cause
    const hint = '请用该用户运行，或用 ZHANGGUI_DATA 指定别的文件夹。'
    throw new StartError(`数据文件夹 ${folder} 属于另一个用户，${hint}`, { cause })
  })
  const unlock = lockFolder(folder)
  if (!unlock) throw new StartError(await inUse(folder))
  try {
    const server = await start(folder, options)
    let stopped: Promise<void> | undefined
    return {
      ...server,
      stop: () => {
        stopped ??= server.stop().finally(unlock)
        return stopped
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The addresses of a folder's database while a server runs it; undefined when none does. */
export async function findRunningPostgres(folder: string): Promise<{ url: string; ownerUrl: string } | undefined> {
  if (!(await exists(folder))) return undefined
  const unlock = lockFolder(folder)
  if (unlock) {
    unlock()
    return undefined
  }
  const { port, passwords } = await readRecord(folder)
  if (!port || !passwords) return undefined
  return { url: urlFor(APP, passwords[APP], port), ownerUrl: urlFor(OWNER, passwords[OWNER], port) }
}

async function inUse(folder: string) {
  const { pid } = await readRecord(folder)
  return `数据文件夹 ${folder} 正被另一个服务器${pid ? `（进程 ${pid}）` : ''}使用：请先停止它，或用 ZHANGGUI_DATA 指定别的文件夹。`
}

async function start(
  folder: string,
  { log = () => {}, meanwhile = () => {}, report = () => {}, throwaway = false }: Options,
): Promise<EmbeddedPostgres> {
  const data = join(folder, 'postgres')
  const runner = await pickRunner(data)
  if (runner && process.platform !== 'linux') await chmod(folder, 0o711)
  const lines: string[] = []
  const keepLine = (line: string) => {
    lines.push(line)
    if (lines.length > MAX_LINES) lines.shift()
    log(line)
  }
  const cluster: Cluster = { data, runner, binaries: await findBinaries(runner), log: keepLine, meanwhile, throwaway }

  if (await exists(join(data, 'PG_VERSION'))) await takeOver(cluster)
  else await initialise(cluster, folder)
  await stopOrphan(cluster)

  const record = await readRecord(folder)
  const passwords = record.passwords ?? newPasswords()
  if (!record.passwords) await setSuperuserPassword(cluster, passwords.postgres)

  const { postgres, port } = await launch(cluster)
  try {
    await writeRecord(folder, { pid: process.pid, port, passwords })
    await prepareDatabase(port, passwords, throwaway)
  } catch (error) {
    await end(postgres)
    if ((error as { code?: string }).code === '28P01')
      throw new StartError(`${join(folder, 'database.json')} 中的密码与数据库不符：${RENEW}`, { cause: error })
    throw error
  }
  const restart = async () => {
    await stopOrphan(cluster)
    return (await launch(cluster, port)).postgres
  }
  const { state, stop } = keepRunning(postgres, { restart, lastLines: () => [...lines], report })
  return {
    url: urlFor(APP, passwords[APP], port),
    ownerUrl: urlFor(OWNER, passwords[OWNER], port),
    state,
    stop: () => stop(end),
  }
}

// The database's files and their owner

type Cluster = {
  data: string
  runner: Runner
  binaries: string
  log: (line: string) => void
  meanwhile: () => void
  throwaway: boolean
}

async function exists(path: string) {
  return (await stat(path).catch(unlessMissing)) !== undefined
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function pickRunner(data: string): Promise<Runner> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(data).catch(unlessMissing)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const ids = [run('id', ['-u', name]), run('id', ['-g', name])]
    const [uid, gid] = await Promise.all(ids).catch(() => [])
    if (uid && gid) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  throw new StartError('PostgreSQL 不能以 root 身份运行，而这台机器没有用户 postgres 或 nobody：请换一个普通用户运行。')
}

/** A database that root copied back from a backup belongs to root; PostgreSQL must own its files. */
async function takeOver({ data, runner }: Cluster) {
  if (!runner || (await stat(data)).uid === runner.uid) return
  await handOver(data, runner)
}

async function handOver(data: string, { uid, gid }: NonNullable<Runner>) {
  for (const entry of await readdir(data, { recursive: true })) await lchown(join(data, entry), uid, gid)
  await lchown(data, uid, gid)
}

/** Creates the database in a temporary folder and moves it into place, so that an interrupted start leaves no half of it. */
async function initialise(cluster: Cluster, folder: string) {
  for (const name of await readdir(folder)) {
    if (name.startsWith('postgres.new-')) await rm(join(folder, name), { recursive: true, force: true })
  }
  // Passwords belong to one database: those of a deleted one must not be used for this one.
  await rm(join(folder, 'database.json'), { force: true })
  const fresh = await mkdtemp(join(folder, 'postgres.new-'))
  if (cluster.runner) await handOver(fresh, cluster.runner)
  await runProgram({ ...cluster, data: fresh }, 'initdb', [
    ...['--username=postgres', '--auth=trust', '--encoding=UTF8', `--locale=${SYSTEM_LOCALE}`, '--lc-messages=C'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ...(cluster.throwaway ? ['--no-sync'] : []),
  ])
  await writeFile(join(fresh, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  await rename(fresh, cluster.data)
}

// Programs, run as the runner

/** The path by which PostgreSQL, started in the folder, reaches it whatever the permissions of its parent folders. */
function ownPath({ data, runner }: Cluster) {
  return runner && process.platform === 'linux' ? '/proc/self/cwd' : data
}

function spawnProgram(cluster: Cluster, program: string, args: string[]) {
  const child = spawn(join(cluster.binaries, program), args, {
    ...cluster.runner,
    cwd: cluster.data,
    // Other variables that PostgreSQL reads (PGPORT, PGOPTIONS) are not passed on.
    env: { PATH: process.env.PATH, LC_ALL: SYSTEM_LOCALE, PGDATA: ownPath(cluster) },
    // Ctrl-C in a terminal must reach only us: PostgreSQL stops last.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  cluster.meanwhile()
  return child
}

/** Runs a program to its end. */
async function runProgram(cluster: Cluster, program: string, args: string[], input = '') {
  const child = spawnProgram(cluster, program, args)
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stdin.on('error', () => {}).end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw startFailure(`内嵌数据库无法初始化（${program}）`, output)
}

/** Sets the password in single-user mode, which asks for none. */
async function setSuperuserPassword(cluster: Cluster, password: string) {
  const args = ['--single', '-j', '-c', 'exit_on_error=true', 'postgres']
  await runProgram(cluster, 'postgres', args, `alter role postgres password '${password}';\n\n`)
}

/** @param samePort where the connections of the process expect it, at a restart; a free one otherwise */
async function launch(cluster: Cluster, samePort?: number): Promise<{ postgres: ChildProcess; port: number }> {
  const lastAttempt = 20
  for (let attempt = 1; ; attempt++) {
    const port = samePort ?? (await freePort())
    try {
      return { postgres: await launchOn(port, cluster), port }
    } catch (error) {
      if (attempt === lastAttempt || !(error instanceof Error) || !PASSING.test(error.message)) throw error
      await sleep(250)
      await stopOrphan(cluster)
    }
  }
}

async function launchOn(port: number, cluster: Cluster): Promise<ChildProcess> {
  const settings = { ...SETTINGS, ...(cluster.throwaway ? THROWAWAY_SETTINGS : {}), port: String(port) }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // -D so that the process list shows which PostgreSQL this is.
  const postgres = spawnProgram(cluster, 'postgres', ['-D', ownPath(cluster), ...args])
  postgres.stdin.end()
  const endWithUs = () => void postgres.kill('SIGINT')
  process.once('exit', endWithUs)
  const ended = once(postgres, 'close').finally(() => process.off('exit', endWithUs))

  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>()
  const starting: string[] = []
  const watch = (line: string) => {
    starting.push(line)
    if (line.endsWith(READY)) isReady()
  }
  const lines = createInterface({ input: postgres.stderr }).on('line', cluster.log).on('line', watch)
  await Promise.race([
    ready,
    ended.then(() => {
      throw startFailure('内嵌数据库没有启动', starting.join('\n'))
    }),
  ])
  lines.off('line', watch)
  // A killed PostgreSQL cannot log that itself.
  postgres.once('exit', (code, signal) => cluster.log(`PostgreSQL ended: ${signal ?? code}`))
  return postgres
}

/** @param output what PostgreSQL printed, which names the cause */
function startFailure(what: string, output: string): StartError {
  if (/No space left on device|Disk quota exceeded/.test(output))
    return new DiskFull(`${what}：磁盘已满，请清理数据文件夹所在的磁盘。`)
  return new StartError(`${what}：\n${output}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Fast shutdown: open transactions are rolled back, everything is written out. */
async function end(postgres: ChildProcess) {
  if (postgres.exitCode !== null || postgres.signalCode !== null) return
  const ended = once(postgres, 'exit')
  postgres.kill('SIGINT')
  const impatient = setTimeout(() => postgres.kill('SIGQUIT'), 30_000)
  await ended
  clearTimeout(impatient)
}

// What a killed server left behind. We hold the folder's lock, so anything still running in it is orphaned.

async function stopOrphan({ data, log }: Cluster) {
  const file = join(data, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(unlessMissing)
  if (text === undefined) return
  const pid = Number.parseInt(text, 10)
  if (!(pid > 0)) return rm(file)
  if (!(await runsIn(pid, data))) {
    // Another program may have the process id by now, and PostgreSQL would mistake it for a server. Its parent's id, ours,
    // it recognises as stale; it needs the rest of the file to see whether processes of the old server are left.
    return writeFile(file, text.replace(/^\d+/, String(process.pid)))
  }
  log(`stopping PostgreSQL ${pid}, left by a server that was killed`)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    signalIfThere(pid, signal)
    for (let waited = 0; waited < 20_000; waited += 50) {
      await sleep(50)
      if (!(await runsIn(pid, data))) return
    }
  }
  throw new StartError(`上次遗留的数据库进程 ${pid} 无法停止，请结束该进程后重试。`)
}

function signalIfThere(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Whether a process is the PostgreSQL of this database: PostgreSQL always works in its data folder. */
async function runsIn(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
    return workingFolder === (await realpath(data))
  }
  const { stdout } = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }))
  return stdout.includes(`-D ${data} `)
}

// Port and passwords

type Passwords = { postgres: string; [OWNER]: string; [APP]: string }
type Record = { pid?: number; port?: number; passwords?: Passwords }

function newPasswords(): Passwords {
  const random = () => randomBytes(24).toString('base64url')
  return { postgres: random(), [OWNER]: random(), [APP]: random() }
}

async function readRecord(folder: string): Promise<Record> {
  const file = join(folder, 'database.json')
  const text = await readFile(file, 'utf8').catch(unlessMissing)
  if (!text) return {}
  const record = readJson(text)
  const { passwords } = record ?? {}
  const isWhole = record && (!passwords || [OWNER, APP, 'postgres'].every((role) => Object.hasOwn(passwords, role)))
  if (!isWhole) throw new StartError(`${file} 已损坏：${RENEW}`)
  return record
}

function readJson(text: string): Record | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    return undefined
  }
}

async function writeRecord(folder: string, record: Record) {
  const file = join(folder, 'database.json')
  await writeFile(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
}

function urlFor(role: string, password: string, port: number, database = DATABASE) {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
}

// Database, roles, privileges

/** Creates what is missing and corrects the rest, at every start. */
async function prepareDatabase(port: number, passwords: Passwords, throwaway: boolean) {
  const inDatabase = (database: string, statements: string) =>
    withClient(urlFor('postgres', passwords.postgres, port, database), (client) => client.query(statements))
  // All in one transaction: a commit for each statement costs more than the statements.
  const correct = () => inDatabase(DATABASE, correctionsFor(passwords, throwaway))
  await correct().catch(async (error: { code?: string }) => {
    if (error.code !== NO_DATABASE) throw error
    await inDatabase('postgres', makeRoles)
    await inDatabase('postgres', `create database ${DATABASE} owner ${OWNER}`)
    await correct()
  })
}

const makeRoles = [OWNER, APP]
  .map(
    (role) =>
      `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role}; end if; end $$;`,
  )
  .join('\n')

function correctionsFor(passwords: Passwords, throwaway: boolean): string {
  const alter = (role: typeof OWNER | typeof APP, rights: string) =>
    `alter role ${role} login nosuperuser nocreaterole ${rights} password '${passwords[role]}';`
  return `
    ${makeRoles}
    ${alter(OWNER, throwaway ? 'createdb' : 'nocreatedb')}
    ${alter(APP, 'nocreatedb')}
    grant pg_read_all_stats to ${APP};
    revoke all on database ${DATABASE} from public;
    grant connect on database ${DATABASE} to ${APP};
    create extension if not exists pg_trgm;
    create extension if not exists pg_stat_statements;
    grant execute on function pg_stat_statements_reset to ${APP};
    grant usage on schema public to ${APP};
    alter default privileges for role ${OWNER} grant usage on schemas to ${APP};
    alter default privileges for role ${OWNER} grant select, insert, update, delete on tables to ${APP};
    alter default privileges for role ${OWNER} grant usage, select, update on sequences to ${APP};
  `
}

async function withClient(connectionString: string, work: (client: Client) => Promise<unknown>) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
