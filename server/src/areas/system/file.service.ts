import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type {
  FileQuery,
  FileRename,
  FileRow,
  PackageFields,
  StoredPackage,
  UploadFields,
} from '@zhanggui/contract/file.ts'
import { parseTime } from '@zhanggui/domain/display-time.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { type FileProvider, fileTypeOf, fileTypes, tellBytes } from '@zhanggui/domain/file-type.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../platform/audit.ts'
import { type Actor, type Ctx, holds, inTransaction, isSuper, withContext } from '../../platform/context.ts'
import { forbidden, HttpError, notFound } from '../../platform/errors.ts'
import type { FileAnswer } from '../../platform/file-answer.ts'
import { hashOfFile, secondsOf } from '../../platform/file-content.ts'
import { readPage } from '../../platform/paging.ts'
import { cleanPicture, narrowPicture, squarePicture } from '../../platform/pictures.ts'
import { type ByteRange, isKey, type Storage, sourceOfFile } from '../../platform/storage/storage.ts'
import type { ReceivedFile } from '../../platform/uploads.ts'
import * as files from './file.repository.ts'
import type { FilePurpose } from './file.tables.ts'
import { findOwnGroup, requireGroup } from './file-group.service.ts'
import * as loose from './loose-object.repository.ts'
import { notify } from './notification.service.ts'
import { getSettings } from './setting.service.ts'
import { asUpstream, localStorage, storageOf, variantStorage } from './storage.service.ts'
import { consumeTicket } from './ticket.service.ts'

const LIBRARY = 'admin:system:attachment:save'
const VARIANT_WIDTHS = [80, 200, 400, 800] as const
const AVATAR_SIDE = 256
/** How long the address of a private file in a list works. */
const PASS_SECONDS = 600

/** A file ready to be stored. */
type Prepared = Pick<
  files.FileDraft,
  'realName' | 'suffix' | 'type' | 'mime' | 'bytes' | 'hash' | 'width' | 'height' | 'duration'
> & {
  source: string
  thumb: { path: string; bytes: number } | undefined
}
/** How files are stored. */
type Placing = Pick<files.FileDraft, 'groupId' | 'inLibrary' | 'release' | 'remark'> & {
  purpose: FilePurpose
  provider: FileProvider
  scope: 'public' | 'private'
  /** Shown instead of the original name. */
  name?: string | undefined
}
type StoredObject = { path: string; thumbPath: string | null }

/** Files, the newest first; release packages and backups for the super administrator alone. */
export async function listFiles(ctx: Ctx, { createTime, page, limit, ...filter }: FileQuery) {
  const asked = readPage({ page, limit })
  const { rows, total } = await files.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, asked)
  return { list: await describeFiles(ctx, rows), total, page: asked.page, limit: asked.limit }
}

/** @throws 404 */
export async function getFile(ctx: Ctx, id: number): Promise<FileRow> {
  const [row] = await describeFiles(ctx, await files.findAll(ctx, [id]))
  if (!row) throw notFound('文件')
  return row
}

/**
 * Uploads files to the storage that the settings name, all or none.
 * @throws 403 for a group without the right to the library; 422 for a group that does not exist; 413, 415 for pictures
 *   that are refused; 502 when the cloud does
 */
export async function uploadFiles(ctx: Ctx, received: ReceivedFile[], { name, groupId }: UploadFields) {
  await checkGroup(ctx, groupId)
  const { uploadType } = await getSettings(ctx)
  const inLibrary = groupId !== undefined
  const placing = { purpose: 'upload', provider: uploadType, scope: 'public', name, groupId, inLibrary } as const
  return { files: await store(ctx, received, placing) }
}

/** @throws 403 for a group without the right to the library; 422 for a group that does not exist */
export async function checkGroup(ctx: Ctx, groupId: number | undefined): Promise<void> {
  if (groupId === undefined) return
  if (!holds(ctx.actor, LIBRARY)) throw forbidden(LIBRARY)
  await requireGroup(ctx, groupId)
}

/** Uploads a picture for long texts into the library. */
export async function uploadPicture(ctx: Ctx, received: ReceivedFile[]): Promise<FileRow> {
  const { uploadType } = await getSettings(ctx)
  const groupId = await findOwnGroup(ctx, '图床')
  const placing = { purpose: 'picture', provider: uploadType, scope: 'public', groupId, inLibrary: true } as const
  return storeOne(ctx, received, placing)
}

/** Uploads to Qiniu, whatever the settings name. */
export function uploadToQiniu(ctx: Ctx, received: ReceivedFile[]): Promise<FileRow> {
  return storeOne(ctx, received, { purpose: 'file', provider: 2, scope: 'public' })
}

