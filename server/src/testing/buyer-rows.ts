import type { Route } from '@zhanggui/contract/routes.ts'
import type { Caller, CallInput, Shop } from './shop.ts'

/** Makes a row of a buyer's. Returns the input of a call that names it. */
type MakeRow = (shop: Shop, owner: Caller) => Promise<CallInput<Route>>

/** For each call of buyers that names a row, by the route's name: a row of one's own (AU-60). */
export const rowsOfBuyers: Record<string, MakeRow> = {}

const idName = /^(id|ids|\w+Id|\w+Ids|\w+No)$/
/** Fields that name what belongs to the shop. */
const shared = /^(productId|skuId|cityId|storeId|attrValueId|couponId)$/

/** Whether a call of buyers names a row of theirs, in its path or its input. */
export function namesOwnRow({ params, query, body }: Route): boolean {
  const fields = [params, query, body].flatMap((schema) =>
    Object.keys((schema as Schema | undefined)?.properties ?? {}),
  )
  return fields.some((name) => idName.test(name) && !shared.test(name))
}

type Schema = { properties?: Record<string, unknown> }
