import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import type { CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import type { RankRow } from '@zhanggui/contract/promotion/activity-report.ts'
import type { Simulation } from '@zhanggui/contract/promotion/simulation.ts'
import type { PriceRule } from '@zhanggui/domain/promotion/price-rules.ts'

/** A coupon in the calendar, without an end of its receipt unless given. */
export function makeCalendarRow(id: number, given: Partial<CalendarRow> = {}): CalendarRow {
  return {
    type: 4,
    id,
    title: `券${id}`,
    productId: 0,
    image: '',
    startTime: null,
    stopTime: null,
    phase: 'receiving',
    status: true,
    quota: null,
    quotaShow: null,
    lowest: null,
    lowestOf: '',
    belowCost: false,
    conflicts: [],
    ...given,
  }
}

/** What a coupon brought. */
export function makeRank(id: number, given: Partial<RankRow> = {}): RankRow {
  return {
    id,
    title: `券${id}`,
    received: 120,
    used: 48,
    useRate: 40,
    expired: 6,
    orderAmount: 12_846.3,
    discount: 960,
    refundAmount: 120,
    newBuyers: 9,
    orders: 98,
    avgOrder: 267.63,
    cost: 8_800,
    roi: 4.2,
    ...given,
  }
}

type QuotedLine = Simulation['quote']['lines'][number]

const line = (
  skuId: number,
  storeName: string,
  price: number,
  num: number,
  given: Partial<QuotedLine>,
): QuotedLine => ({
  skuId,
  productId: skuId,
  storeName,
  image: '',
  sku: '默认',
  price,
  unitPrice: price,
  num,
  lineTotal: price * num,
  couponShare: 0,
  integralShare: 0,
  payShare: price * num,
  ...given,
})
/** @param shares of the three lines */
const step = (rule: PriceRule, amount: number, reason: string, shares: readonly number[] = []) => ({
  rule,
  applied: true,
  reason,
  amount,
  code: rule.toUpperCase(),
  ...(shares.length > 0 && { lines: shares.flatMap((share, at) => (share ? [{ skuId: at + 1, amount: share }] : [])) }),
})

/** A level, a coupon of two goods, points and freight. */
export function makeSimulation(given: Partial<Simulation['quote']> = {}): Simulation {
  return {
    quote: {
      proTotalFee: 176.02,
      couponFee: 20,
      deductionPrice: 30,
      usedIntegral: 3000,
      surplusIntegral: 0,
      freightFee: 8,
      freightPending: false,
      payFee: 134.02,
      pointsOffer: { integral: 3000, money: 30 },
      problems: [],
      lines: [
        line(1, '咖啡豆', 59.9, 2, {
          unitPrice: 56.91,
          lineTotal: 113.82,
          couponShare: 16,
          integralShare: 18.81,
          payShare: 79.01,
        }),
        line(2, '滤纸', 35.5, 1, { unitPrice: 33.73, lineTotal: 33.73, integralShare: 6.49, payShare: 27.24 }),
        line(3, '挂耳', 9.99, 3, {
          unitPrice: 9.49,
          lineTotal: 28.47,
          couponShare: 4,
          integralShare: 4.7,
          payShare: 19.77,
        }),
      ],
      trace: [
        step('member', 9.25, '银卡 享 9.5 折，省 ¥9.25', [5.98, 1.77, 1.5]),
        step('coupon', 20, '优惠券「秋冬咖啡券」减 ¥20.00', [16, 0, 4]),
        step('points', 30, '使用 3000 积分抵 ¥30.00', [18.81, 6.49, 4.7]),
        step('freight', 8, '首件 8 元', [4, 2, 2]),
        step('earn', 0, '付款后得 134 积分'),
      ],
      ...given,
    },
    buyer: { uid: 7, nickname: '阿夏', levelName: '银卡', integral: 3000 },
    at: '2026-11-20 14:22:07',
    lowest: { payFee: 134.02, couponUserId: 31, couponId: 131, couponName: '秋冬咖啡券', integral: 3000 },
    coupons: [
      makeRanked(31, { name: '秋冬咖啡券' }),
      makeRanked(32, { name: '全场券', reason: '总金额小于优惠券最小使用金额，还差 23.98 元' }),
    ],
    activities: [],
  }
}

function makeRanked(id: number, given: Partial<Simulation['coupons'][number]> = {}): Simulation['coupons'][number] {
  return {
    id,
    couponId: id + 100,
    name: `券${id}`,
    money: 20,
    minPrice: 100,
    endTime: '2026-12-31 23:59:59',
    discount: 20,
    payFee: 134.02,
    reason: '',
    ...given,
  }
}

/** The order of the same example, as far as the simulator reads it. */
export function makeOrigin(given: Partial<OrderInfo> = {}): OrderInfo {
  const { quote, at } = makeSimulation()
  const order: Partial<OrderInfo> = {
    id: 9,
    orderNo: '20261120142200000009',
    uid: 7,
    createTime: at,
    paid: true,
    payPrice: 134.02,
    listPrice: 185.27,
    proTotalPrice: 176.02,
    couponPrice: 20,
    useIntegral: 3000,
    deductionPrice: 30,
    freightPrice: 8,
    payPostage: 8,
    adjustPrice: 0,
    priceChanges: 0,
    shippingType: 1,
    cityId: 310104,
    couponId: 131,
    trace: quote.trace,
    lines: quote.lines.map((one) => ({
      ...one,
      id: one.skuId,
      memberDiscount: Math.round((one.price * one.num - one.lineTotal) * 100) / 100,
      activityDiscount: 0,
    })) as unknown as OrderInfo['lines'],
    ...given,
  }
  return order as OrderInfo
}
