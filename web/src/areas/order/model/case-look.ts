import type { SalesInfo, SalesRow } from '@zhanggui/contract/order/after-sales.ts'
import { serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { serverNow } from '../../../api/server-time.ts'
import type { Step } from '../../../kit/detail/parts.tsx'
import { type StateName, states } from '../../../kit/text/states.ts'
import { pastText } from '../../../kit/text/when-text.ts'

/** The word of a case's state, as the parts of the kit know it. */
export const caseStateOf = ({ stateStr }: Pick<SalesRow, 'stateStr'>): StateName<'refund'> =>
  stateStr in states.refund ? (stateStr as StateName<'refund'>) : '已取消'

export const serviceText = ({ serviceType }: Pick<SalesRow, 'serviceType'>) => serviceTypes[serviceType]

/** What a case goes through, each step with its time; the present one says whose turn it is. */
export function caseStepsOf(info: SalesInfo, now = serverNow()): Step[] {
  const at = (time: string | null) => {
    const moment = time ? parseWireTime(time) : undefined
    return moment && pastText(moment, now)
  }
  const asked: Step = { title: '申请', below: at(info.createTime), state: 'done' }
  const judged: Step = { title: '同意', below: at(info.auditTime), state: 'done' }
  const sent: Step = { title: '寄回', below: at(info.deliveryTime), state: 'done' }
  const isReturn = info.serviceType === 1
  const waits = (title: string, tone: 'todo' | 'wait' | 'alert' = 'todo'): Step => ({ title, state: 'now', tone })
  const later = (...titles: string[]) => titles.map((title): Step => ({ title, state: 'later' }))
  switch (info.tab) {
    case 'audit':
      return [asked, waits('等商家审核'), ...later(...(isReturn ? ['寄回', '收货'] : []), '退款')]
    case 'waitReturn':
      return [asked, judged, waits('等买家寄回', 'wait'), ...later('收货', '退款')]
    case 'waitReceive':
      return [asked, judged, sent, waits('等商家收货'), ...later('退款')]
    case 'waitPay':
      return [
        ...[asked, judged, ...(isReturn ? [sent, { title: '收货', state: 'done' } as const] : [])],
        info.refund?.state === 0 ? waits('退款中', 'alert') : waits(info.refund ? '退款未完成' : '等商家退款', 'alert'),
      ]
    case 'finished':
      return [
        ...[asked, ...(info.auditTime ? [judged] : []), ...(info.deliveryTime ? [sent] : [])],
        { title: '已退款', below: at(info.completeTime), state: 'done' },
      ]
    default:
      return [
        ...[asked, ...(info.auditTime && info.deliveryTime ? [judged, sent] : [])],
        { title: info.stateStr, below: at(info.completeTime), state: 'now', tone: 'idle' },
      ]
  }
}

/** The page of a case: its panel beside the list. */
export const caseAddress = (id: number) => `/order/refund?look=${id}`
