import type { PriceField, PriceSource } from '@zhanggui/domain/product/product-price.ts'
import type { StockReason } from '@zhanggui/domain/product/product-stock.ts'
import { operatorOf } from '../../../platform/data/operator.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { priceHistory, stockLedger } from '../stock/product-stock.tables.ts'

/** The reason and reference of a stock change. */
export type StockNote = { reason: StockReason; refType?: string; refId?: string; remark?: string }
export type LedgerDraft = { productId: number; skuId: number; change: number; after: number }

/** Adds changes to the ledger; `after` is the resulting stock. */
export async function note(ctx: Ctx, rows: readonly LedgerDraft[], note: StockNote): Promise<void> {
  if (!rows.length) return
  const operator = operatorOf(ctx)
  const createdAt = ctx.now()
  await ctx.db
    .insert(stockLedger)
    .values(rows.map((row) => ({ ...row, before: row.after - row.change, ...note, ...operator, createdAt })))
}

export type PriceChange = {
  productId: number
  skuId: number
  field: PriceField
  oldFen: number | null
  newFen: number | null
}

/** Adds price changes to the history. */
export async function notePrices(ctx: Ctx, changes: readonly PriceChange[], source: PriceSource): Promise<void> {
  if (!changes.length) return
  const operator = operatorOf(ctx)
  const createdAt = ctx.now()
  // 600 SKUs with six fields each exceed the parameters of one statement.
  for (let start = 0; start < changes.length; start += 1000)
    await ctx.db
      .insert(priceHistory)
      .values(changes.slice(start, start + 1000).map((row) => ({ ...row, source, ...operator, createdAt })))
}
