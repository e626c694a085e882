import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { ByteReader } from '../../content/byte-reader.ts'
import { checkKey } from '../../outside/storage/storage.ts'
import type { Secrets } from '../../security/secrets.ts'
import { MIGRATION_LOCK } from '../connection/database.ts'
import { BackupError, framed, readBackupFile, takeFrame, writeBackupFile } from './backup-file.ts'

/** The longest JSON line between the contents: columns, sequences. */
const LINE_BYTES = 1024 * 1024
/** How often we check whether other connections are gone. */
const MAX_CHECKS = 20
/**
 * Tables that a new database already has rows in, or that triggers of other tables fill. Their rows are replaced when
 * their turn comes, after the tables that precede them by name.
 */
const FILLED_BY_MIGRATIONS = ['audit_chain', 'audit_pending', 'product_tab_count']

/** The contents of a backup. */
export type BackupContents = { tables: Record<string, number>; rows: number; files: number }

export type BackupOptions = {
  databaseUrl: string
  secrets: Secrets
  /** The program's version. */
  version: string
  now: Date
  /** The folder of local files, with its subfolders; no files are backed up without it. */
  filesFolder?: string
  /** The target, a file that does not exist yet. */
  path: string
  /** Called often. Throwing aborts the backup. */
  progress?: (done: { processed: number; total: number }) => Promise<void>
  signal?: AbortSignal
}

type Table = { name: string; columns: string[] }
type Sequence = { name: string; last: number; called: boolean }

/** The JSON line before each content. */
type Entry =
  /** The applied migrations, in order, and the months the audit trail has partitions for, such as `202611`. */
  | { kind: 'schema'; migrations: string[]; auditMonths: string[] }
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'file'; path: string }
  | { kind: 'end'; tables: Record<string, number>; files: number; sequences: Sequence[] }

/**
 * Backs up a snapshot of the database and the local files into one sealed file while the shop is running. Memory does
 * not grow with the shop.
 *
 * Not included are unlogged tables (captchas, tickets, limits), which a crash may lose anyway, and the job queue with its
 * own schema: waiting tasks and messages are in our tables and are enqueued again.
 * @throws {BackupError} with a message for the operator
 */
export async function makeBackup(options: BackupOptions): Promise<BackupContents> {
  const { databaseUrl, secrets, version, now, path, signal } = options
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  return withClient(databaseUrl, async (client) => {
    // Read-only: the first statement takes the snapshot that all others see.
    await client.query('begin isolation level repeatable read read only')
    await usePlainFormats(client)
    const contents: BackupContents = { tables: {}, rows: 0, files: 0 }
    const about = { version, createdAt: now.toISOString() }
    await writeBackupFile(path, secrets, about, dump(client, options, contents), signal)
    return contents
  })
}

async function* dump(client: pg.Client, options: BackupOptions, contents: BackupContents): AsyncGenerator<Buffer> {
  const { filesFolder, progress = async () => {} } = options
  yield line({ kind: 'schema', migrations: await readMigrations(client), auditMonths: await readAuditMonths(client) })
  const tables = await listTables(client)
  const files = filesFolder ? await listFiles(filesFolder) : []
  const total = tables.length + files.length
  let processed = 0
  for (const { name, columns } of tables) {
    yield line({ kind: 'table', name, columns })
    // By a query: a partitioned table itself has no rows to copy.
    const rows = client.query(copyTo(`copy (select ${list(columns)} from public.${quoted(name)}) to stdout`))
    for await (const chunk of rows) {
      yield framed(chunk as Buffer)
      await progress({ processed, total })
    }
    yield framed(Buffer.alloc(0))
    contents.tables[name] = rows.rowCount
    contents.rows += rows.rowCount
    await progress({ processed: ++processed, total })
  }
  for (const path of files) {
    if (yield* dumpFile(join(filesFolder ?? '', path), path)) contents.files++
    await progress({ processed: ++processed, total })
  }
  const sequences = await readSequences(client)
  yield line({ kind: 'end', tables: contents.tables, files: contents.files, sequences })
}

/** Dumps a file. Returns false if it was deleted meanwhile. */
async function* dumpFile(file: string, path: string): AsyncGenerator<Buffer, boolean> {
  const opened = await open(file).catch(unlessMissing)
  if (!opened) return false
  yield line({ kind: 'file', path })
  for await (const chunk of opened.createReadStream()) yield framed(chunk as Buffer)
  yield framed(Buffer.alloc(0))
  return true
}

