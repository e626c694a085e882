import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { type Address, type AddressForm, MAX_ADDRESSES } from '@zhanggui/contract/user/buyer-address.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { writtenArea } from '@zhanggui/domain/setting/area-name.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { findChoosable, findRegionPath } from '../../setting/region/region.service.ts'
import { disabledBuyer } from '../buyer-session/buyer-session.service.ts'
import * as addresses from './buyer-address.repository.ts'

const WHAT = '收货地址'
/** At most this many addresses are named as uses of a place. */
const NAMED_USES = 5

/** The calling buyer's addresses, the default first, then the newest. */
export async function listAddresses(ctx: Ctx, query: RouteInput<typeof buyerAddress.list>['query']) {
  const paging = readPage(query)
  const { rows, total } = await addresses.list(ctx, ctx.buyer.uid, paging)
  return { list: rows.map(describe), total, page: paging.page, limit: paging.limit }
}

/** @throws 404, also for another buyer's */
export async function getAddress(ctx: Ctx, id: number): Promise<Address> {
  return describe(await requireAddress(ctx, ctx.buyer.uid, id))
}

/** The calling buyer's default address; null without any address. */
export async function getDefaultAddress(ctx: Ctx): Promise<Address | null> {
  const row = await addresses.findDefault(ctx, ctx.buyer.uid)
  return row ? describe(row) : null
}

/**
 * Adds an address of the calling buyer, or with an id changes it. The first one is the default, which ends only when
 * another becomes it.
 * @throws {BadInput} for a place that cannot be chosen; 404 for another buyer's, 422 for one more than 20
 */
export async function editAddress(ctx: Ctx, { id, isDefault = false, ...form }: AddressForm): Promise<{ id: number }> {
  const { uid } = ctx.buyer
  const place = await readPlace(ctx, form.cityId)
  return retried(ctx, async (tx) => {
    // The account may have ended since the call came: an address would outlive it.
    if (!(await addresses.lockOwner(tx, uid))) throw disabledBuyer()
    const total = await addresses.count(tx, uid)
    const before = id === undefined ? undefined : await requireAddress(tx, uid, id)
    if (!before && total >= MAX_ADDRESSES) throw new Refusal(`最多保存 ${MAX_ADDRESSES} 个收货地址，请先删除不用的地址`)
    const becomes = !before?.isDefault && (isDefault || total === 0)
    if (becomes) await addresses.clearDefault(tx, uid)
    const row = { uid, ...form, ...place, isDefault: becomes || before?.isDefault === true }
    if (!before) return { id: await addresses.insert(tx, row) }
    await addresses.update(tx, uid, before.id, row)
    return { id: before.id }
  })
}

/** Makes an address the calling buyer's default one. @throws 404, also for another buyer's */
export async function setDefaultAddress(ctx: Ctx, id: number): Promise<{ id: number }> {
  const { uid } = ctx.buyer
  return retried(ctx, async (tx) => {
    await addresses.lockOwner(tx, uid)
    await addresses.clearDefault(tx, uid)
    if (!(await addresses.update(tx, uid, id, { isDefault: true }))) throw notFound(WHAT)
    return { id }
  })
}

/** Deletes an address of the calling buyer; after the default one, the newest becomes it. @throws 404 */
export async function removeAddress(ctx: Ctx, id: number): Promise<void> {
  const { uid } = ctx.buyer
  await retried(ctx, async (tx) => {
    await addresses.lockOwner(tx, uid)
    const gone = await addresses.remove(tx, uid, id)
    if (!gone) throw notFound(WHAT)
    if (gone.isDefault) await addresses.defaultToNewest(tx, uid)
  })
}

/** Where an order is to be sent. */
export type DeliveryAddress = Pick<
  addresses.AddressRow,
  'id' | 'realName' | 'phone' | 'cityId' | 'province' | 'city' | 'district' | 'detail'
> & {
  /** District, city, province, as `quoteFreight` takes them; empty when the place does not exist any more. */
  path: number[]
}

/** An address of a buyer, for an order of theirs. @throws 404, also for another buyer's */
export async function addressOf(ctx: Ctx, uid: number, id: number): Promise<DeliveryAddress> {
  const { realName, phone, cityId, province, city, district, detail } = await requireAddress(ctx, uid, id)
  return { id, realName, phone, cityId, province, city, district, detail, path: await findRegionPath(ctx, cityId) }
}

/** Places that addresses lie in cannot be deleted. */
export async function findAddressesOfPlace(ctx: Ctx, cityId: number) {
  const found = await addresses.listInPlace(ctx, cityId, NAMED_USES)
  return found.map(({ id, uid }) => ({ type: 'buyer-address', id, name: `用户${uid}的收货地址` }))
}

async function requireAddress(ctx: Ctx, uid: number, id: number): Promise<addresses.AddressRow> {
  const row = await addresses.find(ctx, uid, id)
  if (!row) throw notFound(WHAT)
  return row
}

/** The names of a place as they are now. @throws {BadInput} unless buyers can choose it */
async function readPlace(ctx: Ctx, cityId: number) {
  const names = await findChoosable(ctx, cityId)
  if (!names) throw new BadInput('所在地区不可选择，请选到最末一级', 'cityId')
  const [province = '', city = '', ...below] = names
  return { province, city, district: below.join('') }
}

function describe({ uid: _1, createdAt: _2, updatedAt: _3, ...address }: addresses.AddressRow): Address {
  return writtenArea(address)
}
