import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** What the page of an activity shows of its product, and of the caller. @param uid 0 for nobody */
export async function findProduct({ db }: Ctx, productId: number, uid: number) {
  const { rows } = await db.execute<{
    cid: number
    params: { name: string; value: string }[]
    ensures: string[]
    ficti: number
    isShow: boolean
    isRecycle: boolean
    isDel: boolean
    visibility: number
    stock: number
    collected: boolean
  }>(sql`
    select coalesce(cate_ids[1], 0) as cid, params, ficti, is_show as "isShow", is_recycle as "isRecycle", is_del as "isDel", visibility, stock,
      (select coalesce(json_agg(label order by dict_detail.sort, dict_detail.id), '[]') from dict_detail join dict on dict.id = dict_id
        where dict.name = 'product_ensure' and dict_detail.id = any(product.ensure_ids)) as ensures,
      exists (select from user_collect where uid = ${uid}::bigint and product_id = product.id) as collected
    from product where id = ${productId}`)
  return rows[0]
}

/** The number of a buyer's order of an activity that waits for its money; undefined for none. */
export async function findOpenOrder({ db }: Ctx, uid: number, activityId: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ orderNo: string }>(sql`
    select order_no as "orderNo" from store_order where uid = ${uid} and activity_id = ${activityId} and activity_id > 0 and tab = 1 limit 1`)
  return rows[0]?.orderNo
}