/** Keeps a business file on this machine, whatever the settings name; certificates out of everybody's reach. */
export function saveLocalFile(ctx: Ctx, received: ReceivedFile[], name: string | undefined): Promise<FileRow> {
  const isCertificate = received.some(({ extension }) => extension === 'p12' || extension === 'pem')
  const [purpose, scope] = isCertificate ? (['certificate', 'private'] as const) : (['file', 'public'] as const)
  return storeOne(ctx, received, { purpose, provider: 1, scope, name })
}

/** Keeps a release package or a backup as a private file, and tells of it. Nothing in it is ever run or unpacked. */
export async function savePackage(
  ctx: Ctx,
  received: ReceivedFile[],
  purpose: 'package' | 'backup',
  fields: PackageFields = {},
): Promise<StoredPackage> {
  const row = await storeOne(ctx, received, { purpose, provider: 1, scope: 'private', ...fields })
  const { id, name, bytes, hash, createTime } = row
  const title = `${ctx.actor.name}上传了${purpose === 'package' ? '发布包' : '数据库备份'}`
  const content = `${name}，${tellBytes(bytes)}，SHA-256 ${hash}`
  const object = { type: 'file', id }
  await inTransaction(ctx, (tx) => notify(tx, { event: 'ops.uploaded', level: 'warn', title, content, object }))
  return { id, name, release: fields.release ?? '', bytes, hash, createTime }
}

/** Keeps what somebody imported out of everybody's reach; {@link openKeptFile} reads it again. */
export async function keepPrivateFile(ctx: Ctx, received: ReceivedFile[], purpose: 'import'): Promise<FileRow> {
  const { uploadType } = await getSettings(ctx)
  return storeOne(ctx, received, { purpose, provider: uploadType, scope: 'private' })
}

/** A file that was kept, whole. @throws 404 */
export async function openKeptFile(ctx: Ctx, id: number): Promise<FileAnswer> {
  const [found] = await files.findAll(ctx, [id])
  const object = found && (await openObject(ctx, found.file.path, found.file.provider as FileProvider))
  if (!object) throw notFound('文件')
  return { ...object, mime: found.file.mime, saveAs: found.file.name }
}

/** Stores a picture that was fetched from elsewhere, in a group of the library. */
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
 * Deletes files, all or none; their content too, unless another file shares it.
 * @param force also those that are in use: the super administrator alone
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

/** Removes one file that nothing uses any more; what is used or gone already stays as it is. */
export async function discardFile(ctx: Ctx, path: string, purpose: FilePurpose): Promise<void> {
  const gone = await inTransaction(ctx, async (tx) => {
    const row = await files.findByPath(tx, path)
    if (row?.purpose !== purpose) return []
    const locked = await files.lock(tx, [row.id])
    return (await files.findUses(tx, [row.id])).length ? [] : removeRows(tx, locked)
  })
  await removeObjects(ctx, gone)
}

export const fileLabels = { bytes: '大小', hash: 'SHA-256', purpose: '用途' }
/** What of a file the audit trail tells. */
export const auditable = ({ name, bytes, hash, purpose }: files.FileDraft) => ({ name, bytes, hash, purpose })

/** @returns the rows whose objects nobody needs any more: theirs is to remove those, once this is committed */
export async function removeRows(tx: Ctx, rows: files.FileRecord[]): Promise<files.FileRecord[]> {
  await files.lockContents(tx, rows)
  const gone: files.FileRecord[] = []
  for (const row of rows) {
    if (row.link === null && !(await files.isShared(tx, row.path, row.id))) gone.push(row)
    await files.remove(tx, [row.id])
    if (gone.includes(row)) await loose.note(tx, row.provider, [row.path, row.thumbPath])
    await audit(tx, { objectType: 'file', objectId: row.id, before: auditable(row), labels: fileLabels })
    await cacheOf(tx).drop(tx.db, row.path)
  }
  return gone
}

/** Removes objects whose rows are gone. What cannot be removed now is noted as loose and tried again by the clock. */
export async function removeObjects(
  ctx: Ctx,
  rows: (StoredObject & { provider: number; type: number })[],
): Promise<void> {
  const variants = variantStorage(ctx)
  const local = localStorage(ctx)
  for (const { path, thumbPath, provider, type } of rows) {
    try {
      const storage = await storageOf(ctx, provider as FileProvider)
      for (const key of [path, thumbPath]) {
        if (!key) continue
        await storage.delete(key)
        if (provider !== 1 && isKey(key)) await local.delete(key)
      }
      await loose.forget(ctx, provider, [path, thumbPath])
      if (type === fileTypes.image && isKey(path))
        for (const width of VARIANT_WIDTHS) await variants.delete(variantKey(path, width))
    } catch (error) {
      ctx.log.warn({ err: error, path, provider }, 'the content of a deleted file was not removed')
    }
  }
}

