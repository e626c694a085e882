import type { Route } from '@zhanggui/contract/routes.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { buyerCollect } from '@zhanggui/contract/user/buyer-collect.ts'
import { addressForm } from './address.ts'
import { makeCategory, makeProduct, productDraft, productPermissions } from './product.ts'
import type { Caller, Shop } from './shop.ts'

/** Makes a row of a buyer's. Returns the input of a call that names it. */
type MakeRow = (shop: Shop, owner: Caller) => Promise<NamingInput>
type NamingInput = Partial<Record<'params' | 'query' | 'body', Readonly<Record<string, unknown>>>>

/**
 * For each call of buyers that names a row, by the route's name: a row of one's own (AU-60). The walk makes the row, calls
 * the route for another buyer, which must answer 404, and then for its owner, which must not. A route that takes what
 * belongs to the shop names it by one of {@link shared}, and has no entry here.
 */
export const rowsOfBuyers: Record<string, MakeRow> = {
  'buyer-address.info': async (_, owner) => ({ params: { id: await makeAddress(owner) } }),
  'buyer-address.edit': async (_, owner) => ({ body: { id: await makeAddress(owner), ...addressForm() } }),
  'buyer-address.remove': async (_, owner) => ({ body: { id: await makeAddress(owner) } }),
  'buyer-address.makeUsual': async (_, owner) => ({ body: { id: await makeAddress(owner) } }),
  'buyer-collect.remove': async (shop, owner) => ({ body: { ids: [await makeFavourite(shop, owner)] } }),
}

const idName = /^(id|ids|\w+Id|\w+Ids|\w+No)$/
/** Fields that name what belongs to the shop. */
const shared = /^(productIds?|skuId|cityId|storeId|attrValueId|couponId)$/

/** Whether a call of buyers names a row of theirs, in its path or its input. */
export function namesOwnRow({ params, query, body }: Route): boolean {
  const fields = [params, query, body].flatMap((schema) =>
    Object.keys((schema as Schema | undefined)?.properties ?? {}),
  )
  return fields.some((name) => idName.test(name) && !shared.test(name))
}

async function makeAddress(owner: Caller): Promise<number> {
  return (await owner.call(buyerAddress.edit, { body: addressForm() })).body.id
}

async function makeFavourite(shop: Shop, owner: Caller): Promise<number> {
  const staff = await shop.signIn({ permissions: productPermissions })
  const cateId = await makeCategory(staff, '收藏')
  const { id: productId } = await makeProduct(staff, productDraft(cateId, { isShow: true }))
  await owner.call(buyerCollect.add, { body: { productId } })
  const [favourite] = (await owner.call(buyerCollect.list)).body.list
  return favourite?.id ?? 0
}

type Schema = { properties?: Record<string, unknown> }
