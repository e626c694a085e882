import { and, count, desc, eq, inArray, sql, sum } from 'drizzle-orm'
import type { NewRow } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { productSkus, products } from '../../product/product/product.tables.ts'
import { cartLines } from './cart.tables.ts'

export type CartRow = typeof cartLines.$inferSelect

/** A buyer's lines, newest first; those named, or all. */
export function list({ db }: Ctx, uid: number, ids?: readonly number[]): Promise<CartRow[]> {
  return db
    .select()
    .from(cartLines)
    .where(and(eq(cartLines.uid, uid), ids && inArray(cartLines.id, [...ids])))
    .orderBy(desc(cartLines.id))
}

/** A buyer's lines as they are shown, newest first: with what is known of goods that are no longer for sale or deleted. */
export function listShown({ db }: Ctx, uid: number) {
  const { storeName, image, unitName, cateIds } = products
  return db
    .select({
      line: cartLines,
      storeName,
      unitName,
      cateIds,
      image: sql<string | null>`coalesce(nullif(${productSkus.image}, ''), ${image})`,
      sku: productSkus.suk,
    })
    .from(cartLines)
    .leftJoin(products, eq(products.id, cartLines.productId))
    .leftJoin(productSkus, eq(productSkus.id, cartLines.skuId))
    .where(eq(cartLines.uid, uid))
    .orderBy(desc(cartLines.id))
}

export async function find({ db }: Ctx, uid: number, id: number): Promise<CartRow | undefined> {
  const [row] = await db
    .select()
    .from(cartLines)
    .where(and(eq(cartLines.uid, uid), eq(cartLines.id, id)))
  return row
}

/** Puts units of a SKU into the cart, in addition to those that are in it, which keep the price they were put in at. */
export async function add({ db, now }: Ctx, row: NewRow<typeof cartLines, 'createdAt' | 'updatedAt'>) {
  const [saved] = await db
    .insert(cartLines)
    .values({ ...row, createdAt: now(), updatedAt: now() })
    .onConflictDoUpdate({
      target: [cartLines.uid, cartLines.skuId],
      set: { num: sql`${cartLines.num} + excluded.num`, updatedAt: now() },
    })
    .returning({ id: cartLines.id, num: cartLines.num })
  return saved as { id: number; num: number }
}

/** Deletes all lines of a buyer. */
export async function empty({ db }: Ctx, uid: number): Promise<void> {
  await db.delete(cartLines).where(eq(cartLines.uid, uid))
}

export async function setNum({ db, now }: Ctx, id: number, num: number): Promise<void> {
  await db.update(cartLines).set({ num, updatedAt: now() }).where(eq(cartLines.id, id))
}

/** Deletes lines of a buyer. Returns how many there were. */
export async function remove({ db }: Ctx, uid: number, ids: readonly number[]): Promise<number> {
  const gone = await db
    .delete(cartLines)
    .where(and(eq(cartLines.uid, uid), inArray(cartLines.id, [...ids])))
    .returning({ id: cartLines.id })
  return gone.length
}

export async function counts({ db }: Ctx, uid: number): Promise<{ lines: number; units: number }> {
  const [row] = await db
    .select({ lines: count(), units: sum(cartLines.num).mapWith(Number) })
    .from(cartLines)
    .where(eq(cartLines.uid, uid))
  return { lines: row?.lines ?? 0, units: row?.units ?? 0 }
}