async function storeOne(ctx: Ctx, received: ReceivedFile[], placing: Placing): Promise<FileRow> {
  const [row] = await store(ctx, received, placing)
  if (!row) throw new Error('no file was stored')
  return row
}

/**
 * Stores files, all or none. Content that is there already is not stored again; of two that bring the same at once, one
 * takes the other's.
 */
async function store(ctx: Ctx, received: ReceivedFile[], placing: Placing): Promise<FileRow[]> {
  const { name, provider, scope } = placing
  const storage = await storageOf(ctx, provider)
  const prepared: Prepared[] = []
  for (const one of received) prepared.push(await prepare(one, placing.purpose === 'avatar'))
  const contents = prepared.map(({ hash }) => ({ hash, provider, scope }))
  const own = new Map<string, StoredObject>()
  const used = new Set<string>()
  try {
    let ids: number[] | undefined
    while (!ids) {
      for (const one of prepared)
        if (!own.has(one.hash) && !(await files.findObject(ctx, { hash: one.hash, provider, scope })))
          own.set(one.hash, await putObject(ctx, storage, one, placing))
      ids = await inTransaction(ctx, async (tx) => {
        await requireGroup(tx, placing.groupId ?? 0)
        await files.lockContents(tx, contents)
        const stored: number[] = []
        for (const { source: _, thumb: __, ...draft } of prepared) {
          const object = (await files.findObject(tx, { hash: draft.hash, provider, scope })) ?? own.get(draft.hash)
          // It was there a moment ago: somebody has deleted it meanwhile.
          if (!object) return undefined
          used.add(object.path)
          const row = { ...placing, ...draft, ...object, name: name ?? draft.realName }
          const id = await files.insert(tx, row)
          await loose.forget(tx, provider, [object.path, object.thumbPath])
          await audit(tx, { objectType: 'file', objectId: id, after: auditable(row), labels: fileLabels })
          stored.push(id)
        }
        return stored
      })
    }
    return await describeFiles(ctx, await files.findAll(ctx, ids))
  } catch (error) {
    used.clear()
    throw error
  } finally {
    const spare = [...own.values()].filter(({ path }) => !used.has(path))
    await removeObjects(
      ctx,
      spare.map((object) => ({ ...object, provider, type: fileTypes.document })),
    )
  }
}

async function prepare(file: ReceivedFile, isClean: boolean): Promise<Prepared> {
  const kind = fileTypeOf(file.extension)
  if (!kind) throw new Error(`nobody uploads .${file.extension}`)
  const { name: realName, extension: suffix, path: source } = file
  const about = { realName, suffix, source, ...kind }
  if (kind.type !== fileTypes.image) {
    const plays = kind.type === fileTypes.video || kind.type === fileTypes.audio
    const duration = plays ? await secondsOf(source) : null
    return { ...about, duration, bytes: file.bytes, hash: file.hash, thumb: undefined }
  }
  const { width, height, bytes, thumbPath, thumbBytes } = await cleanPicture(source, suffix)
  const thumb = isClean ? undefined : { path: thumbPath, bytes: thumbBytes }
  return { ...about, width, height, bytes, hash: await hashOfFile(source), thumb }
}

/** Puts a file, and its smaller picture, under new keys. */
async function putObject(
  ctx: Ctx,
  storage: Storage,
  file: Prepared,
  { provider, scope }: Placing,
): Promise<StoredObject> {
  const stem = `${scope}/${parseTime(ctx.now(), '{y}/{m}/{d}')}/${randomName()}`
  const path = `${stem}.${file.suffix}`
  const thumbPath = file.thumb ? `${stem}-thumb.webp` : null
  const { file_is_save: keepsCopy } = await getSettings(ctx)
  await loose.note(withContext(ctx, { db: ctx.platform.db }), provider, [path, thumbPath])
  const places = provider !== 1 && keepsCopy ? [storage, localStorage(ctx)] : [storage]
  try {
    for (const place of places) {
      await asUpstream(provider, place.put(path, sourceOfFile(file.source, file.bytes, file.mime)))
      if (file.thumb && thumbPath)
        await asUpstream(provider, place.put(thumbPath, sourceOfFile(file.thumb.path, file.thumb.bytes, 'image/webp')))
    }
    return { path, thumbPath }
  } catch (error) {
    await removeObjects(ctx, [{ path, thumbPath, provider, type: fileTypes.document }])
    throw error
  }
}

/** 32 characters nobody guesses. */
function randomName(): string {
  return randomBytes(16).toString('hex')
}

type ContentRequest = { params: { scope: string; year: string; month: string; day: string; name: string } } & {
  query: { w?: 80 | 200 | 400 | 800; pass?: string; ticket?: string }
}

/**
 * The content of a file, or a narrower version of a picture.
 * @throws 401, 403 for a private one without a pass that is still good, or a ticket of somebody who may open it; 404
 */
