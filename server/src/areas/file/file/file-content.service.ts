import { Readable } from 'node:stream'
import { type FileProvider, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { narrowPicture } from '../../../platform/content/pictures.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Actor, type Ctx, isSuper, withContext } from '../../../platform/http/context.ts'
import { forbidden, HttpError, notFound } from '../../../platform/http/errors.ts'
import type { FileAnswer } from '../../../platform/http/file-answer.ts'
import type { ByteRange } from '../../../platform/outside/storage/storage.ts'
import { consumeTicket } from '../../../platform/security/tickets.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { asUpstream, localStorage, storageOf, variantStorage } from '../storage/storage.service.ts'
import * as files from './file.repository.ts'

/** How long the address of a private file in a list stays valid. */
const PASS_SECONDS = 600

type ContentRequest = { params: { scope: string; year: string; month: string; day: string; name: string } } & {
  query: { w?: 80 | 200 | 400 | 800; pass?: string; ticket?: string }
}

/**
 * The content of a file, or a narrower version of a picture.
 * @throws 401, 403 for a private file without a valid pass, or without a ticket of someone who may open it; 404
 */
export async function getContent(ctx: Ctx, { params, query }: ContentRequest): Promise<FileAnswer> {
  const { scope, year, month, day, name } = params
  const key = `${scope}/${year}/${month}/${day}/${name}`
  if (scope === 'private') await requireAccess(ctx, key, query)
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

/** A pass is valid for anyone who has the address; a ticket once, for the person it was issued to. */
async function requireAccess(ctx: Ctx, key: string, { pass, ticket }: ContentRequest['query']): Promise<void> {
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

/** Certificates are open to their uploader only, release packages and backups to the super administrator only. */
export function mayOpen(actor: Actor, { purpose, createdBy }: files.FileRecord): boolean {
  return isSuper(actor) || (purpose === 'certificate' && createdBy === actor.userId)
}

/** An object from this machine if it has a copy, else from its provider's storage. */
export async function openObject(ctx: Ctx, key: string, provider: FileProvider = 1) {
  for (const storage of [localStorage(ctx), ...(provider === 1 ? [] : [await storageOf(ctx, provider)])]) {
    const head = await asUpstream(provider, storage.head(key))
    if (head) return { bytes: head.bytes, open: (range?: ByteRange) => asUpstream(provider, storage.get(key, range)) }
  }
  return undefined
}

/** Key of a picture's version of that width. */
export const variantKey = (path: string, width: number) => `${path}-${width}.webp`

/** A narrower version of a picture, created on the first request. */
async function openVariant(ctx: Ctx, { path, provider }: files.FileRecord, width: number): Promise<FileAnswer> {
  const variants = variantStorage(ctx)
  const key = variantKey(path, width)
  if (!(await variants.head(key))) {
    const original = await openObject(ctx, path, provider as FileProvider)
    if (!original) throw notFound('文件')
    const { image_quality: quality } = await getSettings(ctx)
    const narrow = await narrowPicture(Buffer.concat(await (await original.open()).toArray()), width, quality)
    await variants.put(key, { open: () => Readable.from([narrow]), bytes: narrow.length, mime: 'image/webp' })
  }
  const head = await variants.head(key)
  if (!head) throw notFound('文件')
  return { mime: 'image/webp', bytes: head.bytes, open: (range) => variants.get(key, range) }
}

/** A temporary address of a private file, valid for anyone who has it. */
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

/** Rows of files by key; dropped whenever they change. */
export function cacheOf({ platform }: Ctx) {
  return platform.caches.named<files.FileRecord | undefined>('files', { max: 5000 })
}
