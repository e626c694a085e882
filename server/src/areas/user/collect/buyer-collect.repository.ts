import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { inWireTime, inYuan } from '../../../platform/data/wire-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { products } from '../../product/product/product.tables.ts'
import { userCollects } from './buyer-collect.tables.ts'

const onShelf = sql<boolean>`(product.is_show and not product.is_del and not product.is_recycle)`

/** A page of a buyer's favourites, the newest first, in wire format except addresses. */
export async function list({ db }: Ctx, uid: number, { limit, offset }: Page) {
  const where = eq(userCollects.uid, uid)
  const { image, storeName, priceFen, otPriceFen, stock, unitName } = products
  const rows = await db
    .select({
      id: userCollects.id,
      productId: userCollects.productId,
      image,
      storeName,
      stock,
      unitName,
      price: inYuan(priceFen),
      otPrice: inYuan(otPriceFen),
      sales: sql<number>`${products.sales} + ${products.ficti}`,
      valid: onShelf,
      createTime: inWireTime(userCollects.createdAt),
    })
    .from(userCollects)
    .innerJoin(products, eq(products.id, userCollects.productId))
    .where(where)
    .orderBy(desc(userCollects.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, userCollects, where)) }
}

/** Those of the products that are on the shelf, locked against deletion. */
export async function keepOnShelf({ db }: Ctx, productIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(inArray(products.id, [...productIds]), onShelf))
    .orderBy(products.id)
    .for('key share')
  return rows.map(({ id }) => id)
}

/** Adds favourites of a buyer. Returns the products that were none before. */
export async function insert({ db, now }: Ctx, uid: number, productIds: readonly number[]): Promise<number[]> {
  const saved = await db
    .insert(userCollects)
    .values(productIds.map((productId) => ({ uid, productId, createdAt: now() })))
    .onConflictDoNothing()
    .returning({ productId: userCollects.productId })
  return saved.map(({ productId }) => productId)
}

/** Deletes favourites of a buyer, by their ids or their products. Returns the products. */
export async function remove(
  { db }: Ctx,
  uid: number,
  which: { ids: readonly number[] } | { productId: number },
): Promise<number[]> {
  const those = 'ids' in which ? inArray(userCollects.id, [...which.ids]) : eq(userCollects.productId, which.productId)
  const gone = await db
    .delete(userCollects)
    .where(and(eq(userCollects.uid, uid), those))
    .returning({ productId: userCollects.productId })
  return gone.map(({ productId }) => productId)
}
