import { invoice } from '@zhanggui/contract/order/invoice.ts'
import { sql } from 'drizzle-orm'
import { calling, withContext } from '../../../platform/http/context.ts'
import * as invoices from '../invoice/invoice.repository.ts'
import { applyInvoice, issueInvoice, refuseInvoice, reverseInvoice } from '../invoice/invoice.service.ts'
import { HOUR_MS, type Stage, staffAt } from './order-stage.demo.ts'

const titles = [
  { titleType: 1, title: '李佳怡' },
  { titleType: 2, title: '杭州禾苗文化有限公司', taxNo: '91330106MA2KHM1X7Q', email: 'caiwu@hemiao.example.com' },
  { titleType: 1, title: '陈一鸣', email: 'yiming@example.com' },
  {
    titleType: 2,
    title: '上海山里人贸易有限公司',
    taxNo: '91310115MA1K4R8J6T',
    kind: 2,
    regAddress: '上海市浦东新区张江路88号',
    regPhone: '021-50801234',
    bankName: '中国工商银行张江支行',
    bankAccount: '1001234509300123456',
  },
] as const

/** What became of them, the newest first: some wait, one was refused, most were issued, of which some were or are to be reversed. */
const ends = ['', '', '', 'refuse', 'issue', 'issue', 'issue', 'other', 'other', 'reverse', 'refuse', 'issue'] as const

/** Buyers ask for invoices of orders that they have paid; one is there in every state. */
export async function invoiceSome(stage: Stage): Promise<void> {
  const { tx } = stage
  const { rows } = await tx.db.execute<{
    orderNo: string
    uid: number
    name: string
    payTime: string
    fen: number
  }>(sql`
    select order_no as "orderNo", store_order.uid::int as uid, nickname as name, pay_time as "payTime", pay_price_fen::int as fen
    from store_order join shop_user on shop_user.id = store_order.uid and shop_user.status
    where paid and refund_price_fen = 0 and refund_status = 0 and pay_price_fen > 1000 and store_order.id % 5 = 2 and not is_del
    order by store_order.id desc limit ${ends.length}`)
  for (const [n, { orderNo, uid, name, payTime, fen }] of rows.entries()) {
    const at = (hours: number) => new Date(Math.min(tx.now().getTime(), new Date(payTime).getTime() + hours * HOUR_MS))
    const shopper = { uid, name, sessionId: '', channel: 'h5' } as const
    const buyer = withContext(tx, { caller: undefined, shopper, now: () => at(2) })
    await applyInvoice(buyer, { orderNo, ...(titles[n % titles.length] ?? titles[0]) })
    const [{ id = 0 } = {}] = await invoicesOf(stage, orderNo)
    const staff = (hours: number) => calling(staffAt(stage, at(hours), 'manager'), invoice.issue)
    const number = String(26_332_000_000_000_100_000n + BigInt(n * 7919))
    const end = ends[n]
    if (end === 'refuse') await refuseInvoice(staff(5), { id, reason: '抬头与税号不一致，请核对后重新申请' })
    if (end === 'issue') await issueInvoice(staff(6), { id, number })
    // The sheet in the tax software was older than a discount.
    if (end === 'other' || end === 'reverse') await issueInvoice(staff(6), { id, number, amount: (fen + 500) / 100 })
    if (end === 'reverse') await reverseInvoice(staff(9), id)
  }
}

const invoicesOf = async ({ tx }: Stage, orderNo: string): Promise<{ id: number }[]> => {
  const [found] = await invoices.findWaiting(tx, [orderNo])
  return found?.invoice ? [found.invoice] : []
}
