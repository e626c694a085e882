import type { ActivitySku, activity } from '@zhanggui/contract/promotion/activity.ts'
import type { GoodsRank } from '@zhanggui/contract/promotion/activity-report.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import type * as t from '@zhanggui/contract/schema.ts'
import type { ActivityRow } from '../kit/activity/activity-screens.ts'

const time = '2026-11-01 10:00:00'

/** What activities of every kind have in their list; it runs. */
export function makeActivity(id: number, given: Partial<ActivityRow> = {}): ActivityRow {
  return {
    id,
    version: 3,
    productId: 8,
    title: `活动${id}`,
    image: '/file/a.jpg',
    images: ['/file/a.jpg'],
    info: '',
    unitName: '袋',
    tempId: 1,
    startTime: '2026-11-01',
    stopTime: '2099-11-30',
    sort: 0,
    giveIntegral: 0,
    status: true,
    allowCoupon: null,
    allowPoints: null,
    budget: null,
    budgetUsed: null,
    quotaShow: 100,
    quota: 60,
    reserved: 8,
    sales: 32,
    soldOut: false,
    soldOutTime: null,
    percent: 40,
    left: 60,
    browse: 1286,
    price: 39.9,
    salePrice: 59.9,
    otPrice: 59.9,
    stock: 200,
    aboveSale: false,
    phase: 'running',
    phaseName: '进行中',
    createTime: time,
    updateTime: time,
    ...given,
  }
}

export function makeActivitySku(skuId: number, given: Partial<ActivitySku> = {}): ActivitySku {
  return {
    id: skuId + 1000,
    skuId,
    suk: `规格${skuId}`,
    attrValue: { 规格: `规格${skuId}` },
    image: '/file/a.jpg',
    price: 39.9,
    salePrice: 59.9,
    otPrice: 69.9,
    cost: 28,
    stock: 200,
    quota: 60,
    quotaShow: 100,
    sold: 32,
    reserved: 8,
    barCode: '',
    weight: 0.3,
    volume: 0,
    ...given,
  }
}

/** How an activity sells: with an order, and what is given. */
export function makeWatched(
  given: Partial<RouteAnswer<typeof activity.watch>> = {},
): RouteAnswer<typeof activity.watch> {
  const order = { id: 5, orderNo: '20261120142600507318', nickname: '阿夏', num: 1, payPrice: 39.9, state: '待发货' }
  return {
    title: '咖啡豆',
    phase: 'running',
    phaseName: '进行中',
    quotaShow: 100,
    left: 60,
    reserved: 8,
    sales: 32,
    soldOutTime: null,
    orderCount: 30,
    buyerCount: 28,
    payAmount: 1276.8,
    refundAmount: 0,
    unpaidCount: 0,
    teamCount: 0,
    sessionCount: 0,
    orders: [{ ...order, createTime: '2026-11-20 14:26:00' }],
    ...given,
  }
}

/** What an activity brought: nothing yet, unless given. */
export function makeBrought(id: number, given: Partial<GoodsRank> = {}): GoodsRank {
  return {
    id,
    type: 1,
    title: `活动${id}`,
    startTime: '2026-11-19',
    stopTime: '2026-11-20',
    paidOrders: 4,
    participants: 3,
    newBuyers: 1,
    units: 5,
    gmv: 0,
    discount: 0,
    refundAmount: 0,
    refundRate: 0,
    avgOrder: 0,
    points: 0,
    coupons: 0,
    cost: 0,
    margin: 0,
    roi: null,
    ...given,
  }
}

/** What today's orders brought: nothing, but for what is given. */
export const makeToday = (
  given: Partial<RouteAnswer<typeof activity.today>> = {},
): RouteAnswer<typeof activity.today> => ({ orderCount: 0, units: 0, payAmount: 0, discount: 0, ...given })

/** Fields that no label of the form is for: the product and the SKUs, the days as one field, and what is asked when it is sent. */
const WITHOUT_LABEL = ['productId', 'attrValue', 'startTime', 'stopTime', 'confirmBelowCost']

/** The fields of a draft that the form which is drawn does not ask for, though its last step is open. */
export const fieldsNotAsked = ({ properties }: t.TObject): string[] =>
  Object.keys(properties).filter(
    (name) => !WITHOUT_LABEL.includes(name) && !document.querySelector(`label[for$="_${name}"]`),
  )
