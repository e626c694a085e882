import { isDeepStrictEqual } from 'node:util'
import {
  type Coupon,
  type CouponChange,
  type CouponDraft,
  type CouponQuery,
  coupon,
} from '@zhanggui/contract/coupon/coupon.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import { type CouponFacts, couponPhase } from '@zhanggui/domain/promotion/coupon.ts'
import { parseWireTime, toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { answerPage } from '../../../platform/data/keep.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError, notFound, versionConflict } from '../../../platform/http/errors.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import { repeat } from '../../../platform/work/repeat.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import {
  addBudget,
  type BudgetKey,
  changeBudget,
  type DescribedBudget,
  describeBudgets,
  NO_BUDGET,
  readyBudget,
} from '../budget/budget.service.ts'
import * as coupons from './coupon.repository.ts'

const MAX_CATEGORIES = 50
/** The interval for folding changes of counts; until then readers add them up. */
const FOLD_MS = 1000

/** A page of coupons, the highest sort first. */
export async function listCoupons(ctx: Ctx, { query }: { query: CouponQuery }) {
  const page = await answerPage(ctx, query, coupons.list, (row) => describe(row, ctx.now()))
  const budgets = await describeBudgets(
    ctx,
    'coupon',
    page.list.map(({ id }) => id),
  )
  return { ...page, list: page.list.map((row) => ({ ...row, ...budgets.get(row.id) })) }
}

const budgetOf = (refId: number): BudgetKey => ({ kind: 'coupon', refId })
const findBudget = async (ctx: Ctx, id: number) => (await describeBudgets(ctx, 'coupon', [id])).get(id) ?? NO_BUDGET

/** How many coupons there are of each phase. */
export async function countCoupons(ctx: Ctx, { query }: Pick<RouteInput<typeof coupon.counts>, 'query'>) {
  const counts = await coupons.countPhases(ctx, query)
  return { all: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts }
}

/** A page of the coupons that staff can send. */
export function listSendable(ctx: Ctx, { query }: RouteInput<typeof coupon.sendList>) {
  return answerPage(ctx, query, coupons.listSendable, termsOf)
}

/** A coupon with the products or categories it is for, without deleted ones. @throws 404 */
export async function getCoupon(ctx: Ctx, { body: { id } }: RouteInput<typeof coupon.info>) {
  const row = await coupons.find(ctx, id)
  if (!row) throw missing()
  const media = await readMedia(ctx)
  const products = row.useType === 2 ? await coupons.listProducts(ctx, row.scopeIds) : []
  const categories = row.useType === 3 ? await coupons.listCategories(ctx, row.scopeIds) : []
  return {
    coupon: describe(row, ctx.now(), await findBudget(ctx, row.id)),
    products: products.map(({ priceFen, image, ...product }) => {
      return { ...product, image: media.toWire(image), price: toYuan(priceFen) }
    }),
    categories,
  }
}

/**
 * Adds a coupon.
 * @throws {BadInput} for what is missing or contradicts itself; 404 for a missing segment; 422 for a period of use that ends
 * before the receiving does or is over, and for missing products or categories
 */
export function saveCoupon(ctx: Ctx, draft: CouponDraft): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    await readyBudget(tx, draft.budget)
    const { scopeIds, ...row } = readDraft(draft)
    requireSwitch(tx, coupon.useStatus.permission, false, row.status)
    requirePeriod(row, tx.now())
    await requireScope(tx, row.useType, scopeIds)
    await requireSegment(tx, row.segmentId)
    const saved = await coupons.insert(tx, row)
    if (!saved) throw new Error('a coupon was not stored')
    await coupons.insertScope(tx, saved.id, scopeIds)
    await addBudget(tx, budgetOf(saved.id), draft.budget)
    const after = await getTyped(tx, saved.id)
    await audit(tx, { objectId: saved.id, objectName: row.name, after })
    return saved
  })
}

/**
 * Changes what may change once buyers hold copies.
 * @throws 404; 409 for another version and for a budget below what is used of it; 422 for other fields, for numbers that fall and for an
 *   end that comes earlier
 */
export function updateCoupon(ctx: Ctx, { id, version, ...change }: CouponChange): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const isNew = await readyBudget(tx, change.budget, budgetOf(id))
    const row = await coupons.lock(tx, id)
    if (!row) throw missing()
    const before = await getTyped(tx, id)
    requireFrozen(change, before)
    const { name, segmentId, limitPerUser } = change
    if (segmentId !== row.segmentId) await requireSegment(tx, segmentId)
    if (limitPerUser !== undefined && limitPerUser < row.limitPerUser) throw new Refusal('每人限领数量只能增加')
    const saved = await coupons.update(tx, id, version, {
      ...plainOf(change),
      total: raisedTotal(row, change.total),
      receiveEnd: laterEnd(row, change.receiveEndTime),
    })
    if (!saved) throw versionConflict(before)
    await changeBudget(tx, budgetOf(id), change.budget, isNew)
    await audit(tx, { objectId: id, objectName: name ?? row.name, before, after: await getTyped(tx, id) })
    return saved
  })
}

