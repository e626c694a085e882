import type { PriceRow } from '@zhanggui/contract/product/product-stock.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'

/** From a moment on, in ms, a price. */
export type PriceStep = { at: number; price: number }

/**
 * The steps of one price of one SKU.
 * @param rows its history, new ones first; the oldest begins with what the price was before
 */
export function priceSteps(rows: readonly PriceRow[]): PriceStep[] {
  const oldest = rows.at(-1)
  if (!oldest) return []
  const steps = rows.map((row) => ({ at: momentOf(row), price: row.new ?? 0 })).reverse()
  return oldest.old === null ? steps : [{ at: momentOf(oldest), price: oldest.old }, ...steps]
}

function momentOf({ createTime }: PriceRow): number {
  return parseWireTime(createTime)?.getTime() ?? 0
}

/**
 * The line of a step chart as an SVG path.
 * @param until where the last step ends, ms
 */
export function stepPath(steps: readonly PriceStep[], until: number, width: number, height: number): string {
  const [first] = steps
  if (!first) return ''
  const prices = steps.map(({ price }) => price)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const x = (at: number) => Math.round(((at - first.at) / Math.max(until - first.at, 1)) * width)
  const y = (price: number) => Math.round(height - ((price - least) / (most - least || 1)) * height)
  const line = steps.map(({ at, price }, index) => (index ? `H${x(at)}V${y(price)}` : `M0 ${y(price)}`)).join('')
  return `${line}H${width}`
}
