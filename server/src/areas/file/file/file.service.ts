import type {
  FileQuery,
  FileRename,
  FileRow,
  PackageFields,
  StoredPackage,
  UploadFields,
} from '@zhanggui/contract/file/file.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { type FileProvider, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { squarePicture } from '../../../platform/content/pictures.ts'
import { audit } from '../../../platform/data/audit.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, holds, inTransaction, isSuper } from '../../../platform/http/context.ts'
import { forbidden, notFound, tooMany } from '../../../platform/http/errors.ts'
import type { FileAnswer } from '../../../platform/http/file-answer.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { readPage } from '../../../platform/http/paging.ts'
import type { Limit } from '../../../platform/http/rate-limit.ts'
import type { Storage } from '../../../platform/outside/storage/storage.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { storageOf } from '../storage/storage.service.ts'
import * as files from './file.repository.ts'
import type { FilePurpose } from './file.tables.ts'
import { mayOpen, openObject, privateUrl } from './file-content.service.ts'
import { findOwnGroup, requireGroup } from './file-group.service.ts'
import { auditable, fileLabels, type Placing, removeObjects, removeRows, storeFiles } from './file-store.service.ts'

const LIBRARY = 'admin:system:attachment:save'
const AVATAR_SIDE = 256

/** An uploaded release package or backup. */
export type OpsUpload = Pick<FileRow, 'id' | 'name' | 'bytes' | 'hash'> & { purpose: 'package' | 'backup' }
/** Runs after such an upload: staff are notified. */
export const opsUploads = defineHook<(tx: Ctx, upload: OpsUpload) => Promise<void>>('uploads of releases and backups')

/** Files, newest first; release packages and backups for the super administrator only. */
export async function listFiles(ctx: Ctx, { createTime, page, limit, ...filter }: FileQuery) {
  const paging = readPage({ page, limit })
  const { rows, total } = await files.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, paging)
  return { list: await describeFiles(ctx, rows), total, page: paging.page, limit: paging.limit }
}

/** @throws 404 */
export async function getFile(ctx: Ctx, id: number): Promise<FileRow> {
  const [row] = await describeFiles(ctx, await files.findAll(ctx, [id]))
  if (!row) throw notFound('文件')
  return row
}

/**
 * Uploads files to the storage chosen in the settings, all or none.
 * @throws 403 for a group without permission for the library; 422 for an unknown group; 413, 415 for pictures that are
 *   refused; 502 when the cloud refuses
 */
export async function uploadFiles(ctx: Ctx, received: ReceivedFile[], { name, groupId }: UploadFields) {
  await checkGroup(ctx, groupId)
  const { uploadType } = await getSettings(ctx)
  const inLibrary = groupId !== undefined
  const placing = { purpose: 'upload', provider: uploadType, scope: 'public', name, groupId, inLibrary } as const
  return { files: await storeAll(ctx, received, placing) }
}

/** @throws 403 for a group without permission for the library; 422 for an unknown group */
export async function checkGroup(ctx: Ctx, groupId: number | undefined): Promise<void> {
  if (groupId === undefined) return
  if (!holds(ctx.actor, LIBRARY)) throw forbidden(LIBRARY)
  await requireGroup(ctx, groupId)
}

/** Pictures that a buyer uploads within a day: more than anybody shows in reviews and cases, and no full disk. */
export const BUYER_UPLOADS: Limit = { max: 200, seconds: 24 * 3600 }
export const buyerUploadsKey = (uid: number) => `buyer uploads ${uid}`

/** Uploads a buyer's picture, removed after a day unless something names it. @throws 429 beyond {@link BUYER_UPLOADS} */
export async function uploadBuyerPicture(ctx: Ctx, received: ReceivedFile[]): Promise<{ url: string }> {
  const { allowed, resetSeconds } = await ctx.platform.limits.take(buyerUploadsKey(ctx.buyer.uid), BUYER_UPLOADS)
  if (!allowed) throw tooMany(resetSeconds)
  const { uploadType } = await getSettings(ctx)
  const { url } = await storeOne(ctx, received, { purpose: 'upload', provider: uploadType, scope: 'public' })
  return { url }
}

