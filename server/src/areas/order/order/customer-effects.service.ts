import { billTypes, MAX_POINTS, pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { changeExperience, changePoints, countRefund, cutPoints } from '../../user/ledger/ledger.service.ts'
import type { OrderDraft, OrderEffects } from './order-effects.service.ts'

const DAY_MS = 24 * 3600_000

const spend = {
  linkType: 'order',
  status: pointsStatuses.done,
} as const
const earn = { type: 1, linkType: 'order', title: '用户订单付款成功' } as const
const earnKey = ({ id }: Pick<OrderDraft, 'id'>) => `order:${id}:earn`

/** What the customer spends on an order and has of it: balance, points, experience, and what counts as bought. */
export const customerEffects: OrderEffects = {
  place: 'customer',
  creating: ({ id, uid, orderNo: linkId, useIntegral: integral }) =>
    integral
      ? { points: { ...spend, uid, type: 2, integral, linkId, title: '订单积分抵扣', bizKey: `order:${id}:spend` } }
      : {},
  paying: ({ id, uid, orderNo: linkId, payPriceFen: payFen, gainIntegral: points }, payType) => ({
    purchase: {
      uid,
      linkId,
      payFen,
      payType,
      fromBalance: payType === 'yue' && payFen > 0,
      billTitle: billTypes.pay_order,
      experience: Math.min(Math.floor(payFen / 100), MAX_POINTS),
      points,
      earnTitle: earn.title,
      key: `order:${id}`,
    },
  }),
  closed: async (tx, { id, uid, orderNo: linkId, useIntegral: integral }) => {
    if (!integral) return undefined
    const title = '订单取消退回积分'
    await changePoints(tx, {
      ...spend,
      uid,
      type: 1,
      integral,
      linkId,
      title,
      bizKey: `order:${id}:return`,
      mayWait: true,
    })
    return undefined
  },
  // Points that were earned thaw some days after receipt, or at once.
  received: async (tx, { id, uid, orderNo: linkId, gainIntegral: integral }) => {
    if (!integral) return
    const { freeze_integral_day: days } = await getSettings(tx)
    const { frozen, done } = pointsStatuses
    const thawTime = days ? new Date(tx.now().getTime() + days * DAY_MS) : null
    await changePoints(tx, {
      ...earn,
      uid,
      integral,
      linkId,
      bizKey: earnKey({ id }),
      status: days ? frozen : done,
      thawTime,
      mayWait: true,
    })
  },
  // A reship was no sale, so its refund takes back none.
  refunded: async (tx, { id, uid, orderNo: linkId, source }, facts) => {
    const note = { uid, linkType: 'refund' as const, linkId, title: '订单退款' }
    const bizKey = `refund:${facts.refundNo}`
    const { pointsBack, pointsKept: kept, pointsTaken: taken, experienceTaken: experience, amountFen } = facts
    if (pointsBack)
      await changePoints(tx, {
        ...note,
        type: 1,
        integral: pointsBack,
        bizKey: `${bizKey}:back`,
        status: pointsStatuses.done,
        mayWait: true,
      })
    await cutPoints(tx, { uid, earnKey: earnKey({ id }), kept, taken, note: { ...note, bizKey: `${bizKey}:earn` } })
    if (experience) await changeExperience(tx, { ...note, type: 2, experience, bizKey: `${bizKey}:experience` })
    if (source !== 'reship' && amountFen) await countRefund(tx, uid, amountFen)
  },
}
