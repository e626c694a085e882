import { bareNumber } from '@zhanggui/domain/order/express.ts'
import type { OrderMeaning } from '@zhanggui/domain/order/order-keyword.ts'
import { type Keyword, wordsOf } from '@zhanggui/domain/product/product-search.ts'
import { and, type SQL, sql } from 'drizzle-orm'
import { isNumbered } from '../order/express.parts.ts'
import { isPickedUpAt } from '../order/order.parts.ts'

/** Filters without an index of their own look among this many orders, in the list's order. */
export const MAX_WALKED = 100_000
/** A meaning of a keyword finds this many orders, the newest. */
export const MAX_MEANT = 1000
/** Of many products with a word in their names, only the newest orders of each are looked at. */
const MAX_EACH = 100
const MAX_PRODUCTS = 200
/** A search for more products takes some of them; one that nobody has asked a list for, sooner. */
const MAX_SEARCHED = { list: 4000, quick: 1000 }
const MAX_CUSTOMERS = 200
/** So many orders of a receiver's name are sorted. */
const MAX_RARE = 3000
/** Lines of a product that are looked through for one of its SKUs. */
const MAX_LINES = 10_000

/** A text among the meanings, with the products that have it in their names. */
export type Meaning = Exclude<OrderMeaning, { kind: 'text' }> | { kind: 'text'; text: string; keyword?: Keyword }

/**
 * The ids of the newest orders that a keyword may mean, as a query: a branch for each meaning.
 * @param storeIds the stores they are picked up at; undefined for all orders
 * @param most how many each meaning finds
 */
