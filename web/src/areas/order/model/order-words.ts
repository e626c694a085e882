import type { OrderChannel } from '@zhanggui/domain/order/order-state.ts'

/** Where a buyer ordered. */
export const channelLabels: Readonly<Record<OrderChannel, string>> = {
  wechat: '公众号',
  routine: '小程序',
  h5: 'H5',
  app: 'APP',
  admin: '后台',
}

/** How a buyer is called: by nickname, else by number. */
export const buyerName = ({ nickname, uid }: { nickname: string; uid: number }) => nickname || `用户 ${uid}`

/** The page of an order. */
export const orderAddress = (id: number) => `/order/detail/${id}`
