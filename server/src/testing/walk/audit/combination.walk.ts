import { combinationCalls, combinationDraft, type OpenCombination, openCombination } from '../../combination.ts'
import { makeCategory, makeProduct, productDraft, productPermissions } from '../../product.ts'
import type { Shop } from '../../shop.ts'
import type { AreaWalk } from './audit-walk.ts'

/** A product of its own that is on the shelf. */
async function makeGoods(shop: Shop, title: string) {
  const staff = await shop.signIn({ permissions: productPermissions })
  const cateId = await makeCategory(staff, title)
  const draft = productDraft(cateId, { isShow: true, storeName: title, attrValue: [{ price: 20, stock: 500 }] })
  const { id: productId, attrValue } = await makeProduct(staff, draft)
  const keeper = await shop.signIn({ can: combinationCalls })
  return { shop, staff, cateId, productId, skuId: attrValue[0]?.id ?? 0, keeper }
}

/** A team product that runs. */
export const openGroup = async (shop: Shop, title: string): Promise<OpenCombination> =>
  openCombination(await makeGoods(shop, title), { title })

export const combinationWalk: AreaWalk = {
  walks: {
    'combination.save': async (_, shop) => {
      const made = await makeGoods(shop, '拼团走查')
      return { body: combinationDraft(made, { status: false }) }
    },
    'combination.update': async (ids, shop) => {
      const { rows } = await shop.ctx.db.execute<{ productId: number; skuId: number }>(
        `select product_id as "productId", product_sku_id as "skuId" from activity join activity_sku on activity_id = activity.id where activity.id = ${ids['combination.save']}`,
      )
      const { productId = 0, skuId = 0 } = rows[0] ?? {}
      const body = combinationDraft({ shop, productId, skuId }, { title: '再拼一次', people: 4, status: false })
      return { body: { ...body, id: ids['combination.save'] } }
    },
    'combination.useStatus': (ids) => ({ body: { id: ids['combination.save'], status: true } }),
    'combination.remove': async (ids, { ctx }) => {
      await ctx.db.execute(`update activity set status = false where id = ${ids['combination.save']}`)
      return { query: { id: String(ids['combination.save']) } }
    },
  },
  elsewhere: {},
}
