import type { PriceRow } from '@zhanggui/contract/product/product-stock.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'

const DAY_MS = 86_400_000

/** A price and the moment it took effect, ms. */
export type PriceStep = { at: number; price: number }

/**
 * The steps of one price of one SKU, and its present price at last.
 * @param rows its history, newest first; the steps begin a day before the oldest change, with the price until then
 * @param now the end of the last step, ms
 */
export function priceSteps(rows: readonly PriceRow[], now: number): PriceStep[] {
  const [newest, oldest] = [rows[0], rows.at(-1)]
  if (!newest || !oldest) return []
  const steps = rows.map((row) => ({ at: momentOf(row), price: row.new ?? 0 })).reverse()
  const before = oldest.old === null ? [] : [{ at: momentOf(oldest) - DAY_MS, price: oldest.old }]
  return [...before, ...steps, { at: now, price: newest.new ?? 0 }]
}

function momentOf({ createTime }: PriceRow): number {
  return parseWireTime(createTime)?.getTime() ?? 0
}
