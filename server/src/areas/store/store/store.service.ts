import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { type Store, type StoreDraft, store } from '@zhanggui/contract/store/store.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import { answerPage, keep, wireRow } from '../../../platform/data/keep.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, inUse, notFound, refuseTaken, stateConflict } from '../../../platform/http/errors.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { findPlaces } from '../../setting/region/region.service.ts'
import type { PickupStore } from './store.parts.ts'
import * as stores from './store.repository.ts'

/** The orders of stores: how many wait to be picked up, how many may still come to that, and some of all of them. */
export type OrdersOfStores = (
  ctx: Ctx,
  storeIds: readonly number[],
) => Promise<{ storeId: number; pending: number; open: number; some: { type: string; id: number; name: string }[] }[]>

/** Orders are of a later area: it says which it has for a store. */
export const ordersOfStores = defineHook<OrdersOfStores>('orders of stores')

const WHAT = '门店'
const TAKEN = ['门店名称已存在', 'name'] as const
const OWN_ONLY = '仅可管理所属门店'

const kept = keep(stores, {
  what: WHAT,
  taken: TAKEN,
  toRow: async (draft: StoreDraft, tx) => {
    if (stores.ownStores(tx)) throw new Refusal(OWN_ONLY)
    return toRow(tx, draft)
  },
  toChange: async (draft: StoreDraft, tx, row) => {
    if (row.isDel) throw stateConflict('请先恢复门店')
    requireSwitch(tx, store.show.permission, row.isShow, draft.isShow)
    return toRow(tx, draft)
  },
  show: describe,
  stored: async (tx, id, { name, image }) => {
    if (image) await useFiles(tx, { type: 'store', id, field: 'image', title: `门店「${name}」` }, image)
  },
})
export const { get: getStore, save: saveStore, update: updateStore } = kept

/** A page of stores, newest change first, with their staff and the orders to be picked up there. */
export async function listStores(ctx: Ctx, { query }: RouteInput<typeof store.list>) {
  const answer = await answerPage(ctx, query, stores.list, async (row) => {
    const { staffNum, ...rest } = row
    return { ...(await describe(rest, ctx)), staffNum }
  })
  const found = await readOrders(
    ctx,
    answer.list.map(({ id }) => id),
  )
  const list = answer.list.map((row) => ({ ...row, pendingNum: pendingOf(found, row.id) }))
  return { ...answer, list }
}

/** How many stores are shown, hidden and in the recycle bin. */
export function countStores(ctx: Ctx, keywords: string | undefined) {
  return stores.count(ctx, keywords)
}

/**
 * Shows a store to buyers or hides it; its orders can be verified in any case.
 * @throws 404, 409 for one in the recycle bin
 */
export function showStore(ctx: Ctx, id: number, isShow: boolean) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockStore(tx, id)
    if (row.isDel) throw stateConflict('请先恢复门店')
    if (row.isShow === isShow) return { id, version: row.version }
    return change(tx, row, 'status', { isShow })
  })
}

/** What else happens when a store goes into the recycle bin, in the same transaction. */
export const storeRecycling = defineHook<(tx: Ctx, storeId: number) => Promise<void>>('stores put into the recycle bin')

/**
 * Moves a store into the recycle bin and switches its staff off.
 * @throws 404, 409 for one that is there, 422 while orders wait to be picked up, or may still come to that
 */
export async function recycleStore(ctx: Ctx, id: number): Promise<void> {
  await changeAll(ctx, id, async (tx, row) => {
    if (row.isDel) throw stateConflict('门店已在回收站')
    await stores.lockAlone(tx, id)
    const found = await readOrders(tx, [id])
    const [pending, open] = [pendingOf(found, id), found.reduce((sum, each) => sum + each.open, 0)]
    const still = [pending && `${pending}笔待核销订单`, open && `${open}笔待付款、待成团或退款中的自提订单`]
    if (pending || open) throw inUse(`该门店还有${still.filter(Boolean).join('、')}，不能删除`, [])
    for (const leave of tx.platform.hooks.of(storeRecycling)) await leave(tx, id)
    await change(tx, row, 'delete', { isDel: true })
  })
}

/**
 * Takes a store out of the recycle bin as it was; its staff stay off.
 * @throws 404, 409 for one that is not there, and when another has its name meanwhile
 */
export function recoverStore(ctx: Ctx, id: number) {
  return changeAll(ctx, id, async (tx, row) => {
    if (!row.isDel) throw stateConflict('门店不在回收站')
    return change(tx, row, 'restore', { isDel: false })
  })
}

