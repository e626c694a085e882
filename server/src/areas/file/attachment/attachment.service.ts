import { createHash } from 'node:crypto'
import {
  ALL_GROUPS,
  type Attachment,
  type AttachmentChange,
  type AttachmentDraft,
  type AttachmentInfo,
  type AttachmentMove,
  type AttachmentQuery,
} from '@zhanggui/contract/file/attachment.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { extensionOf, fileTypeOf, fileTypes, shortFileName } from '@zhanggui/domain/file/file-type.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { validUrl } from '@zhanggui/domain/validators.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { inUse, notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { emit } from '../../../platform/work/outbox.ts'
import * as files from '../file/file.repository.ts'
import { describeFiles } from '../file/file.service.ts'
import { requireGroup } from '../file/file-group.service.ts'
import { auditable, fileLabels } from '../file/file-store.service.ts'
import * as attachments from './attachment.repository.ts'

const WHAT = '素材'

/** Files of the media library, or of its recycle bin; newest first by default. */
export async function listAttachments(ctx: Ctx, query: AttachmentQuery) {
  const { groupId = ALL_GROUPS, type, name, dateLimit, sort = 'time', recycled = false, find, ...left } = query
  const page = readPage(left)
  const filter = { type, name, recycled, find, ...parseTimeRange(dateLimit, ctx.now()) }
  const group = groupId === ALL_GROUPS ? {} : { groupId }
  const { rows, ...counted } = await attachments.list(ctx, { ...filter, ...group }, sort, page)
  return { list: await describe(ctx, rows), ...counted, page: page.page, limit: page.limit }
}

/**
 * A file of the library with its uses.
 * @throws 404
 */
export async function getAttachment(ctx: Ctx, id: number): Promise<AttachmentInfo> {
  const found = await attachments.find(ctx, id)
  const [row] = found ? await describe(ctx, [found]) : []
  if (!row) throw notFound(WHAT)
  return { ...row, refs: await attachments.listUses(ctx, id) }
}

/**
 * Keeps an upload in the library, or an external address, whose content is not stored here.
 * @throws 404 for an unknown upload, 422 for an unknown group
 */
export async function saveAttachment(ctx: Ctx, draft: AttachmentDraft): Promise<{ id: number }> {
  const { groupId = 0, name } = draft
  return inTransaction(ctx, async (tx) => {
    await requireGroup(tx, groupId)
    if ('fileId' in draft && draft.fileId) return keepUpload(tx, draft.fileId, groupId, name)
    if ('url' in draft && draft.url) return saveLink(tx, draft.url, groupId, name)
    throw new BadInput('请选择文件或输入链接', 'fileId')
  })
}

async function keepUpload(tx: Ctx, id: number, groupId: number, name: string | undefined) {
  const before = await attachments.lockKeepable(tx, id)
  if (!before) throw notFound('文件')
  const after = { ...before, groupId, inLibrary: true, name: name ?? before.name }
  await attachments.update(tx, [id], { groupId, inLibrary: true, name: after.name })
  await audit(tx, { action: 'keep', objectId: id, before: audited(before), after: audited(after), labels })
  return { id }
}

async function saveLink(tx: Ctx, url: string, groupId: number, name: string | undefined) {
  if (!validUrl(url) || !/^https?:/i.test(url))
    throw new BadInput('链接格式不正确，应以 http:// 或 https:// 开头', 'url')
  const original = decodeName(new URL(url))
  const suffix = extensionOf(original)
  const { type, mime } = fileTypeOf(suffix) ?? { type: fileTypes.image, mime: '' }
  const row = {
    ...({ purpose: 'file', scope: 'public', provider: 1, path: '', bytes: 0, inLibrary: true } as const),
    realName: shortFileName(original),
    name: name ?? shortFileName(original),
    suffix,
    type,
    mime,
    groupId,
    link: url,
    hash: createHash('sha256').update(url).digest('hex'),
  }
  const id = await files.insert(tx, row)
  await audit(tx, { objectId: id, after: { ...audited(row), link: url }, labels })
  return { id }
}

/** The last part of an address as a name; its host if there is none. */
function decodeName({ pathname, hostname }: URL): string {
  const last = pathname.split('/').at(-1) || hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** @throws 404 */
export async function renameAttachment(ctx: Ctx, { id, name }: AttachmentChange): Promise<{ id: number }> {
  return inTransaction(ctx, async (tx) => {
    const [before] = await attachments.lock(tx, [id])
    if (!before) throw notFound(WHAT)
    await attachments.update(tx, [id], { name })
    await audit(tx, { objectId: id, before: audited(before), after: audited({ ...before, name }), labels })
    return { id }
  })
}

/**
 * Moves files to another group, all or none.
 * @throws 404, 422 for an unknown group
 */
export async function moveAttachments(ctx: Ctx, { ids, groupId }: AttachmentMove): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await requireGroup(tx, groupId)
    const rows = await lockAll(tx, ids)
    await attachments.update(tx, ids, { groupId })
    for (const row of rows)
      await audit(tx, {
        action: 'move',
        objectId: row.id,
        before: audited(row),
        after: audited({ ...row, groupId }),
        labels,
      })
  })
}

/**
 * Moves files to the recycle bin, all or none; their addresses keep working until they are removed from there.
 * @param force also files in use
 * @throws 404, 422 IN_USE
 */
export async function recycleAttachments(ctx: Ctx, ids: readonly number[], force = false): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const rows = await lockAll(tx, ids)
    const used = force ? 0 : await attachments.countUsed(tx, ids)
    if (used) throw inUse(`${used} 个素材正在使用`, await attachments.listUsers(tx, ids))
    await attachments.update(tx, ids, { deletedAt: tx.now() })
    for (const row of rows) await audit(tx, { action: 'delete', objectId: row.id, before: audited(row), labels })
    await emit(tx, 'file.deleted', { ids })
  })
}

/**
 * Restores files from the recycle bin, all or none.
 * @throws 404 for one that is not there
 */
export async function restoreAttachments(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const rows = await lockAll(tx, ids, true)
    await attachments.update(tx, ids, { deletedAt: null })
    for (const row of rows) await audit(tx, { action: 'restore', objectId: row.id, after: audited(row), labels })
  })
}

async function lockAll(tx: Ctx, ids: readonly number[], recycled = false): Promise<files.FileRecord[]> {
  const rows = await attachments.lock(tx, ids, recycled)
  if (rows.length < ids.length) throw notFound(WHAT)
  return rows
}

const labels = { ...fileLabels, groupId: '分组', inLibrary: '在素材库', link: '链接' }
/** The audited fields of a library file. */
const audited = (row: files.FileDraft) => ({ ...auditable(row), groupId: row.groupId, inLibrary: row.inLibrary })

async function describe(ctx: Ctx, rows: readonly files.FoundFile[]): Promise<Attachment[]> {
  const described = await describeFiles(ctx, rows)
  return described.map((row, index) => {
    const deletedAt = rows[index]?.file.deletedAt
    return { ...row, deleteTime: deletedAt ? toWireTime(deletedAt) : null }
  })
}
