import type { Publication } from '@zhanggui/contract/decor/page.ts'
import { LEAST_AHEAD_MINUTES, MAX_WAITING, MOST_AHEAD_DAYS, versionKinds } from '@zhanggui/domain/decor/page.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { checkPublish } from '@zhanggui/page-kit/check.ts'
import { refOf } from '@zhanggui/page-kit/links/links.ts'
import type { Page } from '@zhanggui/page-kit/page.ts'
import { audit, type Change } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { forbidden, HttpError, inUse, refuseTaken, stateConflict } from '../../../platform/http/errors.ts'
import { listNavigationLinks } from '../layout/layout.service.ts'
import { dropServed } from '../layout/served-pages.service.ts'
import { documentOf, errorsOf, hashOf, pageOf } from '../page-facts/page-document.service.ts'
import { readFacts } from '../page-facts/page-facts.service.ts'
import * as pages from './page.repository.ts'
import {
  countChanges,
  findFreeName,
  findPage,
  keepDraft,
  lockPage,
  MAY_PUBLISH,
  missing,
  noteLive,
  noteWaiting,
  OBJECT,
  requireVersion,
  storeDraft,
  taken,
  trailRow,
} from './page-core.service.ts'
import * as versions from './page-version.repository.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3600_000
const MAY_SET_DEFAULT = 'admin:pagediy:setdefault'
const HOME_STAYS = '首页不能删除或下线，请先将其他页面设为首页'

/**
 * Publishes the draft of a page, or keeps it to go live at a time.
 * @throws 403 to set the home without the right to; 404; 409 for another version; 422 for what is wrong with it, and for times
 */
export function publishPage(ctx: Ctx, id: number, { version, note = '', ...wanted }: Publication) {
  const { setDefault = false } = wanted
  if (setDefault && !holds(ctx.actor, MAY_SET_DEFAULT)) throw forbidden(MAY_SET_DEFAULT)
  return retried(ctx, async (tx) => {
    const times = readTimes(tx, wanted)
    const row = setDefault && !times.publishAt ? await lockWithDefault(tx, id) : await lockPage(tx, id)
    await requireVersion(tx, row, version)
    const page = pageOf(row, row)
    await requirePublishable(tx, page)
    if (times.publishAt) {
      const scheduleId = await schedule(tx, row, page, { ...times, publishAt: times.publishAt, note, setDefault })
      return { id, version: row.version, publishedNo: row.publishedNo, scheduleId }
    }
    const isSame = row.liveVersionId !== null && !(await countChanges(tx, row, page))
    const { offlineAt } = times
    const publishedNo = isSame
      ? await goOn(tx, row, page, { offlineAt })
      : await goLive(tx, row, page, { kind: 'publish', note, offlineAt })
    if (setDefault) await becomeDefault(tx, await lockPage(tx, id))
    await audit(tx, trail(row, 'publish', { publishedNo, ...(note && { note }) }))
    return { id, version: row.version, publishedNo, scheduleId: null }
  })
}

const trail = (row: pages.PageRecord, action: Change['action'], after: object): Change => ({
  action,
  objectType: OBJECT,
  objectId: row.id,
  objectName: row.name,
  before: trailRow(row),
  after: { ...trailRow(row), ...after },
})

/** What keeps a page from going live. @throws 422 with the issues */
async function requirePublishable(tx: Ctx, page: Page): Promise<void> {
  const issues = errorsOf(checkPublish(page, await readFacts(tx, page)))
  if (issues.length)
    throw new HttpError(422, 'BUSINESS_RULE', `页面有${issues.length}处问题，请修正后再发布`, { issues })
}

type Times = { publishAt?: string | undefined; offlineAt?: string | undefined }

/** Reads when a page goes live, and when it ends. @throws 400 for what is no time, 422 for one that is out of range */
function readTimes({ now }: Ctx, { publishAt: start, offlineAt: end }: Times) {
  const publishAt = start ? readTime(start, '发布时间', 'publishAt') : undefined
  const offlineAt = end ? readTime(end, '下线时间', 'offlineAt') : null
  const from = now().getTime()
  for (const at of [publishAt, offlineAt])
    if (at && (at.getTime() < from + LEAST_AHEAD_MINUTES * MINUTE_MS || at.getTime() > from + MOST_AHEAD_DAYS * DAY_MS))
      throw new Refusal(`时间须在${LEAST_AHEAD_MINUTES}分钟之后、${MOST_AHEAD_DAYS}天之内`)
  if (publishAt && offlineAt && offlineAt <= publishAt) throw new Refusal('下线时间要晚于发布时间')
  return { publishAt, offlineAt }
}

