import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { localStorage } from '../../../areas/file/storage/storage.service.ts'
import { checksums, readFolder } from '../../../testing/database/compare.ts'
import { quickFolder } from '../../../testing/database/quick-folder.ts'
import { openEmptyDatabase, openShop, type Shop } from '../../../testing/shop.ts'
import { makeSecrets } from '../../security/secrets.ts'
import { makeBackup, restoreBackup } from './backup.ts'
import { BackupError, readBackupHeader } from './backup-file.ts'

const content = (seed: string, bytes: number) =>
  Buffer.from(seed.repeat(Math.ceil(bytes / seed.length))).subarray(0, bytes)

/** Opens a shop with rows that are hard to copy, logs in partitions, and files. */
async function openFilledShop(): Promise<Shop> {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  for (let index = 0; index < 3; index++)
    await admin.call(dict.save, {
      body: { name: `dict${index}`, remark: `制表\\t换行\\n反斜杠 \\\\ 引号 ' " 😀 ${index}` },
    })
  await shop.ctx.db.execute(sql`insert into setting ("key", "group", value)
    select 'note' || n, 'site', to_jsonb(E'tab\\tline\\nback\\\\slash \\\\N'::text) from generate_series(1, 5) as n`)
  await shop.ctx.db.execute(sql`insert into operation_log
      (description, log_type, method, params, request_ip, time, status, request_id, created_at)
    select 'entry ' || n, 'INFO', 'GET /', jsonb_build_object('text', repeat(md5(n::text), 20)), '::1', n, 200, n,
      '2026-01-01T00:00:00.123456Z'::timestamptz + n * interval '1 second' from generate_series(1, 5000) as n`)
  await shop.ctx.db.execute(sql`select audit_make_partitions('2024-03-01', 1)`)
  const storage = localStorage(shop.ctx)
  const store = (key: string, bytes: Buffer) =>
    storage.put(key, { open: () => Readable.from([bytes]), bytes: bytes.length, mime: 'text/plain' })
  await store('public/2026/11/21/small.txt', Buffer.from('小文件'))
  await store('private/2026/11/21/large.bin', content('掌柜', 3_000_000))
  await store('public/2026/11/21/empty.txt', Buffer.alloc(0))
  return shop
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(quickFolder(), 'zhanggui-backup-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const filesOf = ({ ctx }: Shop) => join(ctx.platform.config.dataFolder, 'files')

async function backUp(shop: Shop) {
  const path = join(await makeFolder(), 'backup.gz')
  const { secrets, databaseUrl } = shop.ctx.platform
  const options = { databaseUrl, secrets, version: '0.1.0', now: shop.clock.now(), filesFolder: filesOf(shop), path }
  return { path, contents: await makeBackup(options) }
}

/** Makes a backup with checksums of its contents; repeats it if a log row was written meanwhile. */
async function backUpQuietly(shop: Shop) {
  for (;;) {
    const before = await checksums(shop.databaseOwnerUrl)
    const made = await backUp(shop)
    if (JSON.stringify(before) === JSON.stringify(await checksums(shop.databaseOwnerUrl))) return { ...made, before }
  }
}

async function target(shop: Shop) {
  const { ownerUrl } = await openEmptyDatabase()
  const folder = await makeFolder()
  const { secrets } = shop.ctx.platform
  return {
    ownerUrl,
    folder,
    restore: (path: string, with_ = secrets) =>
      restoreBackup({ ownerUrl, secrets: with_, path, filesFolder: join(folder, 'files') }),
  }
}

async function run(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

describe('a backup', () => {
  test('restores into an empty database and folder: every row of every table, every sequence and every file', async () => {
    const shop = await openFilledShop()
    const { path, contents, before } = await backUpQuietly(shop)
    expect(contents.tables.operation_log).toBeGreaterThanOrEqual(5000)
    expect(contents.files).toBe(3)

    const { ownerUrl, folder, restore } = await target(shop)
    expect(await restore(path)).toEqual(contents)
    const after = await checksums(ownerUrl)
    expect(Object.keys(after).length).toBeGreaterThan(40)
    expect(after.audit_entry).not.toBe('0 ')
    expect(after).toEqual(before)
    expect(after).toHaveProperty('audit_entry_202403')
    expect(await readFolder(join(folder, 'files'))).toEqual(await readFolder(filesOf(shop)))
    expect(await readdir(folder)).toEqual(['files'])
  })

  test('is a consistent snapshot, whatever is written while it is made', async () => {
    const shop = await openFilledShop()
    const { path } = await (async () => {
      const file = join(await makeFolder(), 'backup.gz')
      const { secrets, databaseUrl } = shop.ctx.platform
      let added = 0
      const contents = await makeBackup({
        databaseUrl,
        secrets,
        version: '0.1.0',
        now: shop.clock.now(),
        path: file,
        progress: async () => {
          if (added++ < 20) await shop.ctx.db.execute(sql`insert into dict (name) values (${`late${added}`})`)
        },
      })
      expect(added).toBeGreaterThan(20)
      return { path: file, contents }
    })()
    const { ownerUrl, restore } = await target(shop)
    const { tables } = await restore(path)
    const { rows } = await shop.ctx.db.execute(sql`select 1 from dict where name not like 'late%'`)
    expect(tables.dict).toBe(rows.length)
    // The next row gets an unused id.
    await run(ownerUrl, `insert into dict (name) values ('after')`)
  })

  test('is sealed: it names the key it needs and reveals no data of the shop', async () => {
    const shop = await openFilledShop()
    const { path } = await backUp(shop)
    const plain = gunzipSync(await readFile(path))
    for (const word of ['dict0', 'admin_user', 'boss', '小文件']) expect(plain.includes(word), word).toBe(false)
    const { keyId, version } = await readBackupHeader(path)
    expect({ keyId, version }).toEqual({ keyId: shop.ctx.platform.secrets.keyId, version: '0.1.0' })
    const { restore } = await target(shop)
    await expect(restore(path, makeSecrets(Buffer.alloc(32, 7)))).rejects.toThrow('由另一把密钥加密')
  })

  test('leaves no file under its name when it is aborted', async () => {
    const shop = await openShop()
    const folder = await makeFolder()
    const { secrets, databaseUrl } = shop.ctx.platform
    const making = makeBackup({
      databaseUrl,
      secrets,
      version: '0.1.0',
      now: shop.clock.now(),
      path: join(folder, 'backup.gz'),
      progress: async ({ processed }) => {
        if (processed > 5) throw new Error('enough')
      },
    })
    await expect(making).rejects.toThrow('enough')
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a restore is refused and changes nothing', () => {
  test('when the file was truncated or modified anywhere', async () => {
    const shop = await openFilledShop()
    const { path } = await backUp(shop)
    const { ownerUrl, folder, restore } = await target(shop)
    const before = await checksums(ownerUrl)
    const whole = await readFile(path)
    const plain = gunzipSync(whole)
    const changedAt = (part: number) => {
      const changed = Buffer.from(plain)
      const at = Math.floor(changed.length * part)
      changed[at] = (changed[at] ?? 0) ^ 1
      return gzipSync(changed)
    }
    const bad: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      'no backup': gzipSync('select 1'),
      'no gzip': Buffer.from('select 1'),
      'cut by half': whole.subarray(0, whole.length / 2),
      'cut by its last byte': whole.subarray(0, -1),
      'without the last bytes inside': gzipSync(plain.subarray(0, -40)),
      'with more inside': gzipSync(Buffer.concat([plain, Buffer.alloc(20)])),
      'changed in its first line': changedAt(0.00001),
      'changed near its start': changedAt(0.01),
      'changed in the middle': changedAt(0.5),
      'changed near its end': changedAt(0.999),
      'changed where it is packed': Buffer.concat([whole.subarray(0, 5000), Buffer.from([1, 2]), whole.subarray(5002)]),
    }
    for (const [what, bytes] of Object.entries(bad)) {
      const file = join(await makeFolder(), 'bad.gz')
      await writeFile(file, bytes)
      await expect(restore(file), what).rejects.toThrow(BackupError)
      expect(await readdir(folder), what).toEqual([])
    }
    expect(await checksums(ownerUrl)).toEqual(before)
    await restore(path)
  })

  test('when the database or the folder is not empty, or the schema differs', async () => {
    const shop = await openShop()
    const { path } = await backUp(shop)
    const { ownerUrl, restore, folder } = await target(shop)
    await run(ownerUrl, `insert into dict (name) values ('mine')`)
    await expect(restore(path)).rejects.toThrow('目标数据库不是空的（表 dict 中已有数据）')
    await run(ownerUrl, 'delete from dict')
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files/mine.txt'), 'mine')
    await expect(restore(path)).rejects.toThrow('已有文件')
    expect(await readdir(folder, { recursive: true })).toEqual(['files', 'files/mine.txt'])
    await rm(join(folder, 'files/mine.txt'))
    await run(ownerUrl, `update drizzle.__drizzle_migrations set hash = 'other' where id = 1`)
    await expect(restore(path)).rejects.toThrow('备份的数据结构版本')
    expect(await run(ownerUrl, 'select 1 from menu')).toEqual([])
  })

  test('when a server uses the database', async () => {
    const shop = await openShop()
    const { path } = await backUp(shop)
    const { secrets } = shop.ctx.platform
    const options = { ownerUrl: shop.databaseOwnerUrl, secrets, path, filesFolder: join(await makeFolder(), 'files') }
    await expect(restoreBackup(options)).rejects.toThrow('目标数据库正在使用中')
  })
})
