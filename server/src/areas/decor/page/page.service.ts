import type { DraftChange, decorPage, PageChange, PageDraft, PageQuery } from '@zhanggui/contract/decor/page.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { MAX_PAGES, MAX_PAGES_WITH_RECYCLED, type PageKind, type PageTerminal } from '@zhanggui/domain/decor/page.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { apply, type Changes } from '@zhanggui/page-kit/changes.ts'
import { checkPublish } from '@zhanggui/page-kit/check.ts'
import { type Component, componentsOf, isId, isKey, type Page } from '@zhanggui/page-kit/page.ts'
import { isObject, isSame } from '@zhanggui/page-kit/values.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { readPage as readPaging } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import {
  documentOf,
  firstImageOf,
  type GivenDocument,
  pageOf,
  readDocument,
  toWire,
} from '../page-facts/page-document.service.ts'
import { readFacts } from '../page-facts/page-facts.service.ts'
import { readTemplate } from '../template/page-template.service.ts'
import * as pages from './page.repository.ts'
import {
  describe,
  findPage,
  getPage,
  keepDraft,
  lockPage,
  missing,
  noteDraft,
  OBJECT,
  readEditors,
  requireVersion,
  storeDraft,
  taken,
  trailRow,
} from './page-core.service.ts'
import * as versions from './page-version.repository.ts'

/** How long a session's autosaves lie apart. */
const KEEP_EVERY_MS = 10 * 60_000

/** A page of the pages: homes first, then newest first. */
export async function listPages(ctx: Ctx, { page, limit, ...filter }: PageQuery) {
  const paging = readPaging({ page, limit })
  const { rows, total } = await pages.list(ctx, filter, paging)
  const editors = await readEditors(
    ctx,
    rows.map(({ id }) => id),
  )
  const list = await Promise.all(
    rows.map(async (row) => ({ ...(await describe(ctx, row, editors(row.id))), views7: row.views7 })),
  )
  return { list, total, page: paging.page, limit: paging.limit }
}

/** A page with its draft; for 0 the home of a terminal. @throws 404 */
export async function getInfo(ctx: Ctx, { params, query }: RouteInput<typeof decorPage.info>) {
  return getPage(ctx, params.id || (await requireDefault(ctx, query.terminal ?? 3, 2)))
}

/** @throws 404 for a terminal without one */
export async function getDefault(ctx: Ctx, { query }: RouteInput<typeof decorPage.getDefault>) {
  return { id: await requireDefault(ctx, query.terminal, query.type ?? 2) }
}

async function requireDefault(ctx: Ctx, terminal: number, type: number): Promise<number> {
  const id = await pages.findDefault(ctx, terminal, type)
  if (!id) throw missing()
  return id
}

/** Adds a page. @throws 400, 409 for a name that another has, 413, 422 */
export async function savePage(
  ctx: Ctx,
  { name, terminal, type, templateKey = '', ...sent }: PageDraft,
): Promise<Saved> {
  const given = await withTemplate(ctx, templateKey, sent)
  return inTransaction(ctx, async (tx) => {
    const page = await readDocument(tx, given, { terminal, type })
    return addPage(tx, { name, terminal, type, templateKey }, page)
  })
}

/** The parts that are sent; where no components are, those of a template. @throws 404 */
async function withTemplate(ctx: Ctx, key: string | undefined, sent: GivenDocument): Promise<GivenDocument> {
  if (!key || sent.value) return sent
  const { settings, value, share } = await readTemplate(ctx, key)
  return { value, settings: sent.settings ?? settings, share: sent.share ?? share }
}

/** Pages saved at the same time may be a few more; what counts is that they do not go on without end. */
async function requireRoom(tx: Ctx): Promise<void> {
  const { living, all } = await pages.count(tx)
  if (living >= MAX_PAGES) throw new Refusal(`最多保存${MAX_PAGES}个页面，请先删除不用的`)
  if (all >= MAX_PAGES_WITH_RECYCLED) throw new Refusal('回收站中的页面过多，请恢复并修改不用的页面，或等待自动清理')
}

type NewPage = { name: string; terminal: PageTerminal; type: PageKind; templateKey?: string; coverImage?: string }

/** Stores a new page, in a transaction. @param page as {@link readDocument} gives it. @throws 409; 422 for too many pages */
export async function addPage(tx: Ctx, head: NewPage, page: Page): Promise<Saved> {
  await requireRoom(tx)
  const saved = await pages.insert(tx, { ...head, ...documentOf(page), firstImage: firstImageOf(page) })
  if (!saved) throw taken()
  const row = await lockPage(tx, saved.id)
  await noteDraft(tx, row)
  await audit(tx, { objectType: OBJECT, objectId: saved.id, objectName: head.name, after: trailRow(row) })
  return saved
}

/**
 * Changes a page and its draft; what is left out stays. With `overwrite`, or without a version, the replaced draft is kept.
 * @throws 404; 409 for another version or a name that another has; 413; 422, also for another terminal once there is a version
 */
