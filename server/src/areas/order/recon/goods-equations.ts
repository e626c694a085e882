import { sql } from 'drizzle-orm'
import type { Equation } from './equation.ts'

/** What must hold of units, states and stock. */
export const goodsEquations: readonly Equation[] = [
  {
    equation: 'R5',
    what: '件数、已发件数等于各行之和',
    of: 'order',
    bad: sql`select id as root, order_no as object, sums.num || '/' || sums.sent as expected, total_num || '/' || sent_num as found
      from store_order as o
      cross join lateral (select coalesce(sum(num), 0) as num, coalesce(sum(sent_num), 0) as sent
        from order_line where order_id = o.id) as sums
      where total_num <> sums.num or sent_num <> sums.sent`,
  },
  {
    equation: 'R5',
    what: '发完后每件要么发出要么退掉',
    of: 'order',
    bad: sql`select order_id as root, line.id as object, num as expected, line.sent_num + cut_num as found from order_line as line
      join store_order as o on o.id = order_id
      where o.status > 0 and line.sent_num + cut_num <> num`,
  },
  {
    equation: 'R5',
    what: '已发件数等于包裹里的件数',
    of: 'order',
    bad: sql`select order_id as root, line.id as object, sums.total as expected, line.sent_num as found from order_line as line
      join store_order as o on o.id = order_id
      cross join lateral (select coalesce(sum(packed.num), 0) as total from shipment_line as packed
        join shipment on shipment.id = shipment_id and state <> 2 where line_id = line.id) as sums
      where o.shipping_type = 1 and close_type = 0 and line.sent_num <> sums.total`,
  },
  {
    equation: 'R5',
    what: '已退件数和金额等于退款明细之和',
    says: ['num', 'num', 'fen'],
    of: 'order',
    bad: sql`select order_id as root, line.id as object, sums.num || '/' || sums.cut || '/' || sums.fen as expected,
        line.refund_num || '/' || line.cut_num || '/' || line.refund_money_fen as found from order_line as line
      cross join lateral (select coalesce(sum(back.num), 0) as num, coalesce(sum(back.cut_num), 0) as cut,
          coalesce(sum(back.money_fen), 0) as fen
        from refund_line as back join refund on refund.id = refund_id and state = 1 where line_id = line.id) as sums
      where line.refund_num <> sums.num or line.cut_num <> sums.cut or line.refund_money_fen <> sums.fen`,
  },
  {
    equation: 'R5',
    what: '售后中件数等于未了结的售后单',
    of: 'order',
    bad: sql`select order_id as root, line.id as object, sums.total as expected, line.after_num as found from order_line as line
      cross join lateral (select coalesce(sum(asked.num), 0) as total from after_sales_line as asked
        join after_sales on after_sales.id = after_sales_id and state < 3 and sales_state = 0 where line_id = line.id) as sums
      where line.after_num <> sums.total`,
  },
  {
    equation: 'R6',
    what: '状态可以到达',
    of: 'order',
    bad: sql`select id as root, order_no as object, 0 as expected, tab as found from store_order
      where status > 0 and not (paid or cod)
        or verify_time is not null and (shipping_type <> 2 or status < 2)
        or (status >= 2) <> (receive_time is not null) or (status = 3) <> (complete_time is not null)
        or shipping_type = 1 and status > 0 and ship_time is null
        or paid <> (pay_time is not null) or paid <> (pay_type <> '')
        or (close_type > 0) <> (close_time is not null)
        or status = 1 and auto_receive_time is null
        or hold and tab in (7, 9, 10)`,
  },
  {
    equation: 'R7',
    what: '库存流水等于订单占用',
    of: 'product',
    bad: sql`select p.id as root, bad.* from product as p cross join lateral (
        select sku_id as object, coalesce(held.num, 0) as expected, coalesce(taken.num, 0) as found
        from (select sku_id, -sum(change) as num from stock_ledger where product_id = p.id
            and (reason in ('order_create', 'order_cancel', 'order_refund') or reason = 'return_in' and ref_type in ('order', 'refund'))
          group by sku_id) as taken
        full join (select sku_id, sum(num) as num from (
          select sku_id, line.num - cut_num - coalesce((select sum(back.num - back.cut_num) from refund_line as back
              join refund on refund.id = refund_id and refund.state = 1 and restock where line_id = line.id), 0) as num
            from order_line as line join store_order as o on o.id = order_id where line.product_id = p.id and close_type = 0
          union all select sku_id, line.sent_num - coalesce((select sum(change) from stock_ledger
              where ref_type = 'order' and ref_id = o.order_no and ref_id <> '' and sku_id = line.sku_id and reason = 'return_in'), 0)
            from order_line as line join store_order as o on o.id = order_id
            where line.product_id = p.id and close_type > 0 and line.sent_num > 0
          union all select (added ->> 'skuId')::bigint, (added ->> 'num')::int
            from order_edit cross join lateral jsonb_array_elements((plan -> 'add') || (plan -> 'swap')) as added
            where state = 0 and (added ->> 'skuId')::bigint in (select id from product_sku where product_sku.product_id = p.id)
          ) as parts group by sku_id) as held using (sku_id)
        where coalesce(taken.num, 0) <> coalesce(held.num, 0)
          and sku_id in (select id from product_sku where product_sku.product_id = p.id)) as bad`,
  },
  {
    equation: 'R7',
    what: '库存等于流水之和',
    of: 'product',
    bad: sql`select sku.product_id as root, sku.id as object, sums.total as expected, stock as found from product_sku as sku
      cross join lateral (select coalesce(sum(change), 0) as total from stock_ledger where sku_id = sku.id) as sums
      where stock <> sums.total`,
  },
]
