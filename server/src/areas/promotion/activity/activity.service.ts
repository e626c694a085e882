import type { activity, activityDraft, Conflict } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import type * as t from '@zhanggui/contract/schema.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { amountText, toFen, toYuan } from '@zhanggui/domain/money.ts'
import { type OrderTab, orderStateOf, type RefundStatus } from '@zhanggui/domain/order/order-state.ts'
import {
  type ActivityType,
  activityPhase,
  activityPhases,
  dayStart,
  nextWindow,
  windowOfDays,
} from '@zhanggui/domain/promotion/activity.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import {
  conflict,
  HttpError,
  notFound,
  refuseTaken,
  stateConflict,
  versionConflict,
} from '../../../platform/http/errors.ts'
import { RUSH_TOPIC } from '../../../platform/http/rush.ts'
import { announce } from '../../../platform/work/bus.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { useFreightTemplate } from '../../product/freight/freight-template.service.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import { isToldOrders } from '../../user/scope/told-order.parts.ts'
import * as activities from './activity.repository.ts'
import { describeActivities } from './activity-describe.service.ts'
import { type ActivityKind, goingWords, kindOf, requireRight } from './activity-kinds.service.ts'
import { findLow, findOverlaps, type Plan } from './conflict.service.ts'

type Typed = t.Static<t.TObject<typeof activityDraft>>
/** What is typed of an activity of any kind; a SKU of a bargain has a lowest price. */
export type ActivityDraft = Omit<Typed, 'attrValue'> & {
  attrValue: (Typed['attrValue'][number] & { minPrice?: number | undefined })[]
}
export type ActivityChange = ActivityDraft & { id: number; version?: number | undefined }

/** How many of its orders the page of an activity shows. */
const WATCHED_ORDERS = 20
const BELOW_COST = '部分规格的最低到手价低于成本，确认后才能开启'

/**
 * Adds an activity.
 * @param storeOwn stores what the kind has of its own
 * @throws {BadInput} for days, prices and quotas that make no sense; 409 for a title that is taken, 422 for a product, SKU or template
 *   that cannot be used; what opening throws, if it is to be open
 */
export function saveActivity(
  ctx: Ctx,
  kind: ActivityKind,
  draft: ActivityDraft,
  storeOwn: (tx: Ctx, id: number) => Promise<void>,
): Promise<Saved> {
  requireOpening(ctx, kind, draft)
  return inTransaction(ctx, async (tx) => {
    const product = await activities.lockProduct(tx, draft.productId)
    if (!product || product.isDel || product.isRecycle) throw new Refusal('商品不存在或已删除')
    const fields = await readDraft(tx, draft)
    await requireTitle(tx, kind, draft.title)
    await useFreightTemplate(tx, draft.tempId)
    const saved = await activities.insert(tx, { ...fields, type: kind.type, productId: draft.productId, status: false })
    if (!saved) throw titleTaken()
    await storeOwn(tx, saved.id)
    await storeSkus(tx, kind, saved.id, draft, product.specType)
    await noteFiles(tx, kind, saved.id, fields)
    const version = draft.status ? await open(tx, kind, saved.id, draft.confirmBelowCost) : saved.version
    const after = await kind.getTyped(tx, saved.id)
    const about = { objectType: kind.object, objectId: saved.id, objectName: draft.title }
    await audit(tx, { ...about, after, labels: labelsOf(draft) })
    return { id: saved.id, version }
  })
}

/**
 * Changes an activity as far as its kind allows it as it stands. One that is open stays open unless `status` says otherwise, and passes
 * what opening asks: a later end would open one that was over unseen.
 * @param storeOwn stores what the kind has of its own
 * @throws 404; 409 where its kind refuses, for another version, for a quota below what is held or sold and for the removal of a SKU with
 *   orders; 403 for opening or closing without that right; as {@link saveActivity}
 */
