import { articleDraft } from '../../article.ts'
import type { Shop } from '../../shop.ts'
import type { AreaWalk } from './audit-walk.ts'
import { openSale } from './promotion.walk.ts'

/** A category of articles. */
async function categoryIn({ ctx }: Shop): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: number }>(
    `insert into category (name, type) values ('公告', 3) on conflict do nothing returning id::int as id`,
  )
  if (rows[0]) return rows[0].id
  const known = await ctx.db.execute<{ id: number }>(`select id::int as id from category where type = 3 limit 1`)
  return known.rows[0]?.id ?? 0
}

export const contentWalk: AreaWalk = {
  walks: {
    'article.save': async (_, shop) => ({ body: articleDraft(await categoryIn(shop)) }),
    'article.update': async (ids, shop) => ({
      body: { ...articleDraft(await categoryIn(shop), { title: '新的发货安排' }), id: ids['article.save'] },
    }),
    'article.useStatus': (ids) => ({ body: { ids: [ids['article.save']], isHot: true, sort: 5 } }),
    'article.bindProduct': async (ids, shop) => {
      const { skuId } = await openSale(shop, '文中商品')
      const { rows } = await shop.ctx.db.execute<{ id: number }>(
        `select product_id::int as id from product_sku where id = ${skuId}`,
      )
      return { body: { id: ids['article.save'], productId: rows[0]?.id ?? 0 } }
    },
    'article.remove': (ids) => ({ query: { id: ids['article.save'] ?? 0 } }),
  },
  elsewhere: {
    'article.keepDraft': 'an unfinished form of the caller alone',
    'article.removeDraft': 'an unfinished form of the caller alone',
  },
}
