import type { ActivitySku, activity } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
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
    quotaShow: 100,
    quota: 60,
    reserved: 8,
    sales: 32,
    soldOut: false,
    percent: 40,
    left: 60,
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
