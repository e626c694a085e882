import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { serverNow } from '../../../api/server-time.ts'
import type { Step } from '../../../kit/detail/parts.tsx'
import { pastText } from '../../../kit/text/when-text.ts'
import { isIn } from './order-look.ts'

const closers = ['', '买家取消', '超时未付', '商家关闭']

/** What an order goes through, each step with its time; the present one says who acts. Closed ones end where they were closed. */
export function stepsOf(info: OrderInfo, now = serverNow()): Step[] {
  const at = (time: string | null) => {
    const moment = time ? parseWireTime(time) : undefined
    return moment && pastText(moment, now)
  }
  const ordered: Step = { title: '下单', below: at(info.createTime), state: 'done' }
  const payment = joined(at(info.payTime), info.payTypeStr)
  if (isIn(info, 'cancelled') || (isIn(info, 'deleted') && info.closeType > 0))
    return [
      ordered,
      {
        title: '已关闭',
        below: joined(at(info.closeTime), closers[info.closeType] ?? ''),
        state: 'now',
        tone: 'idle',
      },
    ]
  const isPickup = info.shippingType === 2
  const waits = !info.paid && !info.cod
  const paid: Step = info.paid
    ? { title: '付款', below: payment, state: 'done' }
    : waits
      ? { title: '等买家付款', below: deadline(at(info.payDeadline), '前'), state: 'now', tone: 'wait' }
      : { title: '待收款', below: isPickup ? '到店付款' : '货到付款', state: 'later' }
  const refund = refundOf(info)
  const team = teamOf(info)
  const isEarly = waits || refund !== undefined || team?.state === 'now'
  const received = info.status >= 2
  const shipped = info.status >= 1
  const handing: Step = isPickup
    ? received
      ? { title: '核销', below: at(info.receiveTime), state: 'done' }
      : { title: waits ? '核销' : '等买家到店', below: info.storeName, state: isEarly ? 'later' : 'now' }
    : shipped
      ? { title: '发货', below: at(info.shipTime), state: 'done' }
      : {
          title: isEarly ? '发货' : '等我发货',
          below: waits || team?.state === 'now' ? undefined : deadline(at(info.shipBy), '前'),
          state: isEarly ? 'later' : 'now',
        }
  const taking: Step = received
    ? { title: '收货', below: at(info.receiveTime), state: 'done' }
    : shipped && !refund
      ? { title: '等买家收货', below: deadline(at(info.autoReceiveTime), '自动收货'), state: 'now', tone: 'wait' }
      : { title: '收货', state: 'later' }
  const done: Step =
    info.status === 3
      ? { title: '完成', below: at(info.completeTime), state: 'done' }
      : {
          title: received && !refund ? '等买家评价' : '完成',
          below: received && !refund ? deadline(at(info.autoCompleteTime), '自动完成') : undefined,
          state: received && !refund ? 'now' : 'later',
          tone: received && !refund ? 'wait' : undefined,
        }
  const way = [ordered, paid, ...(team ? [team] : []), handing, ...(isPickup ? [] : [taking]), done]
  if (!refund) return way
  // A refund ends the way where it stood.
  return [...way.filter(({ state }) => state === 'done'), refund]
}

/** The team that a paid order is of. */
function teamOf({ paid, pinkStatus }: OrderInfo): Step | undefined {
  if (paid && pinkStatus === 1) return { title: '等成团', state: 'now', tone: 'wait' }
  return paid && pinkStatus === 2 ? { title: '成团', state: 'done' } : undefined
}

function refundOf(info: OrderInfo): Step | undefined {
  if (info.refundStatus === 1) return { title: '申请退款', state: 'now', tone: 'alert' }
  if (info.refundStatus === 3) return { title: '退款中', state: 'now', tone: 'alert' }
  if (info.refundStatus === 2) return { title: '已退款', state: 'now', tone: 'idle' }
  return info.pinkStatus === 3 && info.paid
    ? { title: '待退款', below: '拼团未成功', state: 'now', tone: 'alert' }
    : undefined
}

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ')
const deadline = (time: string | undefined, word: string) => time && `${time} ${word}`
