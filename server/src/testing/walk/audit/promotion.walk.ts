import { makeCategory, makeProduct, productDraft, productPermissions } from '../../product.ts'
import { type OpenSeckill, openWholeDay, seckillCalls } from '../../seckill.ts'
import type { Shop } from '../../shop.ts'
import type { AreaWalk } from './audit-walk.ts'

export const promotionWalk: AreaWalk = {
  walks: {
    'activity.quota': async (_, shop) => {
      const { id, skuId } = await openSale(shop, '加库存')
      return { body: { id, skuId, quota: 150 } }
    },
    'activity.copy': async (_, shop) => ({ body: { id: (await openSale(shop, '复制')).id } }),
    'activity.end': async (_, shop) => ({ body: { id: (await openSale(shop, '结束')).id } }),
    'activity.batch': async (_, shop) => ({ body: { ids: [(await openSale(shop, '批量')).id], action: 'close' } }),
  },
  elsewhere: {
    'activity.conflicts': 'changes nothing',
    'activity.lowest': 'changes nothing',
    'simulation.run': 'changes nothing',
    'activity-report.download': 'an export, as all others, but it needs a coupon',
  },
}

/** A flash sale of a product of its own that runs now. */
export async function openSale(shop: Shop, title: string): Promise<OpenSeckill> {
  const staff = await shop.signIn({ permissions: productPermissions })
  const cateId = await makeCategory(staff, title)
  const draft = productDraft(cateId, { isShow: true, storeName: title, attrValue: [{ price: 20, stock: 500 }] })
  const { id: productId, attrValue } = await makeProduct(staff, draft)
  const keeper = await shop.signIn({ can: seckillCalls })
  return openWholeDay({ shop, staff, cateId, productId, skuId: attrValue[0]?.id ?? 0, keeper }, title)
}