/** Opens or closes a coupon. @throws 404; 422 for one whose period of use is over */
export function useCoupon(ctx: Ctx, { id, status }: { id: number; status: boolean }): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await coupons.lock(tx, id)
    if (!row) throw missing()
    if (row.status === status) return { id, version: row.version }
    if (status) requireUsable(row, tx.now())
    const before = await getTyped(tx, id)
    const saved = await coupons.update(tx, id, undefined, { status })
    if (!saved) throw missing()
    await audit(tx, { action: 'status', objectId: id, objectName: row.name, before, after: await getTyped(tx, id) })
    return saved
  })
}

/** Deletes a coupon; the copies that buyers hold can still be spent. @throws 404 */
export function removeCoupon(ctx: Ctx, id: number): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    const row = await coupons.lock(tx, id)
    if (!row) throw missing()
    const before = await getTyped(tx, id)
    await coupons.remove(tx, id)
    await audit(tx, { objectId: id, objectName: row.name, before })
    return {}
  })
}

/** The coupons that name a segment, so that it is not deleted. */
export async function couponsOfSegment(ctx: Ctx, id: number) {
  const found = await coupons.listOfSegment(ctx, id)
  return found.map((each) => ({ type: 'coupon', ...each }))
}

/** Keeps folding the changes of counts in a worker process. Returns a function that stops it. */
export const watchCounts = (own: Ctx) =>
  repeat(own, FOLD_MS, () => coupons.foldCounts(own), 'the counts of coupons were not folded')

/** What the phase of a coupon follows from. */
export function factsOf({ receiveStart, receiveEnd, ...row }: coupons.CouponRow): CouponFacts {
  return { ...row, receiveFrom: receiveStart, receiveTo: receiveEnd }
}

/** The terms of a coupon as the wire shows them. */
export function termsOf(row: coupons.CouponRow) {
  const { id, name, useType, type, isFixedTime, useStart, useEnd, day, isLimited, total, received } = row
  return {
    id,
    name,
    money: toYuan(row.moneyFen),
    minPrice: toYuan(row.minPriceFen),
    useType,
    type,
    isFixedTime,
    useStartTime: wireTime(useStart),
    useEndTime: wireTime(useEnd),
    day,
    isLimited,
    lastTotal: isLimited ? total - received : null,
  }
}

function describe(row: coupons.CountedCoupon, now: Date, budget: DescribedBudget = NO_BUDGET): Coupon {
  const { version, scopeIds, total, receiveStart, receiveEnd, status } = row
  return {
    ...termsOf(row),
    ...plainOf(row),
    version,
    scopeIds,
    total,
    status,
    isReceiveLimited: receiveEnd !== null,
    receiveStartTime: wireTime(receiveStart),
    receiveEndTime: wireTime(receiveEnd),
    receivedCount: row.receivedCount,
    usedCount: row.usedCount,
    ...budget,
    phase: couponPhase(factsOf(row), now),
    createTime: toWireTime(row.createdAt),
    updateTime: toWireTime(row.updatedAt),
  }
}

/** A coupon as staff typed it, for the audit trail: what its copies and the clock change is left out. */
/** What was typed of a coupon. @throws 404 */
export async function getTyped(tx: Ctx, id: number) {
  const row = await coupons.find(tx, id)
  if (!row) throw missing()
  const {
    receivedCount: _1,
    usedCount: _2,
    phase: _3,
    lastTotal: _4,
    budget,
    budgetUsed: _5,
    ...typed
  } = describe(row, tx.now(), await findBudget(tx, id))
  return { ...typed, budget: budget ?? 0 }
}

const missing = () => new HttpError(404, 'NOT_FOUND', '优惠券不存在')

/** What is stored, shown and changed just as it is typed: a further field of that kind stands here, and in the contract and the table. */
const plain = ['name', 'sort', 'remark', 'segmentId', 'limitPerUser'] as const
type Plain = (typeof plain)[number]

const plainOf = <Given extends Partial<Pick<coupons.CouponRow, Plain>>>(given: Given) =>
  Object.fromEntries(plain.map((name) => [name, given[name]])) as Pick<Given, Plain & keyof Given>

/** What was typed, as it is stored; what does not go with the choices made is left out. */
function readDraft(draft: CouponDraft) {
  const { useType = 1, type = 1, isLimited = false, total = 0, status = false } = draft
  const scopeIds = useType === 1 ? [] : (draft.scopeIds ?? [])
  if (useType !== 1) requireTargets(useType, scopeIds)
  const period = readPeriod(draft)
  const window = readWindow(draft)
  if (isLimited && !total) throw new BadInput('请输入发布数量', 'total')
  return {
    ...plainOf({ sort: 0, remark: '', segmentId: null, limitPerUser: 1, ...draft }),
    status,
    useType,
    type,
    scopeIds,
    moneyFen: toFen(draft.money),
    minPriceFen: toFen(draft.minPrice ?? 0),
    isLimited,
    total: isLimited ? total : 0,
    ...period,
    ...window,
  }
}