function readTime(text: string, label: string, field: string): Date {
  const at = parseWireTime(text)
  if (!at) throw new BadInput(`${label}格式不正确`, field)
  return at
}

type Live = { kind: 'publish' | 'rollback'; note?: string; offlineAt?: Date | null; versionId?: number }

/** What a page comes back to when its next version ends: the live one if it has no end, else what that one comes back to. */
async function fallbackOf(tx: Ctx, { liveVersionId }: pages.PageRecord): Promise<number | null> {
  const live = liveVersionId ? await versions.find(tx, liveVersionId) : undefined
  return live ? (live.offlineAt ? live.beforeId : live.id) : null
}

/**
 * Shows a document to buyers, as the next version of a page that is locked.
 * @param live.versionId the version that holds it already, as that of a schedule does
 * @returns its number
 */
async function goLive(tx: Ctx, row: pages.PageRecord, page: Page, live: Live): Promise<number> {
  const { kind, note = '', offlineAt = null, versionId } = live
  const no = await versions.nextNo(tx, row.id)
  const beforeId = await fallbackOf(tx, row)
  const by = tx.caller?.userId ?? null
  const kept = versionId ? await versions.find(tx, versionId) : undefined
  if (kept) await versions.change(tx, kept.id, { no, offlineAt, beforeId })
  const id =
    kept?.id ??
    (await versions.insert(tx, {
      ...documentOf(page),
      pageId: row.id,
      kind,
      no,
      note,
      offlineAt,
      beforeId,
      hash: hashOf(page),
    }))
  const shown = { liveVersionId: id, publishedNo: no, enabled: true, offlineAt, publishTime: tx.now() }
  await pages.mark(tx, row.id, {
    ...shown,
    publishBy: kept?.createdBy ?? by,
    changes: await countChanges(tx, { ...row, ...shown }, pageOf(row, row)),
  })
  await versions.thin(tx, row.id)
  await noteLive(tx, row, page)
  await dropServed(tx)
  return no
}

/** Takes times alone where nothing differs from the live version. @returns the number of that version */
async function goOn(tx: Ctx, row: pages.PageRecord, page: Page, { offlineAt }: { offlineAt: Date | null }) {
  if (row.liveVersionId) await versions.change(tx, row.liveVersionId, { offlineAt })
  await pages.mark(tx, row.id, {
    enabled: true,
    offlineAt,
    publishTime: tx.now(),
    publishBy: tx.actor.userId,
    changes: 0,
  })
  await noteLive(tx, row, page)
  await dropServed(tx)
  return row.publishedNo ?? 0
}

type Scheduled = { publishAt: Date; offlineAt: Date | null; note: string; setDefault: boolean }

/** Keeps the draft as it is now, to go live at a time. @throws 422 */
async function schedule(tx: Ctx, row: pages.PageRecord, page: Page, { note, ...times }: Scheduled): Promise<number> {
  const waiting = await versions.listSchedules(tx, row.id)
  if (waiting.length >= MAX_WAITING) throw new Refusal(`最多${MAX_WAITING}个定时`)
  requireFree(waiting, times.publishAt)
  const versionId = await versions.insert(tx, {
    ...documentOf(page),
    pageId: row.id,
    kind: 'schedule',
    note,
    hash: hashOf(page),
  })
  const id = await versions.insertSchedule(tx, { pageId: row.id, versionId, ...times })
  await noteWaiting(tx, row)
  await audit(tx, trail(row, 'publish', { publishAt: times.publishAt }))
  return id
}

function requireFree(waiting: readonly versions.ScheduleRow[], at: Date, but = 0): void {
  if (waiting.some(({ id, publishAt }) => id !== but && publishAt.getTime() === at.getTime()))
    throw new Refusal('该时间已有定时')
}

