import { order } from '@zhanggui/contract/order/order.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { MAX_FOUND } from '@zhanggui/contract/setting/search.ts'
import { yuanText } from '@zhanggui/domain/money.ts'
import { readKeyword } from '@zhanggui/domain/product/product-search.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { may } from '../../../platform/http/gate.ts'
import { actsOpen, firstOpen, type Searcher } from '../../setting/search/search.service.ts'
import { findSkusByCode, searchFirst } from './product-search.repository.ts'

const permission = product.list.permission

/** Products by the product search. */
export const productSearcher: Searcher = {
  type: 'product',
  permission,
  list: (keyword) => `/product/list?type=1&keywords=${keyword}`,
  async find(ctx, text) {
    const keyword = readKeyword(text)
    const found = keyword ? await searchFirst(ctx, keyword, MAX_FOUND) : []
    return found.map(({ id, storeName, priceFen, stock, isShow, skuCount }) => ({
      id: String(id),
      title: storeName,
      state: stateOf(isShow),
      link: linkOf(ctx, id, isShow),
      sub: [yuanText(priceFen), `库存 ${stock}`, skuCount > 1 ? `${skuCount} 个规格` : ''].filter(Boolean).join(' · '),
      acts: actsOpen(ctx, [
        ...stockActs(ctx, id),
        ...(mayEdit(ctx) ? [['编辑', product.update.permission, `/product/edit/${id}`] as const] : []),
        ['库存流水', productStock.ledger.permission, `/product/stock?productId=${id}`],
        ['订单', order.list.permission, `/order/list?productId=${id}`],
      ]),
    }))
  },
}

/** SKUs by their codes, as a scanner types them. */
export const skuSearcher: Searcher = {
  type: 'sku',
  permission,
  async find(ctx, text) {
    const found = await findSkusByCode(ctx, text, MAX_FOUND)
    return found.map(({ id, productId, storeName, suk, barCode, skuNo, priceFen, stock, isShow }) => ({
      id: String(id),
      title: `${storeName} ${suk}`.trim(),
      state: stateOf(isShow),
      sub: [skuNo, barCode, yuanText(priceFen), `库存 ${stock}`].filter(Boolean).join(' · '),
      link: linkOf(ctx, productId, isShow),
      acts: actsOpen(ctx, [
        ...stockActs(ctx, productId, `stock-${id}`),
        ['库存流水', productStock.ledger.permission, `/product/stock?skuId=${id}`],
      ]),
    }))
  },
}

const mayEdit = ({ actor }: Ctx) =>
  [product.info, product.update].every(({ permission: needed }) => holds(actor, needed))

/** The dialog of the stock, on a page that staff may open who may edit the product; `stock-7` begins at that SKU. */
function stockActs(ctx: Ctx, id: number, act = 'stock') {
  if (!mayEdit(ctx)) return []
  const { actor } = ctx
  const link = `/product/edit/${id}?view=1&act=${act}`
  const way = [productStock.add, productStock.adjust].find((route) => may(actor, route.permission))
  return way ? [['改库存', way.permission, link] as const] : []
}

const stateOf = (isShow: boolean) => (isShow ? '出售中' : '仓库中')

const linkOf = (ctx: Ctx, id: number, isShow: boolean) =>
  firstOpen(
    ctx,
    [[product.update.permission, `/product/edit/${id}?view=1`]],
    `/product/list?type=${isShow ? 1 : 2}&keywords=${id}`,
  )
