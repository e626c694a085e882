import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from './app.ts'
import { settings } from './areas/setting/setting/setting.tables.ts'
import { prepareShop } from './areas/staff/set-up/setup.service.ts'
import { backUp, restore } from './backup-command.ts'
import { readConfig } from './config.ts'
import { migrateDatabase } from './platform/data/connection/database.ts'
import { startEmbeddedPostgres } from './platform/data/embedded/embedded-postgres.ts'
import { requireSealingKey } from './platform/security/sealing-key.ts'
import { openSecrets } from './platform/security/secrets.ts'
import { reconcileShop } from './recon-command.ts'
import { rebuildFigures } from './rollup-command.ts'
import { rotateKey } from './rotate-command.ts'
import { seed } from './seed-command.ts'
import { checksums, readFolder } from './testing/database/compare.ts'
import { quickFolder } from './testing/database/quick-folder.ts'

const configOf = (folder: string) =>
  readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    ZHANGGUI_DATA: folder,
    ADMIN_INITIAL_USERNAME: 'boss',
    ADMIN_INITIAL_PASSWORD: 'Shop-Keeper-2026',
  })

test('a shop in a data folder is backed up while its server runs, restored into an empty folder, and resealed with another key', async () => {
  const parent = await mkdtemp(join(quickFolder(), 'zhanggui-command-'))
  const stops: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const stop of stops.reverse()) await stop()
    await rm(parent, { recursive: true })
  })
  const start = async (folder: string) => {
    const database = await startEmbeddedPostgres({ folder, throwaway: true })
    stops.push(database.stop)
    return database
  }

  const from = configOf(join(parent, 'from'))
  // A command on a folder without a shop says so, and makes nothing there.
  const commands = [
    () => backUp(from),
    () => reconcileShop(from),
    () => rebuildFigures(from, '2026-01-01'),
    () => rotateKey(from),
    () => seed(from, { products: 1, customers: 0, orders: 0, copies: 0, randomSeed: 1 }, () => {}),
  ]
  for (const command of commands) await expect(command()).rejects.toThrow(/中没有店铺：请/)
  expect(await readdir(parent)).toEqual([])
  const database = await start(from.dataFolder)
  for (const command of commands.slice(0, 3)) await expect(command()).rejects.toThrow('数据库中没有店铺：请')
  await migrateDatabase(database.ownerUrl)
  const app = await buildApp({ config: from, databaseUrl: database.url })
  await prepareShop(app.ownContext())
  await requireSealingKey(app.ownContext())
  const { db, platform } = app.ownContext()
  await db.insert(settings).values({ key: 'email_pass', group: 'email', value: platform.secrets.seal('geheim') })
  // Stopped, because later logs would not be in the backup; the database keeps running.
  await app.close()
  await mkdir(join(from.dataFolder, 'files/public'), { recursive: true })
  await writeFile(join(from.dataFolder, 'files/public/note.txt'), '小文件')

  const before = await checksums(database.ownerUrl)
  const { path, files } = await backUp(from)
  expect(files).toBe(1)
  expect(path).toContain(join(from.dataFolder, 'backups/zhanggui-'))
  await expect(backUp(from, path)).rejects.toThrow('已存在')
  await expect(restore(from, path)).rejects.toThrow('请先停止它，再恢复')
  await database.stop()

  const to = configOf(join(parent, 'to'))
  await expect(restore(to, path)).rejects.toThrow('请先把备份时的 secret.key 放进')
  expect(await readdir(parent)).toEqual(['from'])
  await mkdir(to.dataFolder)
  await copyFile(join(from.dataFolder, 'secret.key'), join(to.dataFolder, 'secret.key'))
  await restore(to, path)
  await expect(restore(to, path)).rejects.toThrow('已有文件')

  // A stopped database is started for the backup.
  expect((await backUp(to)).rows).toBeGreaterThan(100)
  const restored = await start(to.dataFolder)
  expect(await checksums(restored.ownerUrl)).toEqual(before)
  expect(await readFolder(join(to.dataFolder, 'files'))).toEqual(await readFolder(join(from.dataFolder, 'files')))

  // A key rotation that was interrupted and is run again.
  await expect(rotateKey(to)).rejects.toThrow('请先停止它，再更换密钥')
  await restored.stop()
  const old = await openSecrets(to)
  const own = await readFile(join(to.dataFolder, 'secret.key'))
  await writeFile(join(to.dataFolder, 'secret.key'), `${'ab'.repeat(32)}\n`)
  await expect(rotateKey(to)).rejects.toThrow('不是这个店铺的密钥')
  await writeFile(join(to.dataFolder, 'secret.key'), own)
  await writeFile(join(to.dataFolder, 'secret.key.next'), `${'c0ffee00'.repeat(8)}\n`)
  const { sealed, oldKey } = await rotateKey(to)
  expect(sealed).toBe(1)
  expect(oldKey).toBe(join(to.dataFolder, `secret.key.${old.keyId}`))
  expect((await readdir(to.dataFolder)).filter((name) => name.startsWith('secret.key')).sort()).toEqual([
    'secret.key',
    `secret.key.${old.keyId}`,
  ])
  const again = await start(to.dataFolder)
  const { rows } = await query(again.url, `select value #>> '{}' as value from setting where key = 'email_pass'`)
  const next = await openSecrets(to)
  expect(next.open(rows[0]?.value)).toBe('geheim')
  const sealing = await query(again.url, 'select key_id from sealing_key')
  expect(sealing.rows).toEqual([{ key_id: next.keyId }])
  expect(() => old.open(rows[0]?.value)).toThrow('sealed with another key')
})

async function query(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}