export async function getContent(ctx: Ctx, { params, query }: ContentRequest): Promise<FileAnswer> {
  const { scope, year, month, day, name } = params
  const key = `${scope}/${year}/${month}/${day}/${name}`
  if (scope === 'private') await admit(ctx, key, query)
  const isThumb = name.includes('-thumb.')
  const row = isThumb ? undefined : await cacheOf(ctx).get(key, () => files.findByPath(ctx, key))
  if (!row && !isThumb) throw notFound('文件')
  const tag = scope === 'public' ? `${name}${query.w ?? ''}` : undefined
  if (row && query.w && row.type === fileTypes.image && (row.width ?? 0) > query.w)
    return { ...(await openVariant(ctx, row, query.w)), tag }
  const found = await openObject(ctx, key, row?.provider as FileProvider | undefined)
  if (!found) throw notFound('文件')
  const isShown = !row || row.type !== fileTypes.document
  return { ...found, mime: row?.mime ?? 'image/webp', tag, saveAs: isShown ? undefined : `${row.name}` }
}

/** A pass is good for whoever has the address, a ticket once, for whom it was made. */
async function admit(ctx: Ctx, key: string, { pass, ticket }: ContentRequest['query']): Promise<void> {
  if (ticket === undefined) {
    if (!isPass(ctx, key, pass)) throw new HttpError(403, 'FORBIDDEN', '链接已失效，请重新获取')
    return
  }
  const caller = await consumeTicket(ctx, ticket, 'download', `/file/${key}`)
  const row = await files.findByPath(ctx, key)
  if (!row) throw notFound('文件')
  if (!mayOpen(caller, row)) throw forbidden()
  const own = withContext(ctx, { caller })
  await audit(own, { action: 'download', objectType: 'file', objectId: row.id, objectName: row.name })
}

/** Certificates are their uploader's, release packages and backups the super administrator's alone. */
function mayOpen(actor: Actor, { purpose, createdBy }: files.FileRecord): boolean {
  return isSuper(actor) || (purpose === 'certificate' && createdBy === actor.userId)
}

/** An object from this machine where it lies there too, else from its provider's storage. */
async function openObject(ctx: Ctx, key: string, provider: FileProvider = 1) {
  for (const storage of [localStorage(ctx), ...(provider === 1 ? [] : [await storageOf(ctx, provider)])]) {
    const head = await asUpstream(provider, storage.head(key))
    if (head) return { bytes: head.bytes, open: (range?: ByteRange) => asUpstream(provider, storage.get(key, range)) }
  }
  return undefined
}

const variantKey = (path: string, width: number) => `${path}-${width}.webp`

/** A narrower version of a picture, made when it is asked for the first time. */
async function openVariant(ctx: Ctx, { path, provider }: files.FileRecord, width: number): Promise<FileAnswer> {
  const variants = variantStorage(ctx)
  const key = variantKey(path, width)
  if (!(await variants.head(key))) {
    const original = await openObject(ctx, path, provider as FileProvider)
    if (!original) throw notFound('文件')
    const narrow = await narrowPicture(Buffer.concat(await (await original.open()).toArray()), width)
    await variants.put(key, { open: () => Readable.from([narrow]), bytes: narrow.length, mime: 'image/webp' })
  }
  const head = await variants.head(key)
  if (!head) throw notFound('文件')
  return { mime: 'image/webp', bytes: head.bytes, open: (range) => variants.get(key, range) }
}

/** The address of a private file that works for whoever has it, for so long. */
export function privateUrl(ctx: Ctx, path: string, seconds = PASS_SECONDS): string {
  const until = ctx.now().getTime() + seconds * 1000
  return `/file/${path}?pass=${ctx.platform.secrets.seal(`${until} ${path}`)}`
}

function isPass({ platform, now }: Ctx, path: string, pass: string | undefined): boolean {
  try {
    const [until, of] = platform.secrets.open(pass ?? '').split(' ')
    return of === path && Number(until) > now().getTime()
  } catch {
    return false
  }
}

/** Rows of files by their keys; dropped with every change of theirs. */
export function cacheOf({ platform }: Ctx) {
  return platform.caches.named<files.FileRecord | undefined>('files', { most: 5000 })
}

/** Files as the wire shows them, in the same order. */
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
    // A bucket that only we can read is asked for pictures by their own key alone.
    const thumbOf = (key: string | null) => {
      const isClosed = file.provider !== 1 && !storages.get(file.provider)?.publicUrl(path)
      return isClosed ? `${own}${path}?w=200` : addressOf(key ?? path)
    }
    const { id, realName, name, suffix, mime, bytes, width, height, duration, hash, thumbPath, scope } = file
    return {
      ...{ id, realName, name, suffix, mime, bytes, width, height, duration, hash, path, scope, refCount },
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