/** Uploads a picture for rich text into the library. */
export async function uploadPicture(ctx: Ctx, received: ReceivedFile[]): Promise<FileRow> {
  const { uploadType } = await getSettings(ctx)
  const groupId = await findOwnGroup(ctx, '图床')
  const placing = { purpose: 'picture', provider: uploadType, scope: 'public', groupId, inLibrary: true } as const
  return storeOne(ctx, received, placing)
}

/** Uploads to Qiniu, whatever the settings choose. */
export function uploadToQiniu(ctx: Ctx, received: ReceivedFile[]): Promise<FileRow> {
  return storeOne(ctx, received, { purpose: 'file', provider: 2, scope: 'public' })
}

/** Stores a business file on this machine, whatever the settings choose; certificates are private. */
export function saveLocalFile(ctx: Ctx, received: ReceivedFile[], name: string | undefined): Promise<FileRow> {
  const isCertificate = received.some(({ extension }) => extension === 'p12' || extension === 'pem')
  const [purpose, scope] = isCertificate ? (['certificate', 'private'] as const) : (['file', 'public'] as const)
  return storeOne(ctx, received, { purpose, provider: 1, scope, name })
}

/** Stores a release package or a backup as a private file, and notifies staff. It is never run or unpacked. */
export async function savePackage(
  ctx: Ctx,
  received: ReceivedFile[],
  purpose: 'package' | 'backup',
  fields: PackageFields = {},
): Promise<StoredPackage> {
  const row = await storeOne(ctx, received, { purpose, provider: 1, scope: 'private', ...fields })
  const { id, name, bytes, hash, createTime } = row
  await inTransaction(ctx, async (tx) => {
    for (const follow of tx.platform.hooks.of(opsUploads)) await follow(tx, { id, name, bytes, hash, purpose })
  })
  return { id, name, release: fields.release ?? '', bytes, hash, createTime }
}

/** Stores an import file privately; {@link openKeptFile} reads it again. */
export async function keepPrivateFile(ctx: Ctx, received: ReceivedFile[], purpose: 'import'): Promise<FileRow> {
  const { uploadType } = await getSettings(ctx)
  return storeOne(ctx, received, { purpose, provider: uploadType, scope: 'private' })
}

/** Stores a file that a form hands on privately; removed after a day unless the form was saved. @returns its key */
export async function uploadPrivateFile(ctx: Ctx, received: ReceivedFile[]): Promise<{ key: string; name: string }> {
  const { uploadType } = await getSettings(ctx)
  const { path, name } = await storeOne(ctx, received, { purpose: 'upload', provider: uploadType, scope: 'private' })
  return { key: path, name }
}

/** Whether a private key is that of an upload of the caller: nobody hands on what others keep private. */
export async function isOwnUpload(ctx: Ctx, key: string): Promise<boolean> {
  return (await files.findUploads(ctx, key)).includes(ctx.actor.userId)
}

/** The whole content of a kept file. @throws 404 */
export async function openKeptFile(ctx: Ctx, id: number): Promise<FileAnswer> {
  const [found] = await files.findAll(ctx, [id])
  const object = found && (await openObject(ctx, found.file.path, found.file.provider as FileProvider))
  if (!object) throw notFound('文件')
  return { ...object, mime: found.file.mime, saveAs: found.file.name }
}

/** Stores a downloaded picture in a group of the library. */
export async function storeFetchedPicture(ctx: Ctx, picture: ReceivedFile, groupId: number): Promise<FileRow> {
  const { uploadType } = await getSettings(ctx)
  const placing = { purpose: 'picture', provider: uploadType, scope: 'public', groupId, inLibrary: true } as const
  return storeOne(ctx, [picture], placing)
}

/** Stores a picture as an avatar: a square of 256 px. */
export async function storeAvatar(ctx: Ctx, received: ReceivedFile[]): Promise<FileRow> {
  for (const { path, extension } of received) await squarePicture(path, AVATAR_SIDE, extension)
  const { uploadType } = await getSettings(ctx)
  return storeOne(ctx, received, { purpose: 'avatar', provider: uploadType, scope: 'public' })
}

