import type { PageInfo } from '@zhanggui/contract/decor/page.ts'
import { publishState, type VersionKind, withEnding } from '@zhanggui/domain/decor/page.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { diffPages } from '@zhanggui/page-kit/diff.ts'
import type { Page } from '@zhanggui/page-kit/page.ts'
import { refsOf } from '@zhanggui/page-kit/refs.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { conflict, HttpError, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import { documentOf, filesText, firstImageOf, hashOf, pageOf, toWire } from '../page-facts/page-document.service.ts'
import * as pages from './page.repository.ts'
import * as versions from './page-version.repository.ts'

export const OBJECT = 'decor-page'
export const MAY_PUBLISH = 'admin:pagediy:publish'
/** Whoever was not heard of for so long has gone. */
const EDITOR_GONE_MS = 90_000

export const missing = () => new HttpError(404, 'NOT_FOUND', '页面不存在或已被删除')
export const taken = () => conflict('模板名称已存在，请修改后再保存', 'name')

/** A page that is not deleted. @throws 404 */
export async function findPage(ctx: Ctx, id: number): Promise<pages.PageRecord> {
  const row = await pages.find(ctx, id)
  if (!row || row.deletedAt) throw missing()
  return row
}

/** The same, locked against every other change until the transaction ends. @throws 404 */
export async function lockPage(tx: Ctx, id: number): Promise<pages.PageRecord> {
  const row = await pages.lock(tx, id)
  if (!row || row.deletedAt) throw missing()
  return row
}

/** @throws 409 with the page as it is, for a draft that somebody else changed */
export async function requireVersion(tx: Ctx, row: pages.PageRecord, version: number | undefined): Promise<void> {
  if (version !== undefined && version !== row.version) throw versionConflict(await getPage(tx, row.id))
}

/** A page with its draft. @throws 404 */
export async function getPage(ctx: Ctx, id: number): Promise<PageInfo> {
  const row = await pages.findWhole(ctx, id)
  if (!row || row.deletedAt) throw missing()
  const editors = await readEditors(ctx, [id])
  const { settings, value, share } = await toWire(ctx, documentOf(pageOf(row, row)))
  return { ...(await describe(ctx, row, editors(id))), settings, value, share, liveVersionId: row.liveVersionId }
}

export type Editors = Awaited<ReturnType<typeof readEditors>>
/** Who has pages open. @param but the session that asks */
export async function readEditors(ctx: Ctx, ids: readonly number[], but?: string) {
  const since = new Date(ctx.now().getTime() - EDITOR_GONE_MS)
  const found = await pages.listEditors(ctx, ids, since, but)
  return (id: number) => (found.get(id) ?? []).map(({ name, seenAt }) => ({ name, seenTime: toWireTime(seenAt) }))
}

/** The name, with the ending where another page has it, and with a number from the second of them on. */
export async function findFreeName(
  tx: Ctx,
  { id, terminal, name }: { id?: number; terminal: number; name: string },
  ending: string,
): Promise<string> {
  let free = name
  for (let tried = 1; await pages.isTaken(tx, terminal, free, id); tried++)
    free = withEnding(name, tried === 1 ? ending : `${ending}${tried}`)
  return free
}

/** What is shown of a page wherever it is named. */
export async function describe(
  ctx: Ctx,
  row: Omit<pages.ListedPage, 'views7'>,
  editors: { name: string; seenTime: string }[],
) {
  const media = await readMedia(ctx)
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    terminal: row.terminal,
    type: row.type,
    coverImage: media.toWire(row.coverImage || row.firstImage),
    templateKey: row.templateKey,
    isDefault: row.isDefault,
    enabled: row.enabled,
    publishState: publishState(row),
    changes: row.enabled && row.publishedNo !== null ? row.changes : 0,
    publishedNo: row.publishedNo,
    publishTime: wireTime(row.publishTime),
    publishBy: row.publishName,
    publishAt: wireTime(row.publishAt),
    offlineAt: wireTime(row.offlineAt),
    deletedTime: wireTime(row.deletedAt),
    updateBy: row.updateName,
    createTime: toWireTime(row.createdAt),
    updateTime: toWireTime(row.updatedAt),
    editors,
  }
}

/** How many rows differ between the live version of a page and a document. */
export async function countChanges(ctx: Ctx, row: pages.PageRecord, page: Page): Promise<number> {
  const live = row.liveVersionId ? await versions.find(ctx, row.liveVersionId) : undefined
  return live ? diffPages(pageOf(live, row), page).length : 0
}

type Head = { name?: string | undefined; terminal?: 1 | 2 | 3; coverImage?: string | undefined }

/**
 * Stores a draft in place of the one there, with what it names and the files it uses.
 * @param row locked
 * @throws 409 for a name that another page has
 */
export async function storeDraft(tx: Ctx, row: pages.PageRecord, page: Page, head: Head = {}) {
  const changes = await countChanges(tx, row, page)
  const change = { ...documentOf(page), ...withoutUndefined(head), firstImage: firstImageOf(page), changes }
  const saved = await refuseTaken(pages.update(tx, row.id, row.version, change), taken)
  if (!saved) throw versionConflict(await getPage(tx, row.id))
  await noteDraft(tx, { ...row, ...change })
  return saved
}

const withoutUndefined = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values

/** Notes what the draft of a page names, and its files. */
export async function noteDraft(tx: Ctx, row: pages.PageRecord): Promise<void> {
  const page = pageOf(row, row)
  await pages.replaceRefs(tx, { owner: 'page', ownerId: row.id, state: 'draft' }, refsOf(page))
  await useFiles(tx, { ...fileOwner(row), field: 'draft' }, filesText(page, row.coverImage))
}

/** Notes what a page shows to buyers. */
export async function noteLive(tx: Ctx, row: pages.PageRecord, page: Page): Promise<void> {
  await pages.replaceRefs(tx, { owner: 'page', ownerId: row.id, state: 'live' }, refsOf(page))
  await useFiles(tx, { ...fileOwner(row), field: 'live' }, filesText(page))
}

/** Notes what the waiting versions of a page name. */
export async function noteWaiting(tx: Ctx, row: pages.PageRecord): Promise<void> {
  const waiting = (await versions.listWaiting(tx, row.id)).map((version) => pageOf(version, row))
  await pages.replaceRefs(tx, { owner: 'page', ownerId: row.id, state: 'waiting' }, waiting.flatMap(refsOf))
  await useFiles(tx, { ...fileOwner(row), field: 'waiting' }, waiting.map((page) => filesText(page)).join(' '))
}

const fileOwner = ({ id, name }: pages.PageRecord) => ({ type: OBJECT, id, title: `页面「${name}」` })

/** Keeps the draft as it is, before something replaces it; what is too many goes at once, not only at night. */
export async function keepDraft(tx: Ctx, row: pages.PageRecord, kind: VersionKind, sessionKey = ''): Promise<number> {
  const { settings, value, share } = row
  const id = await versions.insert(tx, {
    pageId: row.id,
    kind,
    settings,
    value,
    share,
    hash: hashOf(pageOf(row, row)),
    sessionKey,
  })
  await versions.thin(tx, row.id)
  return id
}

/** What the audit trail says of a page. */
export const trailRow = ({ name, terminal, type, isDefault, enabled, publishedNo }: pages.PageRecord) => ({
  name,
  terminal,
  type,
  isDefault,
  enabled,
  publishedNo,
})