function requireTargets(useType: 2 | 3, scopeIds: readonly number[]): void {
  if (!scopeIds.length) throw new BadInput(useType === 2 ? '请选择商品' : '请选择品类', 'scopeIds')
  if (useType === 3 && scopeIds.length > MAX_CATEGORIES)
    throw new BadInput(`品类最多选择${MAX_CATEGORIES}个`, 'scopeIds')
}

/** When copies can be spent: between two moments, or so many days from the receipt. */
function readPeriod({ isFixedTime = false, day = 0, useStartTime, useEndTime }: CouponDraft) {
  if (!isFixedTime && !day) throw new BadInput('请选择使用有效期限', 'day')
  if (!isFixedTime) return { isFixedTime, day, useStart: null, useEnd: null }
  const useStart = readMoment(useStartTime, '使用开始时间', 'useStartTime')
  const useEnd = readMoment(useEndTime, '使用结束时间', 'useEndTime')
  if (!useStart || !useEnd) throw new BadInput('请选择使用有效期限', useStart ? 'useEndTime' : 'useStartTime')
  if (useStart >= useEnd) throw new BadInput('使用结束时间必须晚于使用开始时间', 'useEndTime')
  return { isFixedTime, day: 0, useStart, useEnd }
}

/** When copies can be received. */
function readWindow({ isReceiveLimited, receiveStartTime, receiveEndTime }: CouponDraft) {
  if (!isReceiveLimited) return { receiveStart: null, receiveEnd: null }
  const receiveStart = readMoment(receiveStartTime, '领取开始时间', 'receiveStartTime')
  const receiveEnd = readMoment(receiveEndTime, '领取结束时间', 'receiveEndTime')
  if (!receiveStart || !receiveEnd)
    throw new BadInput('请选择领取时间', receiveStart ? 'receiveEndTime' : 'receiveStartTime')
  if (receiveStart >= receiveEnd) throw new BadInput('领取结束时间必须晚于领取开始时间', 'receiveEndTime')
  return { receiveStart, receiveEnd }
}

function readMoment(text: string | undefined, label: string, field: string): Date | undefined {
  if (!text) return undefined
  const at = parseWireTime(text)
  if (!at) throw new BadInput(`${label}格式不正确`, field)
  return at
}

type Period = Pick<coupons.CouponRow, 'isFixedTime' | 'useEnd' | 'receiveEnd'>

/** Copies must not be received after the last moment at which they can be spent. */
function requirePeriod(row: Period, now: Date): void {
  if (row.useEnd && row.receiveEnd && row.useEnd < row.receiveEnd) throw new Refusal('使用结束时间不能早于领取结束时间')
  requireUsable(row, now)
}

/** The last second counts. */
function requireUsable({ isFixedTime, useEnd }: Period, now: Date): void {
  if (isFixedTime && useEnd && now.getTime() >= useEnd.getTime() + 1000) throw new Refusal('优惠券使用时间已过')
}

async function requireScope(tx: Ctx, useType: number, ids: readonly number[]): Promise<void> {
  if (useType === 2 && (await coupons.listProducts(tx, ids)).length < ids.length)
    throw new Refusal('优惠券对应商品不存在')
  if (useType === 3 && (await coupons.lockCategories(tx, ids)).length < ids.length)
    throw new Refusal('优惠券对应分类不存在')
}

async function requireSegment(tx: Ctx, id: number | null | undefined): Promise<void> {
  if (id && !(await coupons.lockSegment(tx, id))) throw notFound('智能分群')
}

/** What buyers who hold a copy rely on. */
const frozen = [
  ...['money', 'minPrice', 'useType', 'scopeIds', 'type', 'isLimited', 'isReceiveLimited', 'receiveStartTime'],
  ...['isFixedTime', 'useStartTime', 'useEndTime', 'day'],
] as (keyof CouponChange & keyof Coupon)[]

/** Refuses a change of the money and the rules; a form may send them as they are. */
function requireFrozen(change: Partial<CouponChange>, before: Partial<Coupon>): void {
  const isChanged = (key: (typeof frozen)[number]) => {
    const given = change[key]
    if (given === undefined || given === '') return false
    const value = Array.isArray(given) ? [...given].sort((one, other) => one - other) : given
    return !isDeepStrictEqual(value, before[key])
  }
  if (frozen.some(isChanged)) throw new Refusal('已发布的优惠券不能修改金额和规则')
}

function raisedTotal({ isLimited, total: before }: coupons.CouponRow, total: number | undefined): number | undefined {
  if (total === undefined || total === before) return undefined
  if (!isLimited) throw new Refusal('不限量的优惠券不能设置发布数量')
  if (total < before) throw new Refusal('发布数量只能增加')
  return total
}

function laterEnd(row: coupons.CouponRow, typed: string | undefined): Date | undefined {
  const receiveEnd = readMoment(typed, '领取结束时间', 'receiveEndTime')
  if (!receiveEnd) return undefined
  if (!row.receiveEnd || receiveEnd < row.receiveEnd) throw new Refusal('领取结束时间只能延后')
  if (row.useEnd && row.useEnd < receiveEnd) throw new Refusal('使用结束时间不能早于领取结束时间')
  return receiveEnd
}
