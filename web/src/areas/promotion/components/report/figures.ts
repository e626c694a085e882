import type { RankRow } from '@zhanggui/contract/promotion/activity-report.ts'
import { moneyText } from '../../../../kit/text/money.tsx'

type Figures = Omit<RankRow, 'id' | 'title'>
type Figure = { title: string; definition: string; text: (row: Figures, sign?: boolean) => string }

/** Nothing was brought: — rather than zeros. */
const amountText = (yuan: number, sign: boolean) => (yuan ? moneyText(yuan, sign) : '—')
const whole = (value: number) => value.toLocaleString('en-US')

/** The figures of a coupon, and how it is counted (docs/figures.md, What coupons brought). */
export const figures = {
  received: {
    title: '领取数',
    definition: '这些天里领到的张数，含后台发送、新人、买赠和兑换的；撤回的不算',
    text: ({ received }) => whole(received),
  },
  used: { title: '使用数', definition: '这些天里下单用掉的张数；订单关闭退回的不算', text: ({ used }) => whole(used) },
  useRate: {
    title: '使用率',
    definition: '使用数 ÷ 领取数；这些天用掉的可能是以前领的，所以会超过 100%',
    text: ({ received, useRate }) => (received ? `${useRate}%` : '—'),
  },
  expired: {
    title: '过期数',
    definition: '这些天里到期还没用的张数；作废和撤回的不算',
    text: ({ expired }) => whole(expired),
  },
  orders: {
    title: '订单数',
    definition: '这些天里付款、用了这张券的订单；全额退款的不算',
    text: ({ orders }) => whole(orders),
  },
  orderAmount: {
    title: '订单金额',
    definition: '这些天里付款、用了这张券的订单：实付减去已退款',
    text: ({ orderAmount }, sign = true) => amountText(orderAmount, sign),
  },
  discount: {
    title: '优惠金额',
    definition: '这些订单里券抵掉的金额；已退的件不算',
    text: ({ discount }, sign = true) => amountText(discount, sign),
  },
  refundAmount: {
    title: '退款金额',
    definition: '这些订单里已经退给买家的金额',
    text: ({ refundAmount }, sign = true) => amountText(refundAmount, sign),
  },
  newBuyers: {
    title: '新客数',
    definition: '第一次在本店付款就用了这张券的客户',
    text: ({ newBuyers }) => whole(newBuyers),
  },
  avgOrder: {
    title: '客单价',
    definition: '订单金额 ÷ 没有全额退款的订单数',
    text: ({ avgOrder }, sign = true) => amountText(avgOrder, sign),
  },
  cost: {
    title: '成本',
    definition: '这些订单里卖出的件的成本；已退的件不算',
    text: ({ cost = 0 }, sign = true) => amountText(cost, sign),
  },
  roi: {
    title: '投入产出比',
    definition: '（订单金额 − 商品成本）÷ 优惠金额；没有优惠时没有',
    text: ({ roi }) => (roi === null || roi === undefined ? '—' : roi.toFixed(2)),
  },
} as const satisfies Record<string, Figure>
/** Why more were used than received: 含以前领的. */
export const rateNote = ({ received, used }: { received: number; used: number }) =>
  received && used > received ? '含以前领的' : ''

/** What became of its copies, and what its orders brought. */
export const figureGroups = [
  ['received', 'used', 'useRate', 'expired'],
  ['orders', 'orderAmount', 'discount', 'refundAmount'],
  ['newBuyers', 'avgOrder', 'cost', 'roi'],
] as const satisfies readonly FigureName[][]
export type FigureName = keyof typeof figures
