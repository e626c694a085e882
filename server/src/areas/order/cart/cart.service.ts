import { type CartLine, lineProblems } from '@zhanggui/contract/order/cart.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import type { LimitType } from '@zhanggui/domain/product/product.ts'
import { sql } from 'drizzle-orm'
import { daysAgo, eachOf } from '../../../platform/data/clean-up.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { type Goods, quoteBasket } from '../../promotion/quote/quote.service.ts'
import { lockCustomers } from '../../user/ledger/ledger.service.ts'
import * as carts from './cart.repository.ts'

const WHAT = '购物车商品'
const MAX_LINES = 100
const MAX_NUM = 999

/** The calling buyer's cart, newest first, priced as now. */
export async function listCart(ctx: Ctx, isValid: boolean | undefined): Promise<{ list: CartLine[] }> {
  const { uid } = ctx.buyer
  const rows = await carts.listShown(ctx, uid)
  if (!rows.length) return { list: [] }
  const [quoted, media] = [
    await price(
      ctx,
      uid,
      rows.map(({ line }) => line),
    ),
    await readMedia(ctx),
  ]
  const list = rows.map(({ line: row, ...shown }): CartLine => {
    const { id, productId, skuId, num, addedFen } = row
    const goods = quoted.goods.get(skuId)
    const problem = quoted.problems.find(({ key }) => key === String(skuId))
    const line = quoted.lines.find(({ key }) => key === String(skuId))
    return {
      id,
      productId,
      skuId,
      num,
      cid: shown.cateIds?.[0] ?? 0,
      image: media.toWire(shown.image ?? ''),
      storeName: shown.storeName ?? '',
      sku: shown.sku ?? '',
      unitName: shown.unitName ?? '',
      price: toYuan(goods?.listFen ?? 0),
      vipPrice: goods && line && line.unitFen < goods.listFen ? toYuan(line.unitFen) : null,
      stock: goods?.stock ?? 0,
      minQty: goods?.minQty ?? 1,
      limitType: (goods?.limitType ?? 0) as LimitType,
      limitNum: goods?.limitNum ?? 0,
      addedPrice: addedFen === null ? null : toYuan(addedFen),
      valid: !problem,
      code: lineProblems.find((code) => code === problem?.code) ?? '',
      reason: problem?.message ?? '',
    }
  })
  return { list: isValid === undefined ? list : list.filter(({ valid }) => valid === isValid) }
}

const price = (ctx: Ctx, uid: number, rows: readonly { skuId: number; num: number }[]) =>
  quoteBasket(ctx, { uid, items: rows.map(({ skuId, num }) => ({ skuId, num })), shippingType: 2, usePoints: false })

/**
 * Puts units of a SKU into the calling buyer's cart; the same SKU adds up.
 * @throws 409 for what is not on sale, SOLD_OUT beyond the stock; 422 for one line more than 100
 */
export async function addToCart(ctx: Ctx, { skuId, num }: { skuId: number; num: number }): Promise<{ id: number }> {
  const { uid } = ctx.buyer
  return retried(ctx, async (tx) => {
    await lockCustomers(tx, [uid])
    const { goods, unitFen } = await requireGoods(tx, uid, skuId)
    const saved = await carts.add(tx, { uid, productId: goods.productId, skuId, num, addedFen: unitFen })
    requireStock(goods, saved.num)
    if ((await carts.counts(tx, uid)).lines > MAX_LINES)
      throw new Refusal(`购物车最多放${MAX_LINES}种商品，请先结算或删除一些`)
    return { id: saved.id }
  })
}

/** Changes how many units a line has. @throws 404, 409 as {@link addToCart} */
export async function setCartNum(ctx: Ctx, { id, num }: { id: number; num: number }): Promise<void> {
  const { uid } = ctx.buyer
  await retried(ctx, async (tx) => {
    await lockCustomers(tx, [uid])
    const row = await requireLine(tx, uid, id)
    requireStock((await requireGoods(tx, uid, row.skuId)).goods, num)
    await carts.setNum(tx, id, num)
  })
}

/** Chooses another SKU of the same product for a line. @throws 404, 409 as {@link addToCart} */
export async function resetCartLine(ctx: Ctx, { id, skuId }: { id: number; skuId: number }): Promise<{ id: number }> {
  const { uid } = ctx.buyer
  return retried(ctx, async (tx) => {
    await lockCustomers(tx, [uid])
    const row = await requireLine(tx, uid, id)
    if (row.skuId === skuId) return { id }
    const { goods, unitFen } = await requireGoods(tx, uid, skuId)
    if (goods.productId !== row.productId) throw stateConflict('请选择同一商品的规格')
    await carts.remove(tx, uid, [id])
    const saved = await carts.add(tx, { uid, productId: goods.productId, skuId, num: row.num, addedFen: unitFen })
    requireStock(goods, saved.num)
    return { id: saved.id }
  })
}

/** Deletes lines of the calling buyer. @throws 404 when none of them is theirs */
export async function removeFromCart(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (!(await carts.remove(ctx, ctx.buyer.uid, ids))) throw notFound(WHAT)
}

export async function countCart(ctx: Ctx, type: 'total' | 'sum' = 'sum'): Promise<{ count: number }> {
  const { lines, units } = await carts.counts(ctx, ctx.buyer.uid)
  return { count: type === 'total' ? lines : units }
}

/** The named lines of a buyer's cart. @throws 404 when one of them is not there */
export async function linesOfCart(ctx: Ctx, uid: number, ids: readonly number[]): Promise<carts.CartRow[]> {
  const rows = await carts.list(ctx, uid, ids)
  if (rows.length < new Set(ids).size) throw notFound(WHAT)
  return rows
}

/** Takes everything out of the cart of a buyer who leaves. */
export const emptyCart = carts.empty

/** Lines of products that have been gone for this many days leave the carts. */
const GONE_DAYS = 90
export const goneCartLines = eachOf(
  ['cart_line'],
  (ctx) => sql`updated_at < ${daysAgo(ctx, GONE_DAYS)}
    and exists (select from product where id = product_id and is_del and updated_at < ${daysAgo(ctx, GONE_DAYS)})`,
)

async function requireLine(tx: Ctx, uid: number, id: number): Promise<carts.CartRow> {
  const row = await carts.find(tx, uid, id)
  if (!row) throw notFound(WHAT)
  return row
}

/** A SKU that is for sale, and what a unit costs this buyer now. @throws 409 */
async function requireGoods(ctx: Ctx, uid: number, skuId: number): Promise<{ goods: Goods; unitFen: number }> {
  const { goods, lines } = await price(ctx, uid, [{ skuId, num: 1 }])
  const row = goods.get(skuId)
  if (!row?.onSale) throw stateConflict('商品已下架')
  return { goods: row, unitFen: lines[0]?.unitFen ?? row.listFen }
}

function requireStock({ skuId, stock }: Goods, wanted: number): void {
  if (wanted > stock) throw new HttpError(409, 'SOLD_OUT', '库存不足', { skuId, stock, wanted })
  if (wanted > MAX_NUM) throw new Refusal(`每种商品最多买${MAX_NUM}件`)
}
