import { toWireDay } from '@zhanggui/domain/time.ts'
import type { Shop } from '../../shop.ts'
import type { AreaWalk, Ids } from './audit-walk.ts'
import { openSale } from './promotion.walk.ts'

const slot = (name: string) => ({ name, startHour: 1, endHour: 3, sliderImgs: ['https://m.example/s.jpg'] })

/** What is typed of a flash sale of the product of another one, in the slot of the walk. */
async function draftOf(ids: Ids, shop: Shop) {
  const { skuId } = await openSale(shop, `商品 ${Object.keys(ids).length}`)
  const { rows } = await shop.ctx.db.execute<{ id: number }>(
    `select product_id as id from product_sku where id = ${skuId}`,
  )
  const today = toWireDay(shop.ctx.now())
  return {
    productId: rows[0]?.id ?? 0,
    title: '凌晨秒杀',
    image: 'https://m.example/a.jpg',
    images: ['https://m.example/a.jpg'],
    unitName: '条',
    tempId: 1,
    startTime: today,
    stopTime: today,
    timeId: ids['seckill-slot.save'],
    num: 1,
    attrValue: [{ skuId, price: 9.9, quota: 5 }],
  }
}

export const seckillWalk: AreaWalk = {
  walks: {
    'seckill-slot.save': async (_, { ctx }) => {
      await ctx.db.execute(`update seckill_slot set is_del = true`)
      return { body: slot('凌晨场') }
    },
    'seckill-slot.update': (ids) => ({ body: { id: ids['seckill-slot.save'], ...slot('午夜场') } }),
    'seckill-slot.useStatus': (ids) => ({ params: { id: ids['seckill-slot.save'] ?? 0 }, body: { status: false } }),
    'seckill.save': async (ids, shop) => {
      const body = await draftOf(ids, shop)
      // The slot of the other one goes first, as it has all hours.
      await shop.ctx.db.execute('update seckill_slot set is_del = true')
      await shop.ctx.db.execute(
        `update seckill_slot set is_del = false, status = true where id = ${ids['seckill-slot.save']}`,
      )
      return { body }
    },
    'seckill.update': async (ids, shop) => {
      const { rows } = await shop.ctx.db.execute<{ productId: number; skuId: number }>(
        `select product_id as "productId", product_sku_id as "skuId" from activity join activity_sku on activity_id = activity.id where activity.id = ${ids['seckill.save']}`,
      )
      const { productId, skuId } = rows[0] ?? {}
      const today = toWireDay(shop.ctx.now())
      return {
        body: {
          id: ids['seckill.save'],
          productId,
          title: '午夜秒杀',
          image: 'https://m.example/a.jpg',
          images: ['https://m.example/a.jpg'],
          unitName: '条',
          tempId: 1,
          startTime: today,
          stopTime: today,
          timeId: ids['seckill-slot.save'],
          num: 2,
          attrValue: [{ skuId, price: 8.8, quota: 6 }],
        },
      }
    },
    'seckill.move': async (ids, { ctx }) => {
      // However late it is today, it is not over.
      await ctx.db.execute(`update activity set stop_at = now() + interval '3 days' where id = ${ids['seckill.save']}`)
      const { rows } = await ctx.db.execute<{ id: number }>(
        `insert into seckill_slot (name, start_hour, end_hour, slider_imgs) values ('换到的场', 5, 7, '{}') returning id::int`,
      )
      return { body: { id: ids['seckill.save'], timeId: rows[0]?.id } }
    },
    'seckill.useStatus': async (ids, { ctx }) => {
      // However late it is today, it is not over.
      await ctx.db.execute(`update activity set stop_at = now() + interval '3 days' where id = ${ids['seckill.save']}`)
      return { body: { id: ids['seckill.save'], status: true } }
    },
    'seckill.remove': async (ids, { ctx }) => {
      await ctx.db.execute(`update activity set status = false where id = ${ids['seckill.save']}`)
      return { query: { id: String(ids['seckill.save']) } }
    },
    'seckill-slot.remove': (ids) => ({ query: { id: String(ids['seckill-slot.save']) } }),
  },
  elsewhere: {},
}