export type RestoreOptions = {
  /** The role that owns the tables. */
  ownerUrl: string
  secrets: Secrets
  path: string
  filesFolder: string
}

/**
 * Restores a backup into an empty database with the same schema and an empty files folder, completely or not at all. No
 * server may use the database; one that starts meanwhile waits.
 * @throws {BackupError} with a message for the operator
 */
export async function restoreBackup({ ownerUrl, secrets, path, filesFolder }: RestoreOptions): Promise<BackupContents> {
  const staged = `${filesFolder}.restoring`
  return withClient(ownerUrl, async (client) => {
    await refuseOthers(client, '恢复')
    await refuseFiles(filesFolder)
    await rm(staged, { recursive: true, force: true })
    await client.query('begin')
    try {
      await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      await usePlainFormats(client)
      const contents: BackupContents = { tables: {}, rows: 0, files: 0 }
      let sequences: Sequence[] = []
      await readBackupFile(path, secrets, async (entries) => {
        sequences = await restoreEntries(client, entries, staged, contents)
      })
      // Sequences are not rolled back, so they are set last, when nothing can be refused any more.
      for (const { name, last, called } of sequences)
        await client.query('select setval($1::regclass, $2, $3)', [`public.${quoted(name)}`, last, called])
      await commitWithFiles(client, staged, filesFolder, contents.files > 0)
      await client.query('analyze')
      return contents
    } catch (error) {
      await client.query('rollback').catch(() => {})
      await rm(staged, { recursive: true, force: true })
      throw error
    }
  })
}

async function restoreEntries(
  client: pg.Client,
  entries: ByteReader,
  staged: string,
  contents: BackupContents,
): Promise<Sequence[]> {
  let tables: Map<string, Table> | undefined
  for (;;) {
    const entry = await takeEntry(entries)
    if (!tables) {
      if (entry.kind !== 'schema') throw new BackupError('备份文件的内容不完整，未恢复任何数据。')
      await refuseOtherSchema(client, entry.migrations)
      tables = new Map((await listTables(client)).map((table) => [table.name, table]))
      await refuseRows(client, [...tables.keys()])
      for (const month of entry.auditMonths)
        await client.query(`select audit_make_partitions(to_date($1, 'YYYYMM'), 1)`, [month])
    } else if (entry.kind === 'table') {
      const rows = await restoreTable(client, entries, entry, tables.get(entry.name))
      contents.tables[entry.name] = rows
      contents.rows += rows
    } else if (entry.kind === 'file') {
      const file = join(staged, checkKey(entry.path))
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeNew(file, takeContent(entries))
      contents.files++
    } else if (entry.kind === 'end') {
      const { tables: expected, files, sequences } = entry
      const names = new Set([...Object.keys(expected), ...Object.keys(contents.tables)])
      const isWhole = [...names].every((name) => expected[name] === contents.tables[name])
      if (!isWhole || files !== contents.files) throw new BackupError('备份文件的内容不完整，未恢复任何数据。')
      return sequences
    }
  }
}

async function restoreTable(client: pg.Client, entries: ByteReader, { name, columns }: Table, own: Table | undefined) {
  if (!own || own.columns.toSorted().join() !== columns.toSorted().join())
    throw new BackupError(`备份中的表 ${name} 与当前程序的不一致，未恢复任何数据。`)
  if (FILLED_BY_MIGRATIONS.includes(name)) await client.query(`delete from public.${quoted(name)}`)
  const rows = client.query(copyFrom(`copy public.${quoted(name)} (${list(columns)}) from stdin`))
  await pipeline(Readable.from(takeContent(entries), { objectMode: false }), rows)
  return rows.rowCount
}

async function takeEntry(entries: ByteReader): Promise<Entry> {
  const text = await entries.line(LINE_BYTES)
  if (text === undefined) throw new BackupError('备份文件的内容不完整，未恢复任何数据。')
  return JSON.parse(text) as Entry
}

async function* takeContent(entries: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = await takeFrame(entries)
    if (!chunk) throw new BackupError('备份文件的内容不完整，未恢复任何数据。')
    if (!chunk.length) return
    yield chunk
  }
}