/** @throws 404 */
export async function renameFile(ctx: Ctx, { id, name }: FileRename): Promise<{ id: number }> {
  await inTransaction(ctx, async (tx) => {
    const [before] = await files.lock(tx, [id])
    if (!before) throw notFound('文件')
    await files.rename(tx, id, name)
    await audit(tx, {
      objectId: id,
      before: auditable(before),
      after: auditable({ ...before, name }),
      labels: fileLabels,
    })
  })
  return { id }
}

/**
 * Deletes files, all or none, with their content unless another file shares it.
 * @param force also files in use: only the super administrator may
 * @throws 404, 403 for `force` by others, 422 IN_USE
 */
export async function removeFiles(ctx: Ctx, ids: readonly number[], force = false): Promise<void> {
  if (force && !isSuper(ctx.actor)) throw forbidden()
  const gone = await inTransaction(ctx, async (tx) => {
    const locked = await files.lock(tx, ids)
    if (locked.length < ids.length) throw notFound('文件')
    const uses = force ? [] : await files.findUses(tx, ids)
    if (uses.length) throw new Refusal(`文件正在使用中：${uses.join('、')}`, 'IN_USE')
    return removeRows(tx, locked)
  })
  await removeObjects(ctx, gone)
}

/** Removes a file that nothing uses any more; used or missing files are left alone. */
export async function discardFile(ctx: Ctx, path: string, purpose: FilePurpose): Promise<void> {
  const gone = await inTransaction(ctx, async (tx) => {
    const row = await files.findByPath(tx, path)
    if (row?.purpose !== purpose) return []
    const locked = await files.lock(tx, [row.id])
    return (await files.findUses(tx, [row.id])).length ? [] : removeRows(tx, locked)
  })
  await removeObjects(ctx, gone)
}

/** Removes a kept file that nothing uses any more. */
export async function discardKeptFile(ctx: Ctx, id: number, purpose: FilePurpose): Promise<void> {
  const [found] = await files.findAll(ctx, [id])
  if (found) await discardFile(ctx, found.file.path, purpose)
}

async function storeAll(ctx: Ctx, received: ReceivedFile[], placing: Placing): Promise<FileRow[]> {
  return describeFiles(ctx, await files.findAll(ctx, await storeFiles(ctx, received, placing)))
}

async function storeOne(ctx: Ctx, received: ReceivedFile[], placing: Placing): Promise<FileRow> {
  const [row] = await storeAll(ctx, received, placing)
  if (!row) throw new Error('no file was stored')
  return row
}

/** Files in their wire form, in the same order. */
export async function describeFiles(ctx: Ctx, rows: readonly files.FoundFile[]): Promise<FileRow[]> {
  const { localUploadUrl } = await getSettings(ctx)
  const storages = new Map<number, Storage | undefined>()
  for (const { file } of rows)
    if (!storages.has(file.provider))
      storages.set(file.provider, await storageOf(ctx, file.provider as FileProvider).catch(() => undefined))
  return rows.map(({ file, refCount, createBy }) => {
    const own = `${localUploadUrl.replace(/\/$/, '')}/file/`
    const { path } = file
    const addressOf = (key: string) => {
      if (file.scope === 'public') return storages.get(file.provider)?.publicUrl(key) ?? `${own}${key}`
      return mayOpen(ctx.actor, file) ? privateUrl(ctx, key) : ''
    }
    // A picture in a private bucket is served by its own key only, narrowed by `w`.
    const thumbOf = (key: string | null) => {
      const isClosed = file.provider !== 1 && !storages.get(file.provider)?.publicUrl(path)
      return isClosed ? `${own}${path}?w=200` : addressOf(key ?? path)
    }
    const { id, realName, name, suffix, mime, bytes, width, height, duration, hash, thumbPath, scope } = file
    return {
      id,
      realName,
      name,
      suffix,
      mime,
      bytes,
      width,
      height,
      duration,
      hash,
      path,
      scope,
      refCount,
      type: file.type as FileRow['type'],
      provider: file.provider as FileProvider,
      groupId: file.groupId,
      inLibrary: file.inLibrary,
      url: file.link ?? addressOf(path),
      thumbUrl: file.type === fileTypes.image ? (file.link ?? thumbOf(thumbPath)) : '',
      createBy: createBy ?? '系统',
      createTime: toWireTime(file.createdAt),
    }
  })
}
