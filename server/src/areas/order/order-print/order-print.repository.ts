import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { stores } from '../../store/store/store.tables.ts'
import { hasOpenEdit, isReadyToShip } from '../order/order.parts.ts'
import { storeOrders } from '../order/order.tables.ts'

/** A line as paper shows it. */
export type PrintLine = {
  skuId: number
  storeName: string
  image: string
  sku: string
  barCode: string
  unique: string
  cateId: number
  num: number
  sentNum: number
  refundNum: number
  cutNum: number
  unitPriceFen: number
  lineTotalFen: number
  adjustShareFen: number
  refundMoneyFen: number
  weight: number
}

const lines = sql<PrintLine[]>`(
  select coalesce(json_agg(json_build_object('skuId', sku_id, 'storeName', store_name, 'image', image, 'sku', sku,
    'barCode', bar_code, 'unique', order_line.unique, 'cateId', cate_id, 'num', num, 'sentNum', sent_num,
    'refundNum', refund_num, 'cutNum', cut_num, 'unitPriceFen', unit_price_fen,
    'lineTotalFen', line_total_fen, 'adjustShareFen', adjust_share_fen, 'refundMoneyFen', refund_money_fen, 'weight', weight) order by line_no), '[]')
  from order_line where order_id = store_order.id)`

const lastParcel = sql<{ expressName: string; expressNo: string } | null>`(
  select json_build_object('expressName', express_name, 'expressNo', express_no) from shipment
  where order_id = store_order.id and state <> 2 order by id desc limit 1)`

/** Orders with all that paper and sheets show of them, by their numbers. */
export function findPrintable({ db }: Ctx, orderNos: readonly string[]) {
  return db
    .select({
      order: getTableColumns(storeOrders),
      lines,
      lastParcel,
      isEdited: hasOpenEdit(sql`store_order`),
      storeName: stores.name,
    })
    .from(storeOrders)
    .leftJoin(stores, eq(stores.id, storeOrders.storeId))
    .where(
      and(sql`${storeOrders.orderNo} = any(${sql.param([...orderNos])}::text[])`, eq(storeOrders.isSystemDel, false)),
    )
    .orderBy(sql`store_order.created_at, store_order.id`)
}
export type PrintableOrder = Awaited<ReturnType<typeof findPrintable>>[number]

/** The orders to ship of each receiver, by address key, the oldest first, at most `limit` of each. */
export async function listTogether(
  { db }: Ctx,
  keys: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await db.execute<{ key: string; names: string[] }>(sql`
    select given.key, (select coalesce(json_agg(order_no order by id), '[]') from (
      select id, order_no from store_order where ${isReadyToShip(sql`store_order`)} and address_key = given.key order by id limit ${limit}) as own) as names
    from unnest(${sql.param([...keys])}::text[]) as given(key)`)
  return new Map(rows.map(({ key, names }) => [key, names]))
}

/** The names of categories, by which a pick list is sorted. */
export async function categoryNames({ db }: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await db.execute<{ id: number; name: string }>(
    sql`select id, name from category where id = any(${sql.param([...ids])}::bigint[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
