import { isYuan, toFen, yuanText } from '@zhanggui/domain/money.ts'
import { invoiceFen, invoiceStates } from '@zhanggui/domain/order/invoice.ts'
import type { GivenRow } from '@zhanggui/domain/work/sheet-batch.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import type { Judged, SheetKind } from '../../work/sheet-batch/sheet-batch.service.ts'
import { seesOrder } from '../order/order-change.service.ts'
import { lockOrder, WHAT as ORDER } from '../order/order-transition.service.ts'
import * as invoices from './invoice.repository.ts'
import { issueInTx } from './invoice.service.ts'

type Column = 'orderNo' | 'number' | 'amount'

/** 导入发票号码: what the tax software wrote, a row an order. */
export const invoiceSheet: SheetKind<Column> = {
  kind: 'invoice',
  task: 'invoice-issue',
  title: '导入发票号码',
  permission: 'admin:order:invoice:issue',
  action: 'issue',
  columns: {
    orderNo: {
      title: '订单号',
      required: true,
      most: 40,
      aliases: ['订单编号', '业务单号', '业务单据号', '单据编号', '流水号', '发票流水号'],
    },
    number: {
      title: '发票号码',
      required: true,
      most: 40,
      aliases: ['数电发票号码', '全电发票号码', '数电票号码', '发票号', '票号'],
    },
    amount: {
      title: '金额',
      kind: 'number',
      most: 40,
      aliases: ['价税合计', '开票金额', '含税金额', '发票金额', '价税合计(元)'],
    },
  },
  judge,
  act,
}

async function judge(ctx: Ctx, rows: readonly GivenRow<Column>[]): Promise<Judged[]> {
  const found = await invoices.findWaiting(
    ctx,
    rows.map(({ given }) => given.orderNo),
  )
  const orders = new Map(found.filter((order) => seesOrder(ctx, order)).map((order) => [order.orderNo, order]))
  const taken = await invoices.findTaken(
    ctx,
    rows.map(({ given }) => given.number),
  )
  const times = (of: (given: Record<Column, string>) => string) => Map.groupBy(rows, ({ given }) => of(given))
  const [byOrder, byNumber] = [times(({ orderNo }) => orderNo), times(({ number }) => number)]
  const others = (own: GivenRow<Column>, same: readonly GivenRow<Column>[] = []) =>
    same.filter((row) => row !== own).map(({ row }) => row)
  return rows.map((each): Judged => {
    const { orderNo, number, amount } = each.given
    const order = orders.get(orderNo)
    if (!orderNo) return { message: '请填写订单号' }
    if (!order) return { message: '没有这个订单' }
    if (!order.invoice) return { message: '该订单没有待开的发票' }
    if (order.invoice.state !== 0) return { message: `发票${invoiceStates[order.invoice.state]}，不能再开` }
    if (!/^\d{8,20}$/.test(number)) return { message: '发票号码应为8–20位数字' }
    const usedBy = taken.get(number)
    if (usedBy) return { message: `发票号码已用于订单 ${usedBy}` }
    const twice = others(each, byOrder.get(orderNo))
    if (twice.length) return { message: `与第 ${twice.join('、')} 行是同一个订单` }
    const shared = others(each, byNumber.get(number))
    if (shared.length) return { message: `与第 ${shared.join('、')} 行的发票号码相同` }
    const fen = fenOf(amount)
    if (fen === undefined) return { message: '金额应为大于0、最多两位小数的数字' }
    const nowFen = invoiceFen(order)
    const says = `${order.invoice.title} ${yuanText(fen ?? nowFen)}`
    const isOther = fen !== null && fen !== nowFen
    return { says: isOther ? `${says}，订单现在应开 ${yuanText(nowFen)}，登记后待红冲` : says }
  })
}

/** In fen; null for none, undefined for what is no amount. */
function fenOf(text: string): number | null | undefined {
  const plain = text.replace(/[,¥￥\s]/g, '')
  if (!plain) return null
  if (!isYuan(plain)) return undefined
  const fen = toFen(plain)
  return fen > 0 && fen <= 1e15 ? fen : undefined
}

async function act(tx: Ctx, { orderNo, number, amount }: Record<Column, string>): Promise<void> {
  const order = await lockOrder(tx, { orderNo })
  if (!seesOrder(tx, order)) throw notFound(ORDER)
  const waiting = await invoices.findOpen(tx, order.id)
  if (!waiting) throw notFound('待开的发票')
  const fen = fenOf(amount)
  await issueInTx(tx, order, waiting, { number, ...(fen && { amount: fen / 100 }) })
}