export function updateActivity(
  ctx: Ctx,
  kind: ActivityKind,
  { id, version, ...draft }: ActivityChange,
  storeOwn: (tx: Ctx, id: number) => Promise<void>,
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const { row, product } = await lockBoth(tx, kind, id)
    const status = draft.status ?? row.status
    const wasOpen = row.status && activityPhase(row, tx.now()) !== 'ended'
    const before = await kind.getTyped(tx, id)
    if (version !== undefined && version !== row.version) throw versionConflict(before)
    const refusal = kind.editRefusal(row, tx.now())
    if (refusal) throw stateConflict(refusal)
    requireOpening(tx, kind, { status: status ? !wasOpen : row.status })
    if (draft.productId !== row.productId) throw new BadInput('不能更换关联商品', 'productId')
    if (product.isDel || product.isRecycle) throw new Refusal('商品不存在或已删除')
    const fields = await readDraft(tx, draft, row)
    if (draft.title !== row.title) await requireTitle(tx, kind, draft.title, id)
    if (draft.tempId !== row.tempId) await useFreightTemplate(tx, draft.tempId)
    const saved = await refuseTaken(activities.update(tx, id, version, fields), titleTaken)
    if (!saved) throw versionConflict(before)
    await storeOwn(tx, id)
    await storeSkus(tx, kind, id, draft, product.specType)
    await noteFiles(tx, kind, id, fields)
    const now = status
      ? await open(tx, kind, id, draft.confirmBelowCost)
      : row.status
        ? await close(tx, row)
        : saved.version
    const after = await kind.getTyped(tx, id)
    const about = { objectType: kind.object, objectId: id, objectName: draft.title }
    await audit(tx, { ...about, before, after, labels: labelsOf({ ...draft, status }) })
    return { id, version: now }
  })
}

/** Opens or closes an activity; what began goes on when it is closed. @throws 404; what opening throws */
export function switchActivity(
  ctx: Ctx,
  kind: ActivityKind,
  { id, status, confirmBelowCost }: { id: number; status: boolean; confirmBelowCost?: boolean | undefined },
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const { row } = await lockBoth(tx, kind, id)
    if (row.status === status) return { id, version: row.version }
    return audited(
      tx,
      {
        action: 'status',
        objectType: kind.object,
        objectId: id,
        objectName: row.title,
        labels: labelsOf({ status, confirmBelowCost }),
      },
      () => kind.getTyped(tx, id),
      async () => ({ id, version: status ? await open(tx, kind, id, confirmBelowCost) : await close(tx, row) }),
    )
  })
}

/** What the trail says of an opening that was confirmed although it is below cost. */
const labelsOf = ({
  status,
  confirmBelowCost,
}: Pick<ActivityDraft, 'status' | 'confirmBelowCost'>): Record<string, string> =>
  status && confirmBelowCost ? { status: '状态（已确认低于成本）' } : {}

/** Deletes an activity that does not run and in which nothing is alive. @throws 404, 409 */
export function removeActivity(ctx: Ctx, kind: ActivityKind, id: number): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    const { row } = await lockBoth(tx, kind, id)
    if (activityPhase(row, tx.now()) === 'running') throw stateConflict('活动开启中，商品不支持删除')
    const alive = aliveText(await countAlive(tx, kind, id))
    if (alive) throw stateConflict(`还有 ${alive}，${await howToDelete(tx, kind, id)}`)
    const before = await kind.getTyped(tx, id)
    await activities.update(tx, id, undefined, { isDel: true, status: false })
    if (row.status) await emit(tx, 'activity.closed', { id, type: row.type, title: row.title, ended: true })
    await freeFiles(tx, kind.object, id)
    await audit(tx, { action: 'delete', objectType: kind.object, objectId: id, objectName: row.title, before })
    return {}
  })
}

/** What is to be done before an activity can be deleted in which something goes on. */
async function howToDelete(tx: Ctx, kind: ActivityKind, id: number): Promise<string> {
  if (await countEnding(tx, kind, id)) return '请先提前结束活动'
  return kind.going?.countLasting ? '请等它们付款、下单或过期后再删除' : '请等它们付款或关闭后再删除'
}

/** How many of what goes on in an activity end with it. */
async function countEnding(ctx: Ctx, { going }: ActivityKind, id: number): Promise<number> {
  if (!going) return 0
  return (await going.count(ctx, id)) - ((await going.countLasting?.(ctx, id)) ?? 0)
}

