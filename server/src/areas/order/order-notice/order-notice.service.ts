import type { NotifyEvent } from '@zhanggui/domain/message/notify-event.ts'
import { amountText, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import type { OutboxMessage } from '../../../platform/work/outbox.ts'
import { isWanted, notify } from '../../message/notice/notification.service.ts'
import type { StaffSms } from '../../message/sms/sms-notice.ts'
import { counterOf } from '../order/order-transition.service.ts'
import type { NoticedOrder } from './order-notice.repository.ts'
import * as orders from './order-notice.repository.ts'

/** What is older is no news: an order is not rung for when its follow-up is made up days later. */
const NEWS_MS = 24 * 3600_000

/** How an event is told. */
type Telling = {
  event: Extract<NotifyEvent, 'order.paid' | 'order.created' | 'order.remind' | 'order.received'>
  title: string
  content: string
  permission: string
  /** Of pick-up orders. */
  atStores: string
  payload: Record<string, unknown>
  sms?: StaffSms
}

/** Has staff hear of new orders and of what buyers do with theirs, after the commit: no order waits for it. */
export function registerOrderNotices({ outbox }: Platform): void {
  const events = ['order.created', 'order.paid', 'order.cod', 'order.remind', 'order.received']
  outbox.consumeTogether('order-notice', events, noticeOrders)
}

async function noticeOrders(tx: Ctx, messages: readonly OutboxMessage[]): Promise<void> {
  const since = tx.now().getTime() - NEWS_MS
  const tellsCreated =
    messages.some(({ event }) => event === 'order.created') && (await isWanted(tx, 'order.created', 'adminLowerOrder'))
  const news = messages.filter(
    ({ event, at, data }) =>
      at.getTime() >= since &&
      (event !== 'order.created' || tellsCreated) &&
      // Those that the clock received, or a clerk handed over, are no news of the buyer's.
      (event !== 'order.received' || data.byBuyer === true),
  )
  if (!news.length) return
  const ids = [...new Set(news.map(({ data }) => Number(data.orderId)))]
  const byId = new Map((await orders.listNoticed(tx, ids)).map((order) => [order.id, order]))
  for (const { event, data } of news) {
    const order = byId.get(Number(data.orderId))
    // Staff made a reship themselves.
    const telling = order && order.source !== 'reship' && tellings[event]?.(order)
    if (telling) await tell(tx, order, telling)
  }
}

async function tell(tx: Ctx, order: NoticedOrder, { permission, atStores, ...telling }: Telling): Promise<void> {
  const storeId = counterOf(order)
  const { id, orderNo } = order
  await notify(tx, {
    ...telling,
    to: { permission: storeId ? atStores : permission, storeId },
    link: storeId ? `/store/order?keywords=${orderNo}` : `/order/detail/${id}`,
    object: { type: 'order', id },
    payload: { orderNo, ...telling.payload },
  })
}

const LISTS = 'admin:order:list'
const PICKS_UP = 'admin:system:order:list'

/** What each event says; nothing where it has come to nothing meanwhile, or was told before. */
const tellings: Readonly<Record<string, (order: NoticedOrder) => Telling | undefined>> = {
  'order.created': (order) => {
    const { nickname, payPriceFen, orderNo, paid, cod, closeType } = order
    // An order that costs nothing is paid at once.
    if (paid || cod || closeType) return undefined
    return {
      event: 'order.created',
      title: `新下单 ${yuanText(payPriceFen)}，待付款`,
      content: contentOf(order),
      permission: LISTS,
      atStores: LISTS,
      payload: { payPrice: toYuan(payPriceFen), nickname },
      sms: { mark: 'adminLowerOrder', values: { orderNo, payPrice: amountText(payPriceFen), nickname } },
    }
  },
  // An order to be paid at the door rang when its buyer chose so.
  'order.paid': (order) => (order.cod ? undefined : tellingOfNew(order)),
  'order.cod': tellingOfNew,
  'order.remind': (order) => ({
    event: 'order.remind',
    title: `买家催发货：${order.orderNo}`,
    content: contentOf(order),
    permission: 'admin:order:send',
    atStores: PICKS_UP,
    payload: { nickname: order.nickname },
  }),
  'order.received': (order) => {
    const { orderNo, nickname, verifyTime } = order
    if (verifyTime) return undefined
    return {
      event: 'order.received',
      title: `买家确认收货：${orderNo}`,
      content: contentOf(order),
      permission: LISTS,
      atStores: LISTS,
      payload: { nickname },
      sms: { mark: 'adminConfirmTakeOver', values: { orderNo, nickname } },
    }
  },
}

function tellingOfNew(order: NoticedOrder): Telling {
  const { orderNo, cod, payPriceFen, totalNum, shippingType, storeId, nickname, productName, isFirst } = order
  const payPrice = toYuan(payPriceFen)
  const kind = shippingType === 2 ? '新自提订单' : '新订单'
  return {
    event: 'order.paid',
    title: `${kind} ${yuanText(payPriceFen)}${cod ? '，待收款' : ''}${isFirst ? '（首单）' : ''}`,
    content: contentOf(order),
    permission: 'admin:order:send',
    atStores: PICKS_UP,
    payload: { payPrice, cod, totalNum, shippingType, storeId, nickname, productName, firstOrder: isFirst },
    sms: { mark: 'adminPaySuccess', values: { orderNo, payPrice: amountText(payPriceFen), nickname } },
  }
}

const contentOf = ({ nickname, productName, totalNum, orderNo }: NoticedOrder) =>
  `${nickname}，${productName}${totalNum > 1 ? ` 等，共 ${totalNum} 件` : ''}，订单 ${orderNo}`
