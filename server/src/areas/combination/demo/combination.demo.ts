import { type CombinationDraft, combination } from '@zhanggui/contract/combination/combination.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { saveCombination } from '../combination/combination.service.ts'

const DAY_MS = 24 * 3600_000

type Goods = {
  productId: number
  name: string
  image: string
  unitName: string
  tempId: number
  skus: { skuId: number; priceFen: number; costFen: number; stock: number }[]
}

/** Team products: how many make a team, and how many places may be filled; the last one is to come. */
const kinds = [
  { people: 3, virtualRation: 0, isHot: true },
  { people: 2, virtualRation: 1, isHot: true },
  { people: 5, virtualRation: 0, isHot: false },
  { people: 2, virtualRation: 0, isHot: false },
] as const

/** Fills a demo shop without team products with some; their teams come with the orders. */
export async function fillCombinationDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from activity where type = 3 limit 1`)
  if (rows.length) return
  await inTransaction(ctx, async (tx) => {
    const goods = await findGoods(tx, kinds.length)
    const then = withContext(tx, { now: () => new Date(tx.now().getTime() - 5 * DAY_MS) })
    for (const [at, item] of goods.entries())
      await saveCombination(calling(then, combination.save), draftOf(tx, item, at))
  })
}

/** Products that are well in stock and in no other activity. */
async function findGoods({ db }: Ctx, count: number): Promise<Goods[]> {
  const { rows } = await db.execute<Goods>(sql`
    select product.id as "productId", store_name as name, product.image, unit_name as "unitName", temp_id as "tempId",
      (select json_agg(json_build_object('skuId', id, 'priceFen', price_fen, 'costFen', cost_fen, 'stock', stock) order by position, id)
        from product_sku where product_id = product.id and is_show and not is_del) as skus
    from product where is_show and not is_recycle and not is_del and visibility = 0 and image <> '' and price_fen between 2000 and 30000
      and not exists (select from product_sku where product_id = product.id and not is_del and (stock < 60 or not is_show))
      and not exists (select from activity where activity.product_id = product.id)
      and min_qty = 1 and limit_type = 0 order by product.sales desc, product.id limit ${count}`)
  return rows
}

/** Eight tenths of the price, in tenths of a yuan. */
const cheaper = (fen: number) => Math.floor((fen * 8) / 100) * 10

function draftOf(
  { now }: Ctx,
  { productId, name, image, unitName, tempId, skus }: Goods,
  at: number,
): CombinationDraft {
  const kind = kinds[at % kinds.length] ?? kinds[0]
  const day = (days: number) => toWireDay(new Date(now().getTime() + days * DAY_MS))
  const isToCome = at === kinds.length - 1
  return {
    productId,
    title: `${name.slice(0, 180)} ${kind.people} 人团`,
    image,
    images: [image],
    info: `${kind.people} 人成团，比单独购买便宜`,
    unitName,
    tempId,
    startTime: day(isToCome ? 2 : -4),
    stopTime: day(isToCome ? 9 : 10),
    ...kind,
    effectiveTime: 24,
    num: 5,
    onceNum: 2,
    status: true,
    attrValue: skus.slice(0, 2).map(({ skuId, priceFen, costFen, stock }) => ({
      skuId,
      price: toYuan(Math.min(priceFen, Math.max(cheaper(priceFen), costFen))),
      quota: Math.min(50, Math.floor(stock / 2)),
    })),
    confirmBelowCost: true,
  }
}