/** What goes on when an activity is closed: orders that wait for their money, running teams, running bargains. */
async function countAlive(ctx: Ctx, { going }: ActivityKind, id: number) {
  const unpaid = await activities.countUnpaid(ctx, id)
  const count = going ? await going.count(ctx, id) : 0
  return { unpaid, team: going?.what === 'team' ? count : 0, session: going?.what === 'session' ? count : 0 }
}

/** The same in words, without what there is none of. */
function aliveText({ unpaid, ...going }: Awaited<ReturnType<typeof countAlive>>): string {
  const words = Object.entries(goingWords).map(([what, word]) => [going[what as keyof typeof going], word] as const)
  return [[unpaid, '笔待付款'] as const, ...words]
    .filter(([count]) => count)
    .map(([count, word]) => `${count} ${word}`)
    .join('、')
}

/** Ends an activity now, and with it what goes on in it. @throws 403, 404, 409 for one that has not begun, or in which all is over */
export function endActivity(ctx: Ctx, { body: { id } }: RouteInput<typeof activity.end>): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const kind = await requireKind(tx, id, 'update:status')
    const { row } = await lockBoth(tx, kind, id)
    const isOver = row.stopAt <= tx.now()
    if (isOver && !(await countEnding(tx, kind, id))) throw stateConflict('活动已结束')
    if (row.startAt > tx.now()) throw stateConflict('活动未开始，不需要结束；请直接关闭')
    return audited(
      tx,
      { action: 'close', objectType: kind.object, objectId: id, objectName: row.title },
      () => kind.getTyped(tx, id),
      async () => {
        const saved = await activities.update(tx, id, undefined, isOver ? {} : { stopAt: tx.now() })
        if (!saved) throw notFound(kind.what)
        await kind.going?.stop(tx, id)
        await emit(tx, 'activity.closed', { id, type: kind.type, title: row.title, ended: true })
        return saved
      },
    )
  })
}

/** Sets the whole quota of a SKU, also while it runs. @throws 403; 404; 409 below what is held or sold, or another version; 422 above the stock */
export function setQuota(
  ctx: Ctx,
  { body: { id, skuId, quota, version } }: RouteInput<typeof activity.quota>,
): Promise<RouteAnswer<typeof activity.quota>> {
  return inTransaction(ctx, async (tx) => {
    const kind = await requireKind(tx, id, 'update')
    const { row } = await lockBoth(tx, kind, id)
    const before = await kind.getTyped(tx, id)
    if (version !== undefined && version !== row.version) throw versionConflict(before)
    const held = (await activities.lockSkus(tx, id)).find((sku) => sku.productSkuId === skuId && !sku.isDel)
    const sku = (await activities.listSkus(tx, id, row.productId)).find((each) => each.skuId === skuId)
    if (!held || !sku) throw notFound('参与活动的规格')
    if (quota > held.quotaShow) requireStock(quota - held.reserved - held.sold, sku, 'quota')
    const set = await activities.setQuota(tx, id, skuId, quota)
    if (!set) throw belowHeld(held)
    const saved = await activities.update(tx, id, undefined, {})
    if (!saved) throw notFound(kind.what)
    if (quota > held.quotaShow) announceQuota(tx, [held.id])
    await audit(tx, {
      action: 'stock',
      objectType: kind.object,
      objectId: id,
      objectName: row.title,
      before,
      after: await kind.getTyped(tx, id),
    })
    return { ...saved, ...set }
  })
}

