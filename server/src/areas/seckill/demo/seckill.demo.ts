import { type SeckillDraft, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, inTransaction, withContext } from '../../../platform/http/context.ts'
import { saveSeckill } from '../seckill/seckill.service.ts'
import { saveSlot, updateSlot } from '../slot/seckill-slot.service.ts'

const DAY_MS = 24 * 3600_000
/** Flash sales of each slot: one that runs, one that is sold out once the orders are there, one to come. */
const OF_SLOT = 3
/** The most SKUs of a product that take part. */
const MAX_SKUS = 4
/** Units of a flash sale that will be sold out. */
export const FEW = 3

type Goods = {
  productId: number
  name: string
  image: string
  unitName: string
  tempId: number
  skus: { skuId: number; priceFen: number; costFen: number; stock: number }[]
}
type SlotRow = { id: number; name: string; startHour: number; endHour: number }

/**
 * Fills a demo shop without flash sales: the night has a slot, too, so that one nearly always runs, and each slot has one that runs, one of
 * few units that the orders of the demo buy out, and one to come. One of them is sold below its cost.
 */
export async function fillSeckillDemo(ctx: Ctx): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from activity where type = 1 limit 1`)
  if (rows.length) return
  await inTransaction(ctx, async (tx) => {
    const goods = await findGoods(tx)
    if (!goods.length) return
    const then = withContext(tx, { now: () => new Date(tx.now().getTime() - 4 * DAY_MS) })
    await dressSlots(then, goods)
    const slots = await tx.db.execute<SlotRow>(sql`
      select id, name, start_hour as "startHour", end_hour as "endHour" from seckill_slot where not is_del and status order by start_hour`)
    for (const [place, slot] of slots.rows.entries()) {
      const own = goods.slice(place * OF_SLOT, (place + 1) * OF_SLOT)
      if (own.length < OF_SLOT) return
      for (const [kind, item] of own.entries())
        await saveSeckill(
          calling(then, seckill.save),
          draftOf(tx, slot, item, { kind, isBelowCost: place === 2 && kind === 0 }),
        )
    }
  })
}

/** Products that are well in stock and worth a flash sale. */
async function findGoods({ db }: Ctx): Promise<Goods[]> {
  const { rows } = await db.execute<Goods>(sql`
    select product.id as "productId", store_name as name, product.image, unit_name as "unitName", temp_id as "tempId",
      (select json_agg(json_build_object('skuId', id, 'priceFen', price_fen, 'costFen', cost_fen, 'stock', stock) order by position, id)
        from product_sku where product_id = product.id and is_show and not is_del) as skus
    from product where is_show and not is_recycle and not is_del and visibility = 0 and image <> '' and price_fen between 2000 and 90000
      and not exists (select from product_sku where product_id = product.id and not is_del and (stock < 60 or not is_show))
      and min_qty = 1 and limit_type = 0 order by product.sales desc, product.id limit 60`)
  return rows
}

/** The slots get their pictures, and the night one of its own. */
async function dressSlots(then: Ctx, goods: readonly Goods[]): Promise<void> {
  const picture = (place: number) => goods[place % goods.length]?.image ?? ''
  const { rows } = await then.db.execute<SlotRow>(sql`
    select id, name, start_hour as "startHour", end_hour as "endHour" from seckill_slot where not is_del order by start_hour`)
  for (const [place, slot] of rows.entries())
    await updateSlot(calling(then, seckillSlot.update), { ...slot, sliderImgs: [picture(place)] })
  const night = { name: '夜猫场', startHour: 0, endHour: 7, sliderImgs: [picture(rows.length)] }
  await saveSlot(calling(then, seckillSlot.save), night)
}

/** Seven tenths of the price, in tenths of a yuan. */
const cheaper = (fen: number) => Math.floor((fen * 7) / 100) * 10

function draftOf(
  { now }: Ctx,
  slot: SlotRow,
  { productId, name, image, unitName, tempId, skus }: Goods,
  { kind, isBelowCost }: { kind: number; isBelowCost: boolean },
): SeckillDraft {
  const day = (days: number) => toWireDay(new Date(now().getTime() + days * DAY_MS))
  const [isFew, isToCome] = [kind === 1, kind === 2]
  const chosen = skus.slice(0, isFew ? 1 : MAX_SKUS)
  const priceOf = ({ priceFen, costFen }: Goods['skus'][number]) =>
    Math.min(priceFen, isBelowCost && costFen > 100 ? costFen - 100 : Math.max(cheaper(priceFen), costFen))
  return {
    productId,
    title: `${name.slice(0, 180)} ${slot.name}`,
    image,
    images: [image],
    info: isFew ? `每天 ${slot.startHour} 点，仅 ${FEW} 件` : '限时限量，售完即止',
    unitName,
    tempId,
    timeId: slot.id,
    startTime: day(isToCome ? 2 : -3),
    stopTime: day(isToCome ? 5 : 6),
    num: 1,
    onceNum: 2,
    totalNum: isFew ? 1 : 5,
    status: true,
    attrValue: chosen.map((sku) => ({
      skuId: sku.skuId,
      price: toYuan(priceOf(sku)),
      quota: isFew ? FEW : Math.min(40, Math.floor(sku.stock / 2)),
    })),
    confirmBelowCost: true,
  }
}
