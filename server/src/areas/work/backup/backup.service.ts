import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backup, backup } from '@zhanggui/contract/work/backup.ts'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type BackupContents, makeBackup } from '../../../platform/data/backup/backup.ts'
import { readBackupHeader } from '../../../platform/data/backup/backup-file.ts'
import { backupFolder, newBackupName } from '../../../platform/data/backup/backup-folder.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction, type Platform, withContext } from '../../../platform/http/context.ts'
import { forbidden, notFound } from '../../../platform/http/errors.ts'
import type { FileAnswer } from '../../../platform/http/file-answer.ts'
import { may } from '../../../platform/http/gate.ts'
import { sourceOfFile } from '../../../platform/outside/storage/storage.ts'
import { requireProof } from '../../../platform/security/proof.ts'
import { consumeTicket, makeTicket } from '../../../platform/security/tickets.ts'
import { startTask } from '../../../platform/work/tasks.ts'
import { storageOf } from '../../file/storage/storage.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { type GivenSettings, getSettings } from '../../setting/setting/setting.service.ts'
import { setClock } from '../scheduled-job/scheduled-job.service.ts'

const TASK = 'backup'
const MIME = 'application/gzip'
const DRAFT_MS = 24 * 3600_000
const NAME = /^zhanggui-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-[0-9a-f]{4}\.gz$/

/** Schedules backups at the time of the settings. @throws {BadInput} for a time that never occurs */
export async function setBackupClock(tx: Ctx, { given }: GivenSettings): Promise<void> {
  const cron = given.get('backup_cron')
  if (typeof cron === 'string') await setClock(tx, 'backup', `0 ${cron}`)
}

/** Registers the backup task and its scheduled job. */
export function registerBackups({ tasks, scheduler }: Platform): void {
  tasks.handle(TASK, { needs: backup.save.permission, heavy: true }, async (ctx, _, work) => {
    const { name, bytes, rows, files } = await storeBackup(ctx, work)
    return { rows, message: `${name}：${rows} 行数据、${files} 个文件，${formatBytes(bytes)}` }
  })
  scheduler.handle('backup', {
    title: '数据备份',
    cron: '0 30 4 * * ?',
    run: async (ctx, _, signal) => {
      const { backup_enabled, backup_keep } = await getSettings(ctx)
      if (!backup_enabled) return 0
      const { rows } = await storeBackup(ctx, { signal })
      const old = (await listNames(ctx)).slice(backup_keep)
      for (const name of old) await removeEverywhere(ctx, name)
      return rows
    },
  })
}

/** The backups in this server's data folder, newest first, and the free space beside them. */
export async function listBackups(ctx: Ctx) {
  const { platform } = ctx
  const list: Backup[] = []
  for (const name of await listNames(ctx)) {
    const path = join(backupFolder(platform.config), name)
    const size = await stat(path).catch(() => undefined)
    // A damaged backup is listed too, as one that cannot be restored.
    const header = await readBackupHeader(path).catch(() => undefined)
    const { version = '', keyId } = header ?? {}
    const sameKey = keyId === platform.secrets.keyId
    if (size) list.push({ name, bytes: size.size, version, sameKey, createTime: timeOf(name) })
  }
  const { bavail, bsize } = await statfs(platform.config.dataFolder)
  return { list, freeBytes: bavail * bsize }
}

/** Starts a backup in the background. @throws 422 when the caller has too many tasks */
export async function startBackup(ctx: Ctx) {
  return inTransaction(ctx, async (tx) => {
    await audit(tx, { action: 'run', objectType: 'backup', objectId: '', objectName: '数据备份' })
    return new Accepted(await startTask(tx, { type: TASK, title: '数据备份', params: {} }))
  })
}

/**
 * An address from which the browser can download a backup once within a minute.
 * @throws 404
 */
export async function linkBackup(ctx: Ctx, name: string): Promise<{ url: string }> {
  await findBackup(ctx, name)
  const { ticket } = await makeTicket(ctx, { purpose: 'download', target: targetOf(name) })
  return { url: `/api/backups/${name}/download?ticket=${ticket}` }
}

/**
 * The content of a backup, for a ticket issued after a fresh proof of identity.
 * @throws 401 for any other ticket, 403, 428, 404
 */