/** Copies an activity: closed, with what it has but its orders, for as many days from tomorrow. @throws 403, 404 */
export function copyActivity(ctx: Ctx, { body: { id } }: RouteInput<typeof activity.copy>): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const kind = await requireKind(tx, id, 'save')
    const row = await activities.find(tx, id)
    if (!row) throw notFound(kind.what)
    const {
      id: _1,
      version: _2,
      createdAt: _3,
      createdBy: _4,
      updatedAt: _5,
      updatedBy: _6,
      slot: _7,
      seckill: _8,
      combination: _9,
      bargain: _10,
      ...fields
    } = row
    const startAt = dayStart(new Date(tx.now().getTime() + DAY_MS))
    const days = Math.max(
      1,
      Math.round((dayStart(new Date(+row.stopAt - 1)).getTime() - dayStart(row.startAt).getTime()) / DAY_MS) + 1,
    )
    const title = freeTitle(row.title, await activities.listTitles(tx, row.type, row.title.slice(0, MAX_TITLE - 8)))
    const saved = await activities.insert(tx, {
      ...fields,
      title,
      status: false,
      startAt,
      stopAt: new Date(Math.min(startAt.getTime() + days * DAY_MS, LAST.getTime())),
    })
    if (!saved) throw titleTaken()
    await kind.copyOwn(tx, id, saved.id)
    const skus = await activities.listSkus(tx, id, row.productId)
    await activities.storeSkus(
      tx,
      saved.id,
      skus.flatMap(({ skuId, taking }) =>
        taking
          ? [
              {
                productSkuId: skuId,
                priceFen: taking.priceFen,
                minPriceFen: taking.minPriceFen,
                quotaShow: taking.quotaShow,
              },
            ]
          : [],
      ),
    )
    await noteFiles(tx, kind, saved.id, fields)
    const after = await kind.getTyped(tx, saved.id)
    await audit(tx, { action: 'create', objectType: kind.object, objectId: saved.id, objectName: title, after })
    return saved
  })
}

const DAY_MS = 24 * 3600_000
const MAX_TITLE = 200
/** The end of the last day that can be typed. */
const LAST = new Date('9999-12-31T24:00:00+08:00')

/** The title of a copy: 羊绒衫-副本, then -副本2. */
function freeTitle(title: string, taken: readonly string[]): string {
  for (let at = 1; ; at++) {
    const end = `-副本${at > 1 ? at : ''}`
    const free = `${title.slice(0, MAX_TITLE - end.length)}${end}`
    if (!taken.includes(free)) return free
  }
}

/** Opens or closes several activities, each by itself. */
export async function switchAll(
  ctx: Ctx,
  { body: { ids, action } }: RouteInput<typeof activity.batch>,
): Promise<RouteAnswer<typeof activity.batch>> {
  const errors: RouteAnswer<typeof activity.batch>['errors'] = []
  for (const id of ids) {
    const row = await activities.find(ctx, id)
    try {
      const kind = await requireKind(ctx, id, 'update:status')
      await switchActivity(ctx, kind, { id, status: action === 'open' })
    } catch (error) {
      if (!(error instanceof HttpError || error instanceof Refusal)) throw error
      errors.push({ id, title: row?.title ?? '', message: error.message })
    }
  }
  return { success: ids.length - errors.length, failed: errors.length, errors }
}

/** How many activities of a kind there are of each phase, under the filters of its list. */
export async function countPhases(
  ctx: Ctx,
  { query: { type, ...filter } }: RouteInput<typeof activity.headers>,
): Promise<RouteAnswer<typeof activity.headers>> {
  requireRight(ctx, kindOf(ctx, type), 'list')
  const counts = await activities.countPhases(ctx, { type, ...filter })
  const phases = Object.entries(activityPhases).map(([phase, name]) => {
    const key = phase as keyof typeof activityPhases
    return { phase: key, name, count: counts[key] ?? 0 }
  })
  return [{ phase: 'all', name: '全部', count: phases.reduce((sum, { count }) => sum + count, 0) }, ...phases]
}

/** How an activity sells now: quota, money and, for those who may see orders, its newest ones. @throws 403, 404 */
export async function watchActivity(
  ctx: Ctx,
  { query: { id } }: RouteInput<typeof activity.watch>,
): Promise<RouteAnswer<typeof activity.watch>> {
  const kind = await requireKind(ctx, id, 'list')
  const row = await activities.find(ctx, id)
  const [described] = row ? await describeActivities(ctx, [row]) : []
  if (!described) throw notFound('活动')
  const [sums] = await activities.sumSkus(ctx, [id])
  const { payFen, refundFen, ...counts } = await activities.sumOrders(ctx, id)
  const alive = await countAlive(ctx, kind, id)
  // Orders are listed for staff who may see orders, within their stores.
  const orders = isToldOrders(ctx) ? await activities.listOrders(ctx, id, WATCHED_ORDERS) : []
  const { title, phase, phaseName, quotaShow, left, reserved, sales } = described
  return {
    title,
    phase,
    phaseName,
    quotaShow,
    left,
    reserved,
    sales,
    soldOutTime: sums?.soldOutAt ? toWireTime(new Date(sums.soldOutAt)) : null,
    ...counts,
    payAmount: toYuan(payFen),
    refundAmount: toYuan(refundFen),
    unpaidCount: alive.unpaid,
    teamCount: alive.team,
    sessionCount: alive.session,
    orders: orders.map(({ payFen: fen, tab, refundStatus, createdAt, ...order }) => ({
      ...order,
      payPrice: toYuan(fen),
      state: orderStateOf(tab as OrderTab, refundStatus as RefundStatus)?.value ?? '',
      createTime: toWireTime(new Date(createdAt)),
    })),
  }
}