export async function updatePage(ctx: Ctx, change: PageChange): Promise<Saved> {
  const { id, version, name, terminal, coverImage: address, overwrite = false, templateKey, ...sent } = change
  const { settings, value, share } = await withTemplate(ctx, templateKey, sent)
  return inTransaction(ctx, async (tx) => {
    const row = await lockPage(tx, id)
    await requireVersion(tx, row, version)
    if (terminal !== undefined && terminal !== row.terminal) await requireMovable(tx, row)
    const target = { terminal: terminal ?? row.terminal, type: row.type }
    const isReplaced = settings !== undefined || value !== undefined || share !== undefined
    const page = await readDocument(tx, { settings, value, share }, target, pageOf(row, target))
    if (isReplaced && (overwrite || version === undefined) && !isSame(documentOf(page), documentOf(pageOf(row, row))))
      await keepDraft(tx, row, 'overwrite')
    const coverImage = address === undefined ? undefined : (await readMedia(tx)).toStored(address)
    const saved = await storeDraft(tx, row, page, { name, coverImage, terminal: target.terminal })
    const after = await findPage(tx, id)
    await audit(tx, {
      objectType: OBJECT,
      objectId: id,
      objectName: after.name,
      before: {
        ...trailRow(row),
        coverImage: row.coverImage,
        ...(isReplaced && { components: namesOf(pageOf(row, row)) }),
      },
      after: { ...trailRow(after), coverImage: after.coverImage, ...(isReplaced && { components: namesOf(page) }) },
      labels: { components: '组件' },
    })
    return saved
  })
}

const namesOf = (page: Page) => componentsOf(page).map(({ type, alias }) => alias || type)

/** A page moves to another terminal while nothing of it went live, or waits to: later as a copy. */
async function requireMovable(tx: Ctx, row: pages.PageRecord): Promise<void> {
  if (row.publishedNo !== null || (await versions.listSchedules(tx, row.id)).length)
    throw new Refusal('页面发布过，不能更换终端，请复制一个')
}

/**
 * Stores what changed of a draft since a version.
 * @throws 404; 409 with the page as it is, for another version; 413; 422
 */
export function saveDraft(ctx: Ctx, { id, version, sessionKey = '', ...given }: DraftChange) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPage(tx, id)
    await requireVersion(tx, row, version)
    const before = pageOf(row, row)
    const changes = readChanges(given)
    const wired = await toWire(tx, before)
    const applied = apply(wired, changes)
    const page = await readDocument(tx, documentOf(applied), row, before)
    const keptId = await keepAutosave(tx, row, sessionKey)
    const saved = await storeDraft(tx, row, page)
    const cleaned = new Map(componentsOf(await toWire(tx, page)).map((component) => [component.id, component]))
    const put = changes.put.flatMap((component) => {
      const clean = cleaned.get(component.id)
      return clean && !isSame(clean, component) ? [clean as Record<string, unknown>] : []
    })
    return { ...saved, keptId, put, issues: await checkPage(tx, page) }
  })
}

function readChanges({ settings, share, put, remove, order }: Omit<DraftChange, 'id' | 'version'>): Changes {
  const wrong = order?.findIndex(([key = '', component = '']) => !isKey(key) || !isId(component)) ?? -1
  if (wrong >= 0) throw badFields([{ field: `order.${wrong}`, message: '键和编号格式不正确' }])
  const faulty = put.findIndex((component) => !isObject(component) || !isId(component.id))
  if (faulty >= 0) throw badFields([{ field: `put.${faulty}`, message: '组件格式不正确' }])
  const isTwice = new Set(put.map((component) => component.id)).size < put.length
  if (isTwice) throw badFields([{ field: 'put', message: '有组件的编号重复' }])
  return {
    put: put as Component[],
    remove,
    ...(settings && { settings }),
    ...(share && { share }),
    ...(order && { order: order as [string, string][] }),
  }
}

/** Keeps the draft before the first save of a session, and every ten minutes. */
async function keepAutosave(tx: Ctx, row: pages.PageRecord, sessionKey: string): Promise<number | null> {
  const { any, own } = await versions.lastKept(tx, row.id, sessionKey)
  const isRecent = any && tx.now().getTime() - any.getTime() < KEEP_EVERY_MS
  return isRecent && (!sessionKey || own) ? null : keepDraft(tx, row, 'autosave', sessionKey)
}

/** Renames a page; its version stays. @throws 404, 409 */
export function renamePage(ctx: Ctx, { id, name }: { id: number; name: string }): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await lockPage(tx, id)
    if (await pages.isTaken(tx, row.terminal, name, id)) throw taken()
    await pages.mark(tx, id, { name, updatedBy: tx.actor.userId, updatedAt: tx.now() })
    await audit(tx, {
      objectType: OBJECT,
      objectId: id,
      objectName: name,
      before: trailRow(row),
      after: { ...trailRow(row), name },
    })
    return { id, version: row.version }
  })
}

/** What is wrong with the draft of a page, or with a document. @throws 404 */
export async function validatePage(ctx: Ctx, { body }: RouteInput<typeof decorPage.validate>) {
  const { id, terminal = 3, type = 2, ...given } = body
  if (id) {
    const row = await findPage(ctx, id)
    return { issues: await checkPage(ctx, pageOf(row, row)) }
  }
  return { issues: await checkPage(ctx, await readGiven(ctx, given, { terminal, type })) }
}

/** A document that is only looked at: what is wrong with it as a whole is an issue, not a refusal. */
async function readGiven(ctx: Ctx, given: GivenDocument, target: Pick<Page, 'terminal' | 'type'>): Promise<Page> {
  return readDocument(ctx, given, target)
}

/** What is wrong with a page, as the wire says it. @param page as it is stored */
async function checkPage(ctx: Ctx, page: Page) {
  const issues = checkPublish(page, await readFacts(ctx, page))
  return issues.map(({ path, ...issue }) => ({ ...issue, path: [...path] }))
}

/** Somebody has a page open; who only looks is not seen. @throws 404 */
export async function seePage(ctx: Ctx, { id, sessionKey }: { id: number; sessionKey: string }) {
  const { version } = await findPage(ctx, id)
  if (holds(ctx.actor, 'admin:pagediy:update') && !ctx.actor.seeing) await pages.seeEditor(ctx, id, sessionKey)
  return { version, editors: (await readEditors(ctx, [id], sessionKey))(id) }
}