export function findMeant(
  meanings: readonly Meaning[],
  storeIds: readonly number[] | undefined,
  most = MAX_MEANT,
): SQL {
  const own = storeIds ? [isPickedUpAt(storeIds)] : []
  const branches = meanings.flatMap((meaning) => branchesOf(meaning, own, most))
  if (!branches.length) return sql`select null::bigint as id where false`
  return sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union `,
  )
}

function branchesOf(meaning: Meaning, own: readonly SQL[], most: number): SQL[] {
  // Of the newest, each customer and product has no more than these; a clerk's may be further back.
  const each = own.length ? MAX_MEANT : most
  const newest = (where: SQL, order = sql`store_order.created_at desc`) =>
    sql`select store_order.id from store_order where ${and(where, ...own)} order by ${order} limit ${most}`
  switch (meaning.kind) {
    case 'orderNo':
      return [newest(sql`store_order.order_no = ${meaning.orderNo}`)]
    case 'orderNoStart': {
      const { start } = meaning
      // Between its lowest and highest number: an index answers that in any collation.
      const [first, last] = [start.padEnd(20, '0'), start.padEnd(20, '9')]
      return [newest(sql`store_order.order_no between ${first} and ${last}`, sql`store_order.order_no desc`)]
    }
    case 'orderNoEnd':
      return [newest(sql`right(store_order.order_no, 6) = ${meaning.end}`)]
    case 'transactionId':
      return [
        newest(sql`store_order.id = any(array(select biz_id from payment
          where provider in ('sim', 'wechat', 'alipay', 'balance', 'offline', 'zero', 'edit')
            and transaction_id = ${meaning.transactionId} and transaction_id <> '' and biz_type = 'order'))`),
      ]
    case 'phone':
      return [newest(sql`store_order.user_phone = ${meaning.phone}`)]
    case 'phoneEnd':
      return [newest(sql`right(store_order.user_phone, 4) = ${meaning.end}`)]
    case 'verifyCode':
      return [newest(sql`store_order.verify_code = ${meaning.verifyCode} and store_order.verify_code <> ''`)]
    case 'refundNo':
      return [
        newest(sql`store_order.id = any(array(select order_id from refund where refund_no = ${meaning.refundNo}))`),
      ]
    case 'salesNo':
      return [
        newest(sql`store_order.id = any(array(select order_id from after_sales where sales_no = ${meaning.salesNo}))`),
      ]
    case 'deliveryNo':
      return [
        newest(
          sql`store_order.id = any(array(select order_id from shipment where delivery_no = ${meaning.deliveryNo}))`,
        ),
      ]
    case 'draftNo':
      return [
        newest(sql`store_order.id = any(array(select order_id from draft_order where draft_no = ${meaning.draftNo}))`),
      ]
    case 'code':
      return [
        newest(sql`store_order.id = any(array(${ordersOfCode(meaning.code, each)}))`),
        newest(sql`store_order.id = any(array(select order_id from shipment
          where ${isNumbered(bareNumber(meaning.code))} limit ${MAX_MEANT}))`),
      ]
    case 'text': {
      const beginning = `${meaning.text.replace(/[\\%_]/g, '\\$&')}%`
      return [
        ofReceivers(beginning, own, most),
        newest(sql`store_order.id = any(array(${ordersOfNickname(beginning, each)}))`),
        ...(meaning.keyword
          ? [newest(sql`store_order.id = any(array(${ordersOfProducts(meaning.keyword, each)}))`)]
          : []),
      ]
    }
  }
}

/**
 * The newest orders whose receivers' names begin like that. A rare beginning is read from its index and sorted; a common one,
 * of which the index has more than is worth sorting, is soon met among the newest orders.
 */
function ofReceivers(beginning: string, own: readonly SQL[], most: number): SQL {
  const named = and(sql`store_order.real_name like ${beginning}`, ...own)
  return sql`
    with few as materialized (select id, created_at from store_order where ${named} limit ${MAX_RARE + 1})
    (select id from few where (select count(*) from few) <= ${MAX_RARE} order by created_at desc limit ${most})
    union all
    (select id from (
      select * from store_order order by created_at desc, id desc limit ${MAX_WALKED}
    ) as store_order where (select count(*) from few) > ${MAX_RARE} and ${named} limit ${most})`
}

/**
 * The newest orders of the SKUs with a code. The conditions are those of the indexes, word for word: without the last, three
 * million SKUs were read for each number. So the number of a SKU that was deleted finds nothing; its bar code still does.
 */
function ordersOfCode(code: string, each: number): SQL {
  return sql`
    select line.order_id from (
      select id, product_id from product_sku where bar_code = ${code} and bar_code <> ''
      union select id, product_id from product_sku where lower(sku_no) = lower(${code}) and sku_no <> '' and not is_del
      limit ${MAX_PRODUCTS}
    ) as sku cross join lateral (
      select order_id from (
        select order_id, sku_id from order_line where product_id = sku.product_id order by order_id desc limit ${MAX_LINES}
      ) as sold where sold.sku_id = sku.id limit ${each}
    ) as line`
}

/** The newest orders of each customer whose nickname begins like that. */
function ordersOfNickname(beginning: string, each: number): SQL {
  return sql`
    select own.id from (
      select id, count(*) over () as many from (
        select id from shop_user where nickname like ${beginning} limit ${MAX_CUSTOMERS}
      ) as named
    ) as customer cross join lateral (
      select id from store_order where uid = customer.id order by created_at desc, id desc limit ${shareOf('customer', each)}
    ) as own`
}

const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * The newest orders of each product that a search finds; for a very common word, of some of these products. A word that is a value
 * of its SKUs (水洗黑) must be of the SKU that was bought.
 */
function ordersOfProducts(keyword: Keyword, each: number): SQL {
  const { tokens, runs } = keyword
  const words = sql`${sql.param(wordsOf(keyword).map(containing))}::text[]`
  const wanted = sql`${sql.param([...tokens])}::text[]`
  const searched = each < MAX_MEANT ? MAX_SEARCHED.quick : MAX_SEARCHED.list
  const patterns = sql`${sql.param(runs.map(containing))}::text[]`
  return sql`
    select line.order_id from (
      select id, count(*) over () as many, array(
        select word from unnest(${words}) as word where exists (
          select from product_attr, unnest(attr_values) as value where product_id = found.id and lower(value) like word)
      ) as of_sku from (
        select id from unnest(coalesce(product_search_few(${wanted}, ${patterns}, ${searched}), array(
          select product_id from product_search where tokens @> ${wanted} and text_norm like all (${patterns}) limit ${MAX_PRODUCTS}
        ))) as id order by id desc limit ${MAX_PRODUCTS}
      ) as found
    ) as product cross join lateral (
      select distinct order_id from (
        select * from order_line where product_id = product.id order by order_id desc limit ${MAX_LINES}
      ) as sold where of_sku = '{}' or lower(store_name || ' ' || sku) like all (of_sku)
      order by order_id desc limit ${shareOf('product', each)}
    ) as line`
}

/** How many orders of each are looked at when there are so many of them. */
const shareOf = (of: 'customer' | 'product', each: number) =>
  sql`greatest(${Math.min(MAX_EACH, each)}, ${each} / ${sql.raw(of)}.many)`