export async function downloadBackup(ctx: Ctx, name: string, ticket: string): Promise<FileAnswer> {
  const caller = await consumeTicket(ctx, ticket, 'download', targetOf(name))
  const own = withContext(ctx, { caller })
  if (!may(caller, backup.link.permission)) throw forbidden(backup.link.permission)
  requireProof(own)
  const { path, bytes } = await findBackup(own, name)
  await audit(own, { action: 'download', objectType: 'backup', objectId: name, objectName: name })
  return { mime: MIME, bytes, open: async (range) => createReadStream(path, range), saveAs: name }
}

/** Deletes a backup, also its copy in the cloud. @throws 404 */
export async function removeBackup(ctx: Ctx, name: string): Promise<void> {
  const { bytes } = await findBackup(ctx, name)
  await audit(ctx, {
    action: 'delete',
    objectType: 'backup',
    objectId: name,
    objectName: `${name} ${formatBytes(bytes)}`,
  })
  await removeEverywhere(ctx, name)
}

/** The wire time of the newest local backup; undefined without one. */
export async function findLastBackup(ctx: Ctx): Promise<string | undefined> {
  const [name] = await listNames(ctx)
  return name && timeOf(name)
}

type Work = { signal: AbortSignal; progress?: (done: { processed: number; total: number }) => Promise<void> }

/** Makes a backup and stores it as the settings say; a failure notifies those responsible. */
async function storeBackup(ctx: Ctx, work: Work): Promise<BackupContents & { name: string; bytes: number }> {
  try {
    return await makeAndStore(ctx, work)
  } catch (error) {
    if (!work.signal.aborted) {
      ctx.log.error({ err: error }, 'a backup failed')
      await notify(ctx, {
        event: 'backup.failed',
        level: 'error',
        title: '数据备份失败',
        content: error instanceof Error ? error.message : String(error),
        link: '/system-tools/backup',
        object: { type: 'backup', id: '' },
      })
    }
    throw error
  }
}

async function makeAndStore(ctx: Ctx, { signal, progress }: Work) {
  const { config, databaseUrl, secrets } = ctx.platform
  const folder = backupFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeDrafts(ctx)
  const name = newBackupName(ctx.now())
  const path = join(folder, name)
  const { version, dataFolder } = config
  const about = { databaseUrl, secrets, version, now: ctx.now(), filesFolder: join(dataFolder, 'files'), path, signal }
  const contents = await makeBackup({ ...about, ...(progress && { progress }) })
  const { size: bytes } = await stat(path)
  const cloud = await cloudOf(ctx)
  if (cloud) await cloud.put(keyOf(name), sourceOfFile(path, bytes, MIME))
  return { ...contents, name, bytes }
}

async function removeEverywhere(ctx: Ctx, name: string): Promise<void> {
  await rm(join(backupFolder(ctx.platform.config), name), { force: true })
  const cloud = await cloudOf(ctx)
  await cloud?.delete(keyOf(name))
}

/** The cloud storage for copies of backups, if the settings name one. */
async function cloudOf(ctx: Ctx) {
  const { backup_target, uploadType } = await getSettings(ctx)
  return backup_target === 'storage' && uploadType !== 1 ? storageOf(ctx, uploadType) : undefined
}

/** Names of the local backups, newest first. */
async function listNames({ platform }: Ctx): Promise<string[]> {
  const names = await readdir(backupFolder(platform.config)).catch(() => [])
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
}

/** Removes partial backups left by killed processes. */
async function removeDrafts({ platform, now }: Ctx): Promise<void> {
  const folder = backupFolder(platform.config)
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.gz.part')) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (now().getTime() - mtimeMs > DRAFT_MS) await rm(join(folder, name), { force: true })
  }
}

async function findBackup({ platform }: Ctx, name: string): Promise<{ path: string; bytes: number }> {
  // The contract accepts no other names; still, no path is built from an unchecked one.
  if (!NAME.test(name)) throw notFound('备份')
  const path = join(backupFolder(platform.config), name)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw notFound('备份')
  return { path, bytes: found.size }
}

const targetOf = (name: string) => `backup ${name}`
const keyOf = (name: string) => `backups/${name}`

function timeOf(name: string): string {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}