async function writeNew(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) await file.write(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Commits files and rows together, or neither. */
async function commitWithFiles(client: pg.Client, staged: string, filesFolder: string, hasFiles: boolean) {
  if (hasFiles) {
    // The folder may exist and be empty.
    await rm(filesFolder, { recursive: true, force: true })
    await rename(staged, filesFolder)
  }
  try {
    await client.query('commit')
  } catch (error) {
    if (hasFiles) await rename(filesFolder, staged)
    throw error
  }
}

// Preconditions of a restore

/**
 * Refuses when the database has other connections. Those of other roles show no details, so none of any kind is allowed.
 * @param action in Chinese, what the operator does after stopping the servers
 * @throws {BackupError} when the database is in use
 */
export async function refuseOthers(client: pg.Client, action: string): Promise<void> {
  for (let check = 1; ; check++) {
    const { rows } = await client.query(`select 1 from pg_stat_activity
      where datname = current_database() and usesysid is not null and pid <> pg_backend_pid() limit 1`)
    if (!rows.length) return
    if (check === MAX_CHECKS) throw new BackupError(`目标数据库正在使用中：请先停止所有服务器，再${action}。`)
    // A connection that was just closed remains visible for a moment.
    await sleep(100)
  }
}

async function refuseFiles(folder: string): Promise<void> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? []
  if (names.length) throw new BackupError(`文件夹 ${folder} 中已有文件：请恢复到空的数据文件夹（ZHANGGUI_DATA）。`)
}

async function refuseOtherSchema(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const own = await readMigrations(client)
  if (own.join() === migrations.join()) return
  throw new BackupError(
    `备份的数据结构版本（${migrations.length}）与当前程序的（${own.length}）不一致：请用备份时的程序版本恢复，再升级程序。`,
  )
}

async function refuseRows(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const name of tables) {
    if (FILLED_BY_MIGRATIONS.includes(name)) continue
    const { rows } = await client.query(`select 1 from public.${quoted(name)} limit 1`)
    if (rows.length) throw new BackupError(`目标数据库不是空的（表 ${name} 中已有数据）：请恢复到空的数据库。`)
  }
}

// The database's structure

/** Logged tables, referenced ones before those that refer to them. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { parents: string[] }>(`
    select class.relname::text as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select parent.relname::text from pg_constraint as reference join pg_class as parent on parent.oid = confrelid
        where conrelid = class.oid and contype = 'f' and confrelid <> conrelid) as parents
    from pg_class as class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relpersistence = 'p' and not relispartition
    order by name`)
  const sorted: Table[] = []
  const seen = new Set<string>()
  const add = (name: string) => {
    const table = rows.find((row) => row.name === name)
    if (!table || seen.has(name)) return
    seen.add(name)
    for (const parent of table.parents) add(parent)
    sorted.push({ name, columns: table.columns })
  }
  for (const { name } of rows) add(name)
  return sorted
}

async function readMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations order by id')
  return rows.map(({ hash }) => hash)
}

async function readAuditMonths(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ month: string }>(`
    select right(relname, 6) as month from pg_class join pg_inherits on inhrelid = pg_class.oid
    where inhparent = 'public.audit_entry'::regclass and relname ~ '_\\d{6}$' order by month`)
  return rows.map(({ month }) => month)
}

async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' and relpersistence = 'p' order by name`)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await client.query<Omit<Sequence, 'name'>>(
      `select last_value as last, is_called as called from public.${quoted(name)}`,
    )
    for (const row of state.rows) sequences.push({ name, ...row })
  }
  return sequences
}

/** Sets text formats of times and numbers that mean the same in every database. */
async function usePlainFormats(client: pg.Client): Promise<void> {
  await client.query(`
    set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'postgres';
    set local extra_float_digits = 1; set local statement_timeout = 0; set local lock_timeout = '30s'`)
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'zhanggui-backup' })
  // A connection that breaks fails the running statement with its own error.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

// Files

/** Paths below a folder, with slashes; files still being written are omitted. */
async function listFiles(folder: string): Promise<string[]> {
  const isThere = await stat(folder).catch(unlessMissing)
  if (!isThere) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('~'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function line(entry: Entry): Buffer {
  return Buffer.from(`${JSON.stringify(entry)}\n`)
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const list = (columns: readonly string[]) => columns.map(quoted).join(', ')
