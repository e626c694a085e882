import { frontOrder, type PreOrderForm } from '@zhanggui/contract/order/front-order.ts'
import { type RushKeys, readRushNo } from '../../../platform/http/rush.ts'

type Numbered = { preOrderNo?: unknown }

/** By the number of a checkout, which says what it is for. */
const byNumber = (read: (input: { params: unknown; body: unknown }) => unknown): RushKeys['keyOf'] => {
  return (platform, input) => {
    const { preOrderNo: no } = (read(input) ?? {}) as Numbered
    const id = typeof no === 'string' ? readRushNo(platform, no) : undefined
    return id === undefined || typeof no !== 'string' ? undefined : { key: String(id), no }
  }
}

/** A checkout that is begun in an activity; nothing of the body was looked at yet. */
const ofActivity: RushKeys['keyOf'] = (_, { body }) => {
  const details = (body as Partial<PreOrderForm> | undefined)?.orderDetails
  const [detail] = Array.isArray(details) ? details : []
  if (typeof detail !== 'object' || detail === null) return undefined
  const { seckillId, bargainId, combinationId, attrValueId } = detail
  const isAsked = Boolean(Number(seckillId) || Number(bargainId) || Number(combinationId))
  const id = Number(attrValueId)
  return isAsked && Number.isSafeInteger(id) && id > 0 ? { key: String(id) } : undefined
}

/** For what the steps of a checkout rush: the SKU of an activity. */
export const checkoutRush: readonly RushKeys[] = [
  { route: frontOrder.pre.name, keyOf: ofActivity },
  { route: frontOrder.load.name, keyOf: byNumber(({ params }) => params) },
  { route: frontOrder.price.name, keyOf: byNumber(({ body }) => body) },
  { route: frontOrder.create.name, keyOf: byNumber(({ body }) => body) },
]