/** Changes when a kept draft goes live. @throws 403 for one that becomes the home, without the right to set it; 404, 422 */
export function moveSchedule(ctx: Ctx, id: number, times: { publishAt: string; offlineAt?: string | undefined }) {
  return retried(ctx, async (tx) => {
    const row = await lockScheduled(tx, id)
    const { publishAt, offlineAt } = readTimes(tx, times)
    if (!publishAt) throw new BadInput('请选择发布时间', 'publishAt')
    const waiting = await versions.listSchedules(tx, row.id)
    const isHome = waiting.some((each) => each.id === id && each.setDefault)
    if (isHome && !holds(tx.actor, MAY_SET_DEFAULT)) throw forbidden(MAY_SET_DEFAULT)
    requireFree(waiting, publishAt, id)
    await versions.moveSchedule(tx, id, publishAt, offlineAt)
    await audit(tx, trail(row, 'update', { publishAt }))
    return { id }
  })
}

/** Strikes a schedule off. @throws 404 */
export function cancelSchedule(ctx: Ctx, id: number) {
  return retried(ctx, async (tx) => {
    const row = await lockScheduled(tx, id)
    const struck = await versions.strikeOff(tx, id)
    if (struck) await versions.removeVersion(tx, struck.versionId)
    await noteWaiting(tx, row)
    await audit(tx, trail(row, 'cancel', { publishAt: struck?.publishAt }))
    return { id }
  })
}

/** The page of a schedule that still waits, locked. @throws 404 */
async function lockScheduled(tx: Ctx, id: number): Promise<pages.PageRecord> {
  const gone = () => new HttpError(404, 'NOT_FOUND', '定时不存在或已执行')
  const found = await versions.findSchedule(tx, id)
  if (!found) throw gone()
  const row = await lockPage(tx, found.pageId)
  if (!(await versions.findSchedule(tx, id))) throw gone()
  return row
}

/** Strikes off all schedules of a page; what they kept goes with them. */
async function strikeAll(tx: Ctx, row: pages.PageRecord): Promise<void> {
  for (const { id, versionId } of await versions.listSchedules(tx, row.id)) {
    await versions.strikeOff(tx, id)
    await versions.removeVersion(tx, versionId)
  }
  await noteWaiting(tx, row)
}

/** The home and the user centre that every channel falls back to. */
const staysAlways = ({ isDefault, terminal }: pages.PageRecord) => isDefault && terminal === 3

const isLink = (link: string, id: number) => {
  const ref = refOf(link)
  return ref?.kind === 'page' && ref.id === id
}
const inNavigation = async (ctx: Ctx, id: number) => (await listNavigationLinks(ctx)).some((link) => isLink(link, id))
const navigationUse = { type: 'page-layout', id: 1, name: '底部导航' }

/** Why a page cannot be taken from buyers. @throws 422 */
async function requireRemovable(tx: Ctx, row: pages.PageRecord): Promise<void> {
  if (staysAlways(row)) throw new Refusal(HOME_STAYS)
  if (await inNavigation(tx, row.id)) throw inUse('该页面在底部导航中，请先修改底部导航', [navigationUse])
}

/** Takes a page offline. @throws 404; 409 for one that is not live; 422 for a home, and for one in the bottom navigation */
export function takeOffline(ctx: Ctx, id: number): Promise<Saved> {
  return retried(ctx, async (tx) => {
    const row = await lockPage(tx, id)
    if (row.publishedNo === null || !row.enabled) throw stateConflict('页面没有上线')
    await requireRemovable(tx, row)
    await goDark(tx, row)
    await strikeAll(tx, row)
    await audit(tx, trail(row, 'status', { enabled: false, isDefault: false }))
    return { id, version: row.version }
  })
}

async function goDark(tx: Ctx, row: pages.PageRecord): Promise<void> {
  await pages.mark(tx, row.id, { enabled: false, isDefault: false, offlineAt: null })
  await dropServed(tx)
}

/** Shows a page again that was taken offline, as it was. @throws 404; 409 for one that is not offline; 422 for what is wrong with it */
export function takeOnline(ctx: Ctx, id: number): Promise<Saved> {
  return retried(ctx, async (tx) => {
    const row = await lockPage(tx, id)
    const live = row.liveVersionId ? await versions.find(tx, row.liveVersionId) : undefined
    if (!live || row.enabled) throw stateConflict('页面没有下线')
    await requirePublishable(tx, pageOf(live, row))
    await versions.change(tx, live.id, { offlineAt: null })
    await pages.mark(tx, id, {
      enabled: true,
      offlineAt: null,
      changes: await countChanges(tx, row, pageOf(row, row)),
    })
    await dropServed(tx)
    await audit(tx, trail(row, 'status', { enabled: true }))
    return { id, version: row.version }
  })
}

