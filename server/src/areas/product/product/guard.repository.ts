import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** A live product of the WeChat shop that uses a product, and a SKU it sells or has submitted. */
export type ComponentUse = {
  type: 'component'
  id: number
  name: string
  productId: number
  skuId?: number | undefined
}

/** Live WeChat shop products, with each SKU they sell or have submitted. */
export async function findComponents({ db }: Ctx, productIds: readonly number[]): Promise<ComponentUse[]> {
  const { rows } = await db.execute<ComponentUse>(sql`
    select 'component' as type, product.id, product.title as name, product.primary_product_id as "productId",
      sku.primary_sku_id as "skuId"
    from component_product as product join component_sku as sku on sku.product_id = product.id and not sku.is_del
    where not product.is_del and product.primary_product_id = any(${sql.param([...productIds])})
    order by product.id, sku.id`)
  return rows
}