/**
 * A product was taken down although activities of it were open: they are closed and end, as nobody can buy in them.
 * @param tx a transaction
 */
export async function closeOfProduct(tx: Ctx, productId: number): Promise<void> {
  await activities.lockProduct(tx, productId)
  for (const { id, type } of await activities.listAlive(tx, productId)) {
    const kind = kindOf(tx, type)
    const row = await activities.lock(tx, id)
    if (!row || (!row.status && !(await countEnding(tx, kind, id)))) continue
    const end = row.startAt > tx.now() ? row.startAt : tx.now()
    const stopAt = row.stopAt < end ? row.stopAt : end
    await audited(
      tx,
      { action: 'close', objectType: kind.object, objectId: id, objectName: row.title },
      () => kind.getTyped(tx, id),
      async () => {
        await activities.closeNow(tx, id, stopAt)
        await kind.going?.stop(tx, id)
        await emit(tx, 'activity.closed', { id, type, title: row.title, ended: true })
      },
    )
  }
}

/** Tells every process that quota of activity SKUs has risen, once it is committed. */
export function announceQuota(tx: Ctx, activitySkuIds: readonly number[]): void {
  for (const id of activitySkuIds) announce(tx, RUSH_TOPIC, String(id))
}

/** Opening has a right of its own, also where an activity is saved open, or an edit opens or closes it. @throws 403 */
function requireOpening(ctx: Ctx, kind: ActivityKind, { status }: Pick<ActivityDraft, 'status'>): void {
  if (status) requireRight(ctx, kind, 'update:status')
}

async function requireKind(ctx: Ctx, id: number, act: string): Promise<ActivityKind> {
  const row = await activities.find(ctx, id)
  if (!row) throw notFound('活动')
  const kind = kindOf(ctx, row.type)
  requireRight(ctx, kind, act)
  return kind
}

/** Locks the product before the activity, in the order of product edits. */
async function lockBoth(tx: Ctx, kind: ActivityKind, id: number) {
  const found = await activities.find(tx, id)
  if (found?.type !== kind.type) throw missing(kind)
  const product = await activities.lockProduct(tx, found.productId)
  const row = await activities.lock(tx, id)
  if (!row || !product) throw missing(kind)
  return { row, product }
}

export const missing = ({ what }: Pick<ActivityKind, 'what'>) => new HttpError(404, 'NOT_FOUND', `${what}不存在`)
const titleTaken = () => conflict('活动标题已经存在', 'title')

async function requireTitle(tx: Ctx, { type, hasOwnTitles }: ActivityKind, title: string, exceptId = 0): Promise<void> {
  if (hasOwnTitles && (await activities.isTitleTaken(tx, type, title, exceptId))) throw titleTaken()
}

