import { toWireTime } from '@zhanggui/domain/time.ts'
import { writeSettings } from '../../../areas/setting/setting/setting.service.ts'
import { inTransaction } from '../../../platform/http/context.ts'
import type { Shop } from '../../shop.ts'
import type { AreaWalk } from './audit-walk.ts'
import { openSale } from './promotion.walk.ts'

const HOUR_MS = 3600_000

/** A broadcast of a 视频号, which needs no platform. */
const broadcast = ({ ctx }: Shop, name: string) => ({
  source: 'channels',
  name,
  coverImg: 'https://m.example/a.jpg',
  startTime: toWireTime(new Date(ctx.now().getTime() + HOUR_MS)),
  endTime: toWireTime(new Date(ctx.now().getTime() + 2 * HOUR_MS)),
  anchorName: '小夏',
  finderUserName: 'sphZhanggui01',
})

const goods = (productId: number, name: string) => ({
  productId,
  name,
  coverImgUrl: 'https://m.example/a.jpg',
  priceType: 1,
  price: 9.9,
})

export const liveWalk: AreaWalk = {
  walks: {
    'live-anchor.save': () => ({ body: { name: '小夏', wechat: 'xiaxia_live' } }),
    'live-anchor.update': (ids) => ({ body: { id: ids['live-anchor.save'], name: '小秋', wechat: 'xiaxia_live' } }),
    'live-anchor.remove': (ids) => ({ query: { id: ids['live-anchor.save'] ?? 0 } }),
    'live-room.save': (_, shop) => ({ body: broadcast(shop, '周三家居专场') }),
    'live-room.update': (ids, shop) => ({ body: { id: ids['live-room.save'], ...broadcast(shop, '周四家居专场') } }),
    'live-room.remove': (ids) => ({ query: { id: ids['live-room.save'] ?? 0 } }),
    'live-goods.update': async (ids, shop) => {
      const { skuId } = await openSale(shop, '直播毛巾')
      const { rows } = await shop.ctx.db.execute<{ id: number }>(
        `insert into live_goods (product_id, name, cover_img_url, price_type, price_fen, url)
         select product_id, '直播毛巾', 'https://m.example/a.jpg', 1, 990, 'pages/a' from product_sku where id = ${skuId} returning id`,
      )
      ids.liveGoods = Number(rows[0]?.id ?? 0)
      const product = await shop.ctx.db.execute<{ id: number }>(
        `select product_id as id from live_goods where id = ${ids.liveGoods}`,
      )
      return { body: { id: ids.liveGoods, ...goods(Number(product.rows[0]?.id ?? 0), '直播毛巾两条') } }
    },
    'live-goods.remove': async (ids, { ctx }) => {
      await inTransaction(ctx, (tx) => writeSettings(tx, { live_gateway_mode: 'mock' }))
      return { query: { id: ids.liveGoods ?? 0 } }
    },
  },
  elsewhere: {
    'live-goods.save': 'live-goods.test.ts',
    'live-goods.audit': 'live-goods.test.ts',
    'live-goods.cancelAudit': 'live-goods.test.ts',
    'live-goods.synchronize': 'takes over what the platform has, which nobody typed',
    'live-room.synchronize': 'takes over what the platform has, which nobody typed',
    'live-room.addGoods': 'live-life.test.ts',
    'live-room.removeGoods': 'live-goods.test.ts',
    'live-room.onSale': 'live-life.test.ts',
  },
}
