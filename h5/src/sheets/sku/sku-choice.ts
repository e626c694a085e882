import type { WindowDetail } from '@zhanggui/contract/product/window.ts'

type WindowProduct = WindowDetail['product']
export type Sku = Omit<WindowDetail['skus'][number], 'unique'>
/** What SKUs are chosen of: a product, or what of it an activity sells. */
export type Goods = {
  product: Pick<
    WindowProduct,
    'image' | 'price' | 'priceMax' | 'otPrice' | 'vipPrice' | 'stock' | 'minQty' | 'limitType' | 'limitNum'
  >
  attr: WindowDetail['attr']
  skus: readonly Sku[]
}

/** The chosen value of each specification in their order; '' where none is chosen yet. */
export type Choice = readonly string[]

const MAX_NUM = 999

/** What is chosen at first: where there is but one value, that one. */
export const firstChoice = ({ attr }: Goods): Choice =>
  attr.map(({ attrValues }) => (attrValues.length === 1 ? (attrValues[0] ?? '') : ''))

/** The SKU of a choice; undefined while something is not chosen. */
export function skuOf({ skus }: Goods, choice: Choice): Sku | undefined {
  return choice.every(Boolean) ? skus.find(({ sku }) => sku === choice.join(',')) : undefined
}

/** The choice that leads to a SKU. */
export function choiceOf(goods: Goods, skuId: number): Choice {
  const found = goods.skus.find(({ id }) => id === skuId)
  return combinationsOf(goods).find(({ sku }) => sku === found)?.values ?? firstChoice(goods)
}

/** The specifications that are not chosen yet. */
export const missingOf = ({ attr }: Goods, choice: Choice): string[] =>
  attr.filter((_, index) => !choice[index]).map(({ attrName }) => attrName)

/** Whether something with this value can be bought, given what is chosen of the other specifications. */
export function isOpen(goods: Goods, choice: Choice, index: number, value: string): boolean {
  const wanted = choice.with(index, value)
  return combinationsOf(goods).some(
    ({ sku, values }) => sku.stock > 0 && wanted.every((each, at) => !each || each === values[at]),
  )
}

type Limited = Pick<Goods['product'], 'minQty' | 'limitType' | 'limitNum' | 'stock'>

/** How many of a SKU one may take: the shop's own limits, and what is there. `why` says what ends at `max`. */
export function limitsOf({ product }: { product: Limited }, sku?: Pick<Sku, 'stock'>) {
  const { minQty, limitType, limitNum } = product
  const stock = sku?.stock ?? product.stock
  const isLimited = limitType > 0 && limitNum > 0 && limitNum < stock
  const max = Math.min(MAX_NUM, isLimited ? limitNum : stock)
  const min = Math.max(1, minQty)
  const why = isLimited ? `${limitType === 1 ? '每单' : '每人'}限购${limitNum}件` : '没有更多库存了'
  return { min, max, why }
}

/** What is said of stock and limits beside the price. */
export function stockWords({ product }: Pick<Goods, 'product'>, sku: Sku | undefined): string {
  const { minQty, limitType, limitNum } = product
  return [
    `库存 ${sku?.stock ?? product.stock}`,
    ...(minQty > 1 ? [`${minQty} 件起购`] : []),
    ...(limitType && limitNum ? [`${limitType === 1 ? '每单' : '每人'}限购 ${limitNum} 件`] : []),
  ].join('，')
}

/** The SKUs with their values: what they are called may hold the sign that parts them. */
function combinationsOf({ attr, skus }: Goods): { values: string[]; sku: Sku }[] {
  const byName = new Map(skus.map((sku) => [sku.sku, sku]))
  const all = attr.reduce<string[][]>(
    (before, { attrValues }) => before.flatMap((values) => attrValues.map((value) => [...values, value])),
    [[]],
  )
  return all.flatMap((values) => {
    const sku = byName.get(values.join(','))
    return sku ? [{ values, sku }] : []
  })
}