/** What was typed, as it is stored. @param row as it was, of a change */
async function readDraft(tx: Ctx, draft: ActivityDraft, row?: activities.ActivityRow) {
  const window = windowOfDays(draft.startTime, draft.stopTime)
  if (!window) throw new BadInput('活动日期不存在', 'startTime')
  if (window.from >= window.to) throw new BadInput('活动结束日期不能早于开始日期', 'stopTime')
  // One that was ended early ends when it did, unless another day is typed.
  const keepsEnd = row !== undefined && isSameDay(row.stopAt, window.to)
  if (!keepsEnd && window.to <= tx.now()) throw new BadInput('活动结束时间不能小于当前时间', 'stopTime')
  const media = await readMedia(tx)
  const {
    title,
    info = '',
    unitName,
    tempId,
    sort = 0,
    giveIntegral = 0,
    allowCoupon = null,
    allowPoints = null,
  } = draft
  if (!draft.image) throw new BadInput('请上传主图', 'image')
  if (draft.images.some((image) => !image)) throw new BadInput('请上传商品轮播图', 'images')
  return {
    title,
    info,
    unitName,
    tempId,
    sort,
    giveIntegral,
    allowCoupon,
    allowPoints,
    image: media.toStored(draft.image),
    images: draft.images.map(media.toStored),
    content: media.toStoredHtml(cleanRichHtml(draft.content ?? '')).trim(),
    startAt: window.from,
    stopAt: keepsEnd ? row.stopAt : window.to,
  }
}

const isSameDay = (stopAt: Date, to: Date) =>
  dayStart(new Date(+stopAt - 1)).getTime() === dayStart(new Date(+to - 1)).getTime()

type Files = Pick<activities.ActivityRow, 'title' | 'image' | 'images' | 'content'>
const noteFiles = (tx: Ctx, { object: type }: ActivityKind, id: number, { title, image, images, content }: Files) =>
  useFiles(tx, { type, id, field: 'image', title }, [image, ...images, content].join('\n'))

/** Gives the SKUs their prices and quotas; rules hold for what is new or changes, so that what has sold can still be edited. */
async function storeSkus(
  tx: Ctx,
  kind: ActivityKind,
  id: number,
  { attrValue, productId }: ActivityDraft,
  isMulti: boolean,
): Promise<void> {
  if (new Set(attrValue.map(({ skuId }) => skuId)).size < attrValue.length)
    throw new BadInput('有重复的规格', 'attrValue')
  if (!isMulti && attrValue.length > 1) throw new Refusal('单规格商品属性值不能大于1')
  const held = new Map((await activities.lockSkus(tx, id)).map((sku) => [sku.productSkuId, sku]))
  const skus = new Map((await activities.listSkus(tx, id, productId)).map((sku) => [sku.skuId, sku]))
  const changes = attrValue.flatMap(({ skuId, price, minPrice = 0, quota }, index) => {
    const sku = skus.get(skuId)
    if (!sku) throw new Refusal('规格不属于该商品')
    const before = held.get(skuId)
    const had = before?.isDel ? undefined : before
    const prices = { priceFen: toFen(price), minPriceFen: toFen(minPrice) }
    const { priceFen, minPriceFen } = prices
    const isSamePrice = had?.priceFen === priceFen && had.minPriceFen === minPriceFen
    const field = (name: string) => `attrValue[${index}].${name}`
    // A bargain may begin above the shelf: nobody pays that.
    if (kind.type !== 2 && !isSamePrice && priceFen > sku.saleFen)
      throw new BadInput(`规格「${sku.suk}」活动价不能高于商品售价 ${amountText(sku.saleFen)} 元`, field('price'))
    if (had?.quotaShow === quota) return isSamePrice ? [] : [{ productSkuId: skuId, ...prices, quotaShow: quota }]
    if (quota < 1) throw new BadInput('请正确输入限量', field('quota'))
    const { reserved = 0, sold = 0 } = before ?? {}
    if (before && quota < reserved + sold) throw belowHeld(before)
    if (quota > (had?.quotaShow ?? 0)) requireStock(quota - reserved - sold, sku, field('quota'))
    return [{ productSkuId: skuId, ...prices, quotaShow: quota }]
  })
  const wanted = new Set(attrValue.map(({ skuId }) => skuId))
  const gone = [...held.values()].filter(
    (sku) => !sku.isDel && !wanted.has(sku.productSkuId) && skus.has(sku.productSkuId),
  )
  const busy = (await kind.going?.busySkus?.(tx, id)) ?? []
  const cut = gone.find((sku) => busy.includes(sku.id))
  if (cut) throw stateConflict(`规格「${skus.get(cut.productSkuId)?.suk}」有进行中的砍价，不能移除`)
  const kept = gone.find((sku) => sku.sold + sku.reserved > 0)
  if (kept) throw stateConflict(`规格「${skus.get(kept.productSkuId)?.suk}」已有订单，不能移除`)
  await activities.removeSkus(
    tx,
    gone.map((sku) => sku.id),
  )
  await activities.storeSkus(tx, id, changes)
  const raised = changes.flatMap(({ productSkuId }) => held.get(productSkuId)?.id ?? [])
  if (raised.length) announceQuota(tx, raised)
}