/**
 * Deletes a store for good, with its staff.
 * @throws 404, 409 for one outside of the recycle bin, 422 when an order names it
 */
export async function removeStore(ctx: Ctx, id: number): Promise<void> {
  await changeAll(ctx, id, async (tx, row) => {
    if (!row.isDel) throw stateConflict('请先移入回收站')
    const [orders] = (await readOrders(tx, [id])).filter(({ some }) => some.length)
    if (orders) throw inUse('该门店已有订单记录，不能彻底删除', orders.some)
    const before = await describe(row, tx)
    await stores.remove(tx, [id])
    await freeFiles(tx, 'store', id)
    await audit(tx, { action: 'remove', objectId: id, objectName: row.name, before })
  })
}

/** Whether buyers may pick up at a store on a day. */
export function isOpenFor(store: PickupStore | null, day: string): boolean {
  if (!store?.isShow) return false
  const { validFrom, validTo } = store
  return !((validFrom && day < validFrom) || (validTo && day > validTo))
}

/** Places that stores lie in cannot be deleted. */
export async function findStoresOfPlace(ctx: Ctx, cityId: number) {
  return (await stores.listInPlace(ctx, cityId)).map((each) => ({ type: 'store', ...each }))
}

/** Locks a store and acts on all of its life, which is not for those who are limited to stores. */
function changeAll<Result>(ctx: Ctx, id: number, act: (tx: Ctx, row: stores.StoreRow) => Promise<Result>) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockStore(tx, id)
    if (stores.ownStores(tx)) throw new Refusal(OWN_ONLY)
    return act(tx, row)
  })
}

async function lockStore(tx: Ctx, id: number): Promise<stores.StoreRow> {
  const row = await stores.lock(tx, id)
  if (!row) throw notFound(WHAT)
  return row
}

function change(
  tx: Ctx,
  { id, name }: stores.StoreRow,
  action: AuditAction,
  set: { isShow?: boolean; isDel?: boolean },
) {
  return audited(
    tx,
    { action, objectId: id, objectName: name },
    () => getStore(tx, id),
    async () => {
      const saved = await refuseTaken(stores.update(tx, id, undefined, set), () => conflict(...TAKEN))
      if (!saved) throw notFound(WHAT)
      return saved
    },
  )
}

async function readOrders(ctx: Ctx, ids: readonly number[]) {
  const found = await Promise.all(ctx.platform.hooks.of(ordersOfStores).map((orders) => orders(ctx, ids)))
  return found.flat()
}

function pendingOf(orders: Awaited<ReturnType<OrdersOfStores>>, id: number): number {
  return orders.filter(({ storeId }) => storeId === id).reduce((sum, { pending }) => sum + pending, 0)
}

async function toRow(tx: Ctx, { image, validTime, dayTime, ...draft }: StoreDraft) {
  await requirePath(tx, draft.cityIds)
  const [validFrom, validTo] = validTime ?? [null, null]
  const [opensAt, closesAt] = dayTime ?? [null, null]
  for (const day of [validFrom, validTo])
    if (day && !isDay(day)) throw new BadInput('核销有效期不是有效的日期', 'validTime')
  if (validFrom && validTo && validTo < validFrom) throw new BadInput('结束日期不能早于开始日期', 'validTime')
  if (opensAt && closesAt && closesAt <= opensAt) throw new BadInput('营业结束时间应晚于开始时间', 'dayTime')
  const media = await readMedia(tx)
  return { ...draft, image: media.toStored(image), validFrom, validTo, opensAt, closesAt }
}

/** Refuses what is no path from a province down. */
async function requirePath(tx: Ctx, cityIds: readonly number[]): Promise<void> {
  const places = await findPlaces(tx, cityIds)
  const isPath = cityIds.every((id, index) => places.get(id)?.parentId === (cityIds[index - 1] ?? 0))
  if (!isPath) throw new BadInput('请选择门店地址', 'cityIds')
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

async function describe(row: stores.StoreRow, ctx: Ctx): Promise<Store> {
  const { validFrom, validTo, opensAt, closesAt, ...shown } = wireRow(row)
  const [media, places] = [await readMedia(ctx), await findPlaces(ctx, row.cityIds)]
  const names = row.cityIds.map((id) => places.get(id)?.name ?? '')
  return {
    ...shown,
    image: media.toWire(row.image),
    // The full name of a place begins with that of the place above it.
    area: names.map((name, index) => name.slice(names[index - 1]?.length ?? 0).trim() || name),
    validTime: validFrom && validTo ? [validFrom, validTo] : null,
    dayTime: opensAt && closesAt ? [opensAt, closesAt] : null,
  }
}
