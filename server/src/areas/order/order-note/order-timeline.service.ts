import type { TimelineEntry, TimelineKind } from '@zhanggui/contract/order/order-note.ts'
import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { payTypeText } from '@zhanggui/domain/order/order-label.ts'
import { type OrderLogType, orderLogTypes } from '@zhanggui/domain/order/order-log.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { logText } from '../order/order.repository.ts'
import { WHAT } from '../order/order-transition.service.ts'
import { findListed } from '../order-list/order-info.repository.ts'
import { type CommentRow, listComments } from './order-note.repository.ts'
import { mayChange } from './order-note.service.ts'
import * as told from './order-timeline.repository.ts'

/** So many entries of each kind are read, and so many shown. */
const MAX_OF_KIND = 300
const MAX_SHOWN = 1000

const kinds: Partial<Record<OrderLogType, TimelineKind>> = {
  pay: 'money',
  cod: 'money',
  price: 'money',
  late: 'money',
  refund: 'money',
  refundFail: 'money',
  ship: 'delivery',
  shipEdit: 'delivery',
  shipWithdraw: 'delivery',
  receive: 'delivery',
  verify: 'delivery',
  address: 'delivery',
  remind: 'delivery',
  print: 'delivery',
  afterApply: 'case',
  afterRevoke: 'case',
  afterRefuse: 'case',
  mark: 'note',
  tag: 'note',
  hold: 'note',
  unhold: 'note',
  comment: 'note',
}
const bad: readonly OrderLogType[] = ['late', 'refundFail', 'remind', 'shipWithdraw']
const methods = { origin: '原路退回', balance: '退到余额', offline: '线下退款', edit: '抵改单差价' } as const

type Entry = TimelineEntry
const blank = { who: '', amount: null as number | null, isBad: false, images: [] as string[] }

/**
 * What happened to an order in one stream, newest first: its log, money, parcels and where they went, steps of its cases,
 * messages to the buyer, and what staff said.
 * @throws 404, also outside the caller's stores
 */
export async function readTimeline(ctx: Ctx, orderNo: string): Promise<{ list: Entry[]; isCut: boolean }> {
  const order = await findListed(ctx, { orderNo })
  if (!order) throw notFound(WHAT)
  const { id } = order
  const media = await readMedia(ctx)
  const logs = await told.listLogs(ctx, id, MAX_OF_KIND)
  const steps = await told.listCaseSteps(ctx, id, MAX_OF_KIND)
  const comments = await listComments(ctx, id, MAX_OF_KIND)
  const payments = await told.listPayments(ctx, id)
  const refunds = await told.listRefunds(ctx, id)
  const entries = [
    ...fromLogs(logs, payments, refunds, steps.length > 0),
    ...payments.flatMap((payment) => fromPayment(payment, logs)),
    ...refunds.filter(({ refundNo }) => !logs.some(({ extra }) => extra?.refundNo === refundNo)).map(fromRefund),
    ...(await told.listShipments(ctx, id)).flatMap(fromTraces),
    ...steps.map(({ step, salesNo }) => ({
      ...blank,
      key: `case-${step.id}`,
      at: toWireTime(step.createdAt),
      kind: 'case' as const,
      what: '售后',
      text: `${step.message}（${salesNo}）`,
      ...whoOf(step),
      images: step.images.map((image) => media.toWire(image)),
    })),
    ...comments.map((comment) => fromComment(ctx, comment)),
    ...(await told.listMessages(ctx, order)).map(fromMessage),
  ]
  // Of one second, what was written later comes first: entries of a kind are read in either order.
  const sorted = entries.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
  const isCut = [logs, steps, comments].some(({ length }) => length >= MAX_OF_KIND) || sorted.length > MAX_SHOWN
  return { list: sorted.slice(0, MAX_SHOWN), isCut }
}

/** Whose doing it was. What a provider reported is written by the system. */
function whoOf({ operatorType, operatorName }: Pick<told.LogRow, 'operatorType' | 'operatorName'>) {
  const from = { buyer: 'buyer', admin: 'staff', system: 'system' } as const
  return { from: from[operatorType], who: operatorName }
}

/** The log, with the money that each entry moved. Steps of cases say the same in more words. */
function fromLogs(
  logs: readonly told.LogRow[],
  payments: readonly told.PaymentRow[],
  refunds: readonly told.RefundRow[],
  hasSteps: boolean,
): Entry[] {
  const paid = payments.find(({ bizType, state, surplus }) => bizType === 'order' && state === 1 && !surplus)
  return logs
    .filter(({ changeType }) => !(hasSteps && kinds[changeType] === 'case'))
    .map((log) => {
      const { id, changeType, message, createdAt, extra } = log
      const named = payments.find(({ outTradeNo }) => outTradeNo === extra?.outTradeNo)
      const moved = changeType === 'pay' ? paid : named
      const isReported = log.operatorType === 'system' && moved !== undefined
      return {
        ...blank,
        key: `log-${id}`,
        at: toWireTime(createdAt),
        kind: kinds[changeType] ?? 'order',
        what: orderLogTypes[changeType],
        text: withoutWord(logText({ message, extra }), orderLogTypes[changeType]),
        ...(isReported ? { from: 'channel' as const, who: payTypeText(moved.payType) } : whoOf(log)),
        amount: sumOf(moved?.amountFen) ?? backBy(log, logs, refunds),
        isBad: bad.includes(changeType),
      }
    })
}

