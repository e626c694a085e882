import { type BargainDraft, bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { saveBargain } from '../bargain/bargain.service.ts'

const DAY_MS = 24 * 3600_000
/** When they were typed, in days before now. */
const TYPED = 9

type Goods = {
  productId: number
  name: string
  image: string
  unitName: string
  tempId: number
  skus: { skuId: number; priceFen: number; costFen: number; stock: number }[]
}

/** Bargains: how many cuts each takes, and its days from today; the last one is over. */
const kinds = [
  { peopleNum: 3, from: -4, to: 10, isHot: true },
  { peopleNum: 6, from: -4, to: 6, isHot: false },
  { peopleNum: 2, from: -8, to: -3, isHot: false },
] as const

const RULE = '<p>邀请好友帮忙砍价，砍到最低价后在时限内下单即可。每位好友每单只能砍一刀。</p>'

/** Fills a demo shop without bargains with some, one of them of goods that are in a flash sale, too; their sessions come with the orders. */
export async function fillBargainDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from activity where type = 2 limit 1`)
  if (rows.length) return
  await inTransaction(ctx, async (tx) => {
    const inSale = await findGoods(tx, 1, sql`exists (${anyActivity} and type = 1 and status)`)
    const alone = await findGoods(tx, kinds.length - inSale.length, sql`not exists (${anyActivity})`)
    const goods = [...alone.slice(0, 1), ...inSale, ...alone.slice(1)]
    const then = withContext(tx, { now: () => new Date(tx.now().getTime() - TYPED * DAY_MS) })
    for (const [at, item] of goods.entries()) await saveBargain(calling(then, bargain.save), draftOf(tx, item, at))
  })
}

const anyActivity = sql`select from activity where activity.product_id = product.id`

/** Products that are well in stock. */
async function findGoods({ db }: Ctx, count: number, which: SQL): Promise<Goods[]> {
  const { rows } = await db.execute<Goods>(sql`
    select product.id as "productId", store_name as name, product.image, unit_name as "unitName", temp_id as "tempId",
      (select json_agg(json_build_object('skuId', id, 'priceFen', price_fen, 'costFen', cost_fen, 'stock', stock) order by position, id)
        from product_sku where product_id = product.id and is_show and not is_del) as skus
    from product where is_show and not is_recycle and not is_del and visibility = 0 and image <> '' and price_fen between 4000 and 40000
      and not exists (select from product_sku where product_id = product.id and not is_del and (stock < 60 or not is_show))
      and ${which}
      and min_qty = 1 and limit_type = 0 order by product.sales desc, product.id limit ${count}`)
  return rows
}

/** Six tenths of the price, in whole yuan, and no less than it costs. */
const lowest = (priceFen: number, costFen: number) =>
  Math.min(priceFen - 1000, Math.max(Math.floor((priceFen * 6) / 1000) * 100, costFen))

function draftOf({ now }: Ctx, { productId, name, image, unitName, tempId, skus }: Goods, at: number): BargainDraft {
  const { peopleNum, from, to, isHot } = kinds[at % kinds.length] ?? kinds[0]
  const day = (days: number) => toWireDay(new Date(now().getTime() + days * DAY_MS))
  const [sku] = skus
  if (!sku) throw new Error('a demo product without SKUs')
  const { skuId, priceFen, costFen, stock } = sku
  const minFen = lowest(priceFen, costFen)
  return {
    productId,
    title: `${name.slice(0, 180)} ${peopleNum} 刀到底`,
    image,
    images: [image],
    info: `${peopleNum} 刀砍到 ${toYuan(minFen)} 元`,
    unitName,
    tempId,
    startTime: day(from),
    stopTime: day(to),
    peopleNum,
    bargainNum: 10,
    num: 3,
    rule: RULE,
    isHot,
    status: true,
    attrValue: [
      { skuId, price: toYuan(priceFen), minPrice: toYuan(minFen), quota: Math.min(20, Math.floor(stock / 2)) },
    ],
    confirmBelowCost: true,
  }
}
