import type { PriceRow } from '@zhanggui/contract/product/product-stock.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'

/** A price and the moment it took effect, ms. */
export type PriceStep = { at: number; price: number }

/**
 * The steps of one price of one SKU.
 * @param rows its history, newest first; the steps begin with the price before the oldest change
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
 * @param until the end of the last step, ms
 */
export function stepPath(steps: readonly PriceStep[], until: number, width: number, height: number): string {
  const [first] = steps
  if (!first) return ''
  const prices = steps.map(({ price }) => price)
  const [min, max] = [Math.min(...prices), Math.max(...prices)]
  const x = (at: number) => Math.round(((at - first.at) / Math.max(until - first.at, 1)) * width)
  const y = (price: number) => Math.round(height - ((price - min) / (max - min || 1)) * height)
  const line = steps.map(({ at, price }, index) => (index ? `H${x(at)}V${y(price)}` : `M0 ${y(price)}`)).join('')
  return `${line}H${width}`
}
