import { order, orderColumns } from '@zhanggui/contract/order/order.ts'
import { orderPrint } from '@zhanggui/contract/order/order-print.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { sql } from 'drizzle-orm'
import { fetchBytes, readSheet } from './files/product-sheets.ts'
import type { Caller, Shop } from './shop.ts'

type World = { shop: Shop; staff: Caller }
/** A figure shown, and what it has to be; both in yuan or as numbers. */
type Pair = readonly [what: string, shown: number | null | undefined, expected: number]

const fen = (yuan: number | null | undefined) => Math.round((yuan ?? Number.NaN) * 100)
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
const unequal = (pairs: readonly Pair[]) =>
  pairs.flatMap(([what, shown, expected]) => {
    return fen(shown) === fen(expected) ? [] : [`${what}: ${shown}, not ${expected}`]
  })

/** The money of orders in yuan, by their payments and refunds alone. @param of the orders, by a condition on `o` */
async function moneyOf({ shop }: World, of: ReturnType<typeof sql>) {
  const { from: month } = parseTimeRange('month', shop.clock.now())
  const { rows } = await shop.ctx.db.execute<
    Record<'taken' | 'lately' | 'back' | 'refunds' | 'cash' | 'cashBack', number>
  >(sql`
    with own as (select id from store_order as o where ${of} and o.source <> 'reship'), money as (
      select provider, pay_time, amount_fen as fen from payment where state = 1 and not surplus and provider <> 'edit'
        and (biz_type = 'order' and biz_id in (select id from own)
          or biz_type = 'edit' and biz_id in (select id from order_edit where order_id in (select id from own)))
    ), parts as (
      select refund.id, refund.state, refund.surplus, part ->> 'method' as way, (part ->> 'amountFen')::int as fen from refund
      cross join lateral jsonb_array_elements(parts) as part
      where order_id in (select id from own) and part ->> 'state' = '1' and part ->> 'method' <> 'edit'
    )
    select (select coalesce(sum(fen), 0) / 100.0 from money)::float8 as taken,
      (select coalesce(sum(fen), 0) / 100.0 from money where pay_time >= ${month})::float8 as lately,
      (select coalesce(sum(fen), 0) / 100.0 from money where provider = 'offline')::float8 as cash,
      (select coalesce(sum(fen), 0) / 100.0 from parts where state = 1 and not surplus)::float8 as back,
      (select count(distinct id) from parts where state = 1 and not surplus and fen > 0)::int as refunds,
      (select coalesce(sum(fen), 0) / 100.0 from parts where state < 2 and way = 'offline')::float8 as "cashBack"`)
  if (!rows[0]) throw new Error('no sums')
  return rows[0]
}

/** What a receipt, a delivery note and a pick list of an order say that does not add up. Those it has none of are left out. */
export async function findUnequalPapers({ staff }: World, orderNo: string): Promise<string[]> {
  const found: string[] = []
  for (const kind of ['receipt', 'note', 'pick'] as const) {
    const { status, body } = await staff.call(orderPrint.data, { body: { orderNos: [orderNo], kind } })
    if (status !== 200) continue
    for (const paper of body.orders) {
      const { proTotalPrice, payPostage, couponPrice, deductionPrice, adjustPrice, payPrice } = paper
      const pairs: Pair[] = [
        ['lines and other goods', proTotalPrice, sumOf(paper.lines.map((each) => each.lineTotal)) + paper.otherGoods],
        ['paid', payPrice, proTotalPrice + payPostage - couponPrice - deductionPrice + adjustPrice],
        ['refunds', paper.refundPrice, sumOf(paper.refunds.map(({ money }) => money)) + paper.refundPostage],
        ['kept', paper.keptPrice, payPrice - paper.refundPrice],
        ['units', paper.totalNum, sumOf(paper.lines.map(({ num }) => num))],
        ['other goods', kind === 'receipt' ? paper.otherGoods : 0, 0],
        ...(kind === 'pick'
          ? [['units to fetch', sumOf(body.goods.map(({ num }) => num)), paper.totalNum] as Pair]
          : []),
      ]
      found.push(...unequal(pairs).map((each) => `${kind} ${each}`))
    }
  }
  return found
}

/** What a customer's card says that is not what payments and refunds of the orders are. */
export async function findUnequalCard(world: World, uid: number): Promise<string[]> {
  const { body: card } = await world.staff.call(shopUser.topDetail, { query: { userId: uid } })
  const { taken, lately, back, refunds } = await moneyOf(world, sql`o.uid = ${uid}`)
  return unequal([
    ['card, paid', card.allConsumeCount, taken],
    ['card, paid this month', card.monthConsumeCount, lately],
    ['card, given back', card.refundMoney, back],
    ['card, refunds', card.refundCount, refunds],
  ])
}

/** What the sheet of all orders, their sums and the pick-up desk say that does not add up. */
export async function findUnequalSheets(world: World): Promise<string[]> {
  const { shop, staff } = world
  const found: string[] = []
  const { body: file } = await staff.call(order.download, { query: {} })
  const [heading = [], ...rows] = await readSheet(await fetchBytes(shop, staff, (file as { url: string }).url))
  for (const row of rows) {
    const of = (name: keyof typeof orderColumns) => Number(row[heading.indexOf(orderColumns[name])])
    const parts = of('proTotalPrice') + of('payPostage') - of('couponPrice') - of('deductionPrice') + of('adjustPrice')
    found.push(...unequal([[`sheet, row of ${row[0]}`, of('payPrice'), parts]]))
  }
  const { body: sums } = await staff.call(order.sums, { query: {} })
  const all = await moneyOf(world, sql`o.paid and not o.is_system_del`)
  const ways = sums.weChatAmount + sums.yueAmount + sums.aliPayAmount + sums.offlineAmount
  found.push(
    ...unequal([
      ['sums, parts', ways + sums.nettedAmount, sums.amount],
      ['sums, money that came', ways, all.taken],
      ['sums, cash', sums.offlineAmount, all.cash],
    ]),
  )
  for (const status of ['all', 'writtenOff', 'toBeWrittenOff', 'refunded'] as const) {
    const { body: desk } = await staff.call(pickupOrder.list, { body: { status, limit: 80 } })
    const nos = desk.list.map(({ orderNo }) => orderNo)
    const { cash, cashBack } = await moneyOf(world, sql`o.order_no = any(${sql.param(nos)}::text[])`)
    found.push(
      ...unequal([
        [`desk, ${status}, orders`, desk.summary.orderTotal, desk.list.length],
        [`desk, ${status}, amount`, desk.summary.orderTotalPrice, sumOf(desk.list.map(({ payPrice }) => payPrice))],
        [`desk, ${status}, refunds`, desk.summary.refundTotalPrice, sumOf(desk.list.map((row) => row.refundPrice))],
        [`desk, ${status}, cash`, desk.summary.collected, cash - cashBack],
      ]),
    )
  }
  return found
}
