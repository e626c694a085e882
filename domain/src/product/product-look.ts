import { recommendFlags } from './product.ts'

type Marked = Record<keyof typeof recommendFlags | 'specType', boolean> & { skuCount: number } & Record<
    'isSeckill' | 'isBargain' | 'isCombination',
    boolean
  >

/** The labels of a product, the most urgent first. */
export function productLabels(row: Marked): string[] {
  const { specType, skuCount, isSeckill, isBargain, isCombination } = row
  const recommended = Object.keys(recommendFlags).some((name) => row[name as keyof typeof recommendFlags])
  return [
    ...(isSeckill || isBargain || isCombination ? ['活动'] : []),
    ...(recommended ? ['推荐'] : []),
    ...(specType ? [`多规格 ${skuCount}`] : []),
  ]
}

/** The share of the price that is left after the cost; — where the cost is unknown: imports leave it at 0. */
export function marginText(price: number, cost: number | null): string {
  return !cost || price <= 0 ? '—' : `${(((price - cost) / price) * 100).toFixed(1)}%`
}
