import { bargainCalls, bargainDraft } from '../../bargain.ts'
import { makeCategory, makeProduct, productDraft, productPermissions } from '../../product.ts'
import type { Shop } from '../../shop.ts'
import type { AreaWalk } from './audit-walk.ts'

/** A product of its own that is on the shelf. */
async function makeGoods(shop: Shop, title: string) {
  const staff = await shop.signIn({ permissions: productPermissions })
  const cateId = await makeCategory(staff, title)
  const draft = productDraft(cateId, { isShow: true, storeName: title, attrValue: [{ price: 20, stock: 500 }] })
  const { id: productId, attrValue } = await makeProduct(staff, draft)
  const keeper = await shop.signIn({ can: bargainCalls })
  return { shop, staff, cateId, productId, skuId: attrValue[0]?.id ?? 0, keeper }
}

export const bargainWalk: AreaWalk = {
  walks: {
    'bargain.save': async (_, shop) => ({ body: bargainDraft(await makeGoods(shop, '砍价走查'), { status: false }) }),
    'bargain.update': async (ids, shop) => {
      const { rows } = await shop.ctx.db.execute<{ productId: number; skuId: number }>(
        `select product_id as "productId", product_sku_id as "skuId" from activity join activity_sku on activity_id = activity.id where activity.id = ${ids['bargain.save']}`,
      )
      const { productId = 0, skuId = 0 } = rows[0] ?? {}
      const body = bargainDraft({ shop, productId, skuId }, { title: '再砍一刀', peopleNum: 4, status: false })
      return { body: { ...body, id: ids['bargain.save'] } }
    },
    'bargain.useStatus': (ids) => ({ body: { id: ids['bargain.save'], status: true } }),
    'bargain.remove': async (ids, { ctx }) => {
      await ctx.db.execute(`update activity set status = false where id = ${ids['bargain.save']}`)
      return { query: { id: String(ids['bargain.save']) } }
    },
  },
  elsewhere: {},
}