function requireStock(left: number, { suk, stock }: activities.ListedSku, field: string): void {
  if (left > stock) throw new BadInput(`规格「${suk}」限量不能超过商品库存 ${stock}`, field)
}

const belowHeld = ({ reserved, sold }: Pick<activities.ActivitySkuRow, 'reserved' | 'sold'>) =>
  stateConflict(`限量不能小于已售和待付款数量 ${reserved + sold}`)

async function close(tx: Ctx, { id, type, title }: activities.ActivityRow): Promise<number> {
  const saved = await activities.update(tx, id, undefined, { status: false })
  if (!saved) throw notFound('活动')
  await emit(tx, 'activity.closed', { id, type, title, ended: false })
  return saved.version
}

/**
 * Opens an activity whose product is locked.
 * @returns its version
 * @throws 422 for a product that is not for sale, an activity that is over or has nothing left, a closed slot, and [BELOW_COST] unless that
 *   is confirmed; 409 for another activity that stands in its way
 */
async function open(tx: Ctx, kind: ActivityKind, id: number, confirmBelowCost = false): Promise<number> {
  const row = await activities.lock(tx, id)
  if (!row) throw missing(kind)
  const product = await activities.lockProduct(tx, row.productId)
  if (!product || product.isDel || product.isRecycle) throw new Refusal('关联的商品已删除，无法开启活动')
  if (!product.isShow) throw new Refusal('关联的商品未上架，无法开启活动')
  if (!nextWindow(row, tx.now())) throw new Refusal('活动已结束，无法开启')
  const live = new Set((await activities.listSkus(tx, id, row.productId)).map(({ skuId }) => skuId))
  const skus = (await activities.lockSkus(tx, id)).filter((sku) => !sku.isDel && live.has(sku.productSkuId))
  if (!skus.some(({ quota }) => quota > 0)) throw new Refusal('限量已用完')
  if (row.slot && !row.slot.isOpen) throw new Refusal('秒杀时段已关闭')
  const plan: Plan = {
    type: row.type as ActivityType,
    id,
    productId: row.productId,
    startAt: row.startAt,
    stopAt: row.stopAt,
    allowCoupon: row.allowCoupon,
    timeId: row.seckill?.timeId ?? 0,
    // What somebody pays in the end.
    skus: skus.map(({ productSkuId: skuId, priceFen, minPriceFen, quota }) => ({
      skuId,
      priceFen: kind.type === 2 ? minPriceFen : priceFen,
      quota,
    })),
  }
  const hard = (await findOverlaps(tx, plan)).find(({ level }) => level === 'hard')
  if (hard) throw new HttpError(409, 'ACTIVITY_CONFLICT', hard.message, { conflicts: [pickConflict(hard)] })
  if (!confirmBelowCost) await refuseBelowCost(tx, plan)
  const saved = await activities.update(tx, id, undefined, { status: true })
  if (!saved) throw missing(kind)
  if (!row.status) await emit(tx, 'activity.opened', { id, type: row.type, title: row.title })
  return saved.version
}

const pickConflict = ({ type, id, title, message }: Conflict) => ({ type, id, title, message })

/** Asks whether it is meant; costs are told only to those who may see them. */
async function refuseBelowCost(tx: Ctx, plan: Plan): Promise<void> {
  const below = (await findLow(tx, plan)).filter(({ isBelowCost }) => isBelowCost)
  if (!below.length) return
  const skus = below.map(({ skuId, suk, lowestFen, costFen }) => ({
    skuId,
    suk,
    lowest: toYuan(lowestFen),
    ...(maySeeCost(tx) && { cost: toYuan(costFen) }),
  }))
  throw new HttpError(422, 'BELOW_COST', BELOW_COST, { skus })
}