/** Makes a page the home, or the user centre, of its terminal. @throws 404; 409 when somebody else just did; 422 for one that is not live */
export function setDefault(ctx: Ctx, id: number): Promise<Saved> {
  return retried(ctx, async (tx) => {
    const row = await lockWithDefault(tx, id)
    await becomeDefault(tx, row)
    await audit(tx, trail(row, 'update', { isDefault: true }))
    return { id, version: row.version }
  })
}

/** Locks a page and the one whose place it takes, by their ids. @throws 404; 409 when that is no longer the default */
async function lockWithDefault(tx: Ctx, id: number): Promise<pages.PageRecord> {
  const { terminal, type } = await findPage(tx, id)
  const former = await pages.findDefault(tx, terminal, type)
  const locked = await pages.lockAll(tx, [id, ...(former ? [former] : [])])
  const row = locked.find((each) => each.id === id)
  if (!row || row.deletedAt) throw missing()
  if (former && !locked.some((each) => each.id === former && each.isDefault)) throw stateConflict('首页已变更，请刷新')
  return row
}

/** @param row locked, as is the one whose place it takes */
async function becomeDefault(tx: Ctx, row: pages.PageRecord): Promise<void> {
  if (row.publishedNo === null || !row.enabled) throw new Refusal('请先发布页面再设为首页')
  const former = await pages.findDefault(tx, row.terminal, row.type)
  if (former === row.id) return
  if (former) await pages.mark(tx, former, { isDefault: false })
  // Where there was none, two may come at the same time.
  await refuseTaken(pages.mark(tx, row.id, { isDefault: true }), () => stateConflict('首页已变更，请刷新'))
  await dropServed(tx)
}

/**
 * Puts a page into the recycle bin.
 * @param force also when others name it
 * @throws 404; 422 for a home and for one in the bottom navigation, IN_USE for what names it
 */
export function removePage(ctx: Ctx, id: number, force = false): Promise<Record<never, never>> {
  return retried(ctx, async (tx) => {
    const row = await lockPage(tx, id)
    await requireRemovable(tx, row)
    const uses = force ? [] : await pages.listUses(tx, 'page', id, id)
    if (uses.length) throw inUse(`该页面被${uses.length}处引用`, uses)
    await strikeAll(tx, row)
    await pages.mark(tx, id, { deletedAt: tx.now(), isDefault: false, updatedBy: tx.actor.userId })
    await dropServed(tx)
    await audit(tx, { action: 'delete', objectType: OBJECT, objectId: id, objectName: row.name, before: trailRow(row) })
    return {}
  })
}

/** Takes a page out of the recycle bin: never as the home, and offline when the caller may not publish. @throws 404 */
export function restorePage(ctx: Ctx, id: number) {
  return retried(ctx, async (tx) => {
    const row = await pages.lock(tx, id)
    if (!row?.deletedAt) throw missing()
    const name = await findFreeName(tx, row, '-恢复')
    const dark = holds(tx.actor, MAY_PUBLISH) ? {} : { enabled: false, offlineAt: null }
    await refuseTaken(pages.mark(tx, id, { name, deletedAt: null, updatedBy: tx.actor.userId, ...dark }), taken)
    await dropServed(tx)
    await audit(tx, { ...trail(row, 'restore', { name }), before: undefined })
    return { id, version: row.version, name }
  })
}

/** Where a page is named: by other pages and blocks, and by the bottom navigation. @throws 404 */
export async function listReferences(ctx: Ctx, id: number) {
  await findPage(ctx, id)
  const uses = await pages.listUses(ctx, 'page', id, id)
  return { uses: [...((await inNavigation(ctx, id)) ? [navigationUse] : []), ...uses] }
}

/**
 * Makes the draft of a page what it was in a version; the draft that was there is kept.
 * @throws 403 to publish it without the right to; 404; 409; 422
 */