/** A message without the word that stands before it. */
function withoutWord(message: string, word: string): string {
  if (message === word) return ''
  if (message.startsWith(`${word}：`)) return message.slice(word.length + 1)
  return message.endsWith(`，${word}`) ? message.slice(0, -word.length - 1) : message
}

const sumOf = (fen: number | undefined) => (fen ? toYuan(fen) : null)

/** What went back by a refund, at the last that the log, newest first, says of it. */
function backBy(log: told.LogRow, logs: readonly told.LogRow[], refunds: readonly told.RefundRow[]): number | null {
  if (log.changeType !== 'refund') return null
  const refund = refunds.find(({ refundNo, state }) => state === 1 && refundNo === log.extra?.refundNo)
  const last = logs.find(({ changeType, extra }) => changeType === 'refund' && extra?.refundNo === refund?.refundNo)
  return refund && last === log ? backOf(refund) : null
}

/** What of a refund went to the buyer, below 0: not what paid for goods that an edit added. */
function backOf({ amountFen, parts }: told.RefundRow): number | null {
  const movedFen = parts.reduce((sum, part) => sum + (part.method === 'edit' ? part.amountFen : 0), 0)
  return -(sumOf(amountFen - movedFen) ?? 0) || null
}

/** Failed and open attempts, and payments that the log does not mention. */
function fromPayment(payment: told.PaymentRow, logs: readonly told.LogRow[]): Entry[] {
  const { id, bizType, state, payType, amountFen, createdAt, payTime, failMsg, provider, surplus } = payment
  const text = `${payTypeText(payType)} ${yuanText(amountFen)}`
  const one = { ...blank, key: `pay-${id}`, kind: 'money' as const }
  if (state === 1) {
    const isTold =
      logs.some(({ extra }) => extra?.outTradeNo === payment.outTradeNo) ||
      (bizType === 'order' && !surplus && logs.some(({ changeType }) => changeType === 'pay'))
    if (isTold || provider === 'edit') return []
    const what = bizType === 'edit' ? '改单补款' : orderLogTypes[surplus ? 'late' : 'pay']
    const at = toWireTime(payTime ?? createdAt)
    return [{ ...one, at, what, text, from: 'channel', who: payTypeText(payType), amount: toYuan(amountFen) }]
  }
  const ends = ['还没付款', '', '已关闭，没有付款', `失败${failMsg && `：${failMsg}`}`]
  const at = toWireTime(createdAt)
  return [{ ...one, at, what: '发起支付', text: `${text}，${ends[state] ?? ''}`, from: 'buyer', isBad: state === 3 }]
}

/** Refunds, in any state, that the log does not mention. */
function fromRefund(refund: told.RefundRow): Entry {
  const { id, refundNo, amountFen, method, state, reason, text, failMsg, createdAt, finishTime } = refund
  const sum = yuanText(amountFen)
  const words = [`${methods[method]} ${sum}（${refundNo}）`, reason, text, failMsg].filter(Boolean).join('；')
  const { operatorId, operatorName } = refund
  const who = operatorId ? { from: 'staff' as const, who: operatorName } : { from: 'system' as const, who: '系统' }
  return {
    ...blank,
    key: `refund-${id}`,
    kind: 'money',
    at: toWireTime(finishTime ?? createdAt),
    ...who,
    what: ['退款处理中', '退款成功', '退款失败'][state] ?? '退款',
    text: words,
    amount: state === 1 ? backOf(refund) : null,
    isBad: state === 2,
  }
}

/** Where a parcel went, as its carrier says. */
function fromTraces({ id, expressName, expressNo, trace, traceState }: told.ShipmentRow): Entry[] {
  return trace.map(({ time, status }, index) => ({
    ...blank,
    key: `trace-${id}-${index}`,
    kind: 'delivery',
    at: time.slice(0, 19),
    what: '物流',
    text: status,
    from: 'channel',
    who: `${expressName} ${expressNo.slice(-4)}`.trim(),
    isBad: index === 0 && traceState !== null && traceState > 3,
  }))
}

function fromComment(ctx: Ctx, comment: CommentRow): Entry {
  const { id, content, edited, createdAt, operatorName } = comment
  return {
    ...blank,
    key: `comment-${id}`,
    kind: 'note',
    at: toWireTime(createdAt),
    what: '内部留言',
    text: content,
    from: 'staff',
    who: operatorName,
    comment: { id, edited, mayChange: mayChange(ctx, comment) },
  }
}

function fromMessage({ id, content, at, ok, memo }: Awaited<ReturnType<typeof told.listMessages>>[number]): Entry {
  return {
    ...blank,
    key: `sms-${id}`,
    kind: 'order',
    at: toWireTime(new Date(at)),
    what: '短信通知买家',
    text: ok ? content : `${content}（没发出去：${memo}）`,
    from: 'system',
    who: '系统',
    isBad: !ok,
  }
}