export function rollBack(
  ctx: Ctx,
  {
    versionId,
    version,
    publish = false,
  }: { versionId: number; version?: number | undefined; publish?: boolean | undefined },
) {
  if (publish && !holds(ctx.actor, MAY_PUBLISH)) throw forbidden(MAY_PUBLISH)
  return retried(ctx, async (tx) => {
    const kept = await versions.find(tx, versionId)
    if (!kept) throw new HttpError(404, 'NOT_FOUND', '版本不存在或已被删除')
    const row = await lockPage(tx, kept.pageId)
    await requireVersion(tx, row, version)
    const page = pageOf(kept, row)
    if (publish) await requirePublishable(tx, page)
    await keepDraft(tx, row, 'overwrite')
    const saved = await storeDraft(tx, row, page)
    const after = await lockPage(tx, row.id)
    const note = kept.no ? `回到 v${kept.no}` : `回到${versionKinds[kept.kind]}的版本`
    const publishedNo = publish ? await goLive(tx, after, page, { kind: 'rollback', note }) : after.publishedNo
    await audit(tx, trail(row, publish ? 'publish' : 'restore', { publishedNo, note }))
    return { ...saved, publishedNo }
  })
}

// By the clock.

/** Shows a scheduled version whose time has come. @returns why not, if it cannot */
export async function publishScheduled(tx: Ctx, due: { id: number; pageId: number }): Promise<ScheduleResult> {
  const struck = await versions.strikeOff(tx, due.id)
  if (!struck) return undefined
  const row = await pages.find(tx, due.pageId)
  const version = await versions.find(tx, struck.versionId)
  if (!row || row.deletedAt || !version) return undefined
  await noteWaiting(tx, row)
  const page = pageOf(version, row)
  const reason = await refusalOf(tx, page, struck.offlineAt)
  if (reason) return { row, to: struck.createdBy, reason }
  const publishedNo = await goLive(tx, row, page, {
    kind: 'publish',
    offlineAt: struck.offlineAt,
    versionId: version.id,
  })
  if (struck.setDefault) await becomeDefaultByClock(tx, row.id)
  await audit(tx, trail(row, 'publish', { publishedNo }))
  return { row, to: struck.createdBy, reason: '' }
}
type ScheduleResult = { row: pages.PageRecord; to: number | null; reason: string } | undefined

async function refusalOf(tx: Ctx, page: Page, offlineAt: Date | null): Promise<string> {
  if (offlineAt && offlineAt <= tx.now()) return '下线时间已过'
  const issues = errorsOf(checkPublish(page, await readFacts(tx, page)))
  return issues.length ? `页面有${issues.length}处问题：${issues[0]?.message}` : ''
}

async function becomeDefaultByClock(tx: Ctx, id: number): Promise<void> {
  const row = await pages.find(tx, id)
  if (!row) return
  const former = await pages.findDefault(tx, row.terminal, row.type)
  if (former) await pages.lockAll(tx, [former])
  await becomeDefault(tx, row)
}

/**
 * Ends the live version of a page that is locked: it goes dark, or, where it may not, comes back to the last version without an end.
 * @returns whom to tell, where there is none
 */
export async function endLive(tx: Ctx, id: number): Promise<ScheduleResult> {
  const row = await pages.find(tx, id)
  if (!row?.offlineAt || row.offlineAt > tx.now() || !row.enabled || row.deletedAt) return undefined
  if (!staysAlways(row) && !(await inNavigation(tx, id))) {
    await goDark(tx, row)
    await audit(tx, trail(row, 'status', { enabled: false, isDefault: false }))
    return { row, to: null, reason: '' }
  }
  const live = row.liveVersionId ? await versions.find(tx, row.liveVersionId) : undefined
  const before = live?.beforeId ? await versions.find(tx, live.beforeId) : undefined
  if (!before) {
    await pages.mark(tx, id, { offlineAt: null })
    await dropServed(tx)
    return { row, to: live?.createdBy ?? null, reason: '没有可以回到的版本，页面保持原样' }
  }
  const note = `到期回到 v${before.no}`
  const publishedNo = await goLive(tx, row, pageOf(before, row), { kind: 'rollback', note })
  await audit(tx, trail(row, 'publish', { publishedNo, note }))
  return { row, to: null, reason: '' }
}
