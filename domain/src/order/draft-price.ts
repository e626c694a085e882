import { splitFen } from '../split.ts'

/** A quoted line of a draft. */
export type DraftPriceLine = {
  num: number
  /** Charged per unit as quoted, and what is paid for all of it after coupon and points. */
  unitFen: number
  payFen: number
  /** The draft's own unit price. */
  ownFen?: number | undefined
}

/** 0 none; 1 an amount in fen; 2 hundredths of a percent of the goods at their charged prices. */
export type DraftDiscount = { type: 0 | 1 | 2; value: number }

/** What own prices and a discount make of a quoted draft. */
export type DraftPrice = {
  /** Signed fen per line, to be added to what is paid for it. */
  adjustFen: number[]
  /** The goods at quoted and at charged prices, before coupon and points. */
  goodsFen: number
  ownGoodsFen: number
  /** What the discount asks for, and whether there is as much to take it from. */
  discountFen: number
  fits: boolean
  /** What both take off the goods, line by line: a line that costs more makes up for no other, as it can be sent back alone. */
  offFen: number
}

/**
 * Puts own prices and a discount on the lines of a quoted draft. The own price changes its line alone, never below nothing; the
 * discount is spread over what is then paid for each. The quote itself knows of neither.
 * @see docs/prices.md, The trace
 */
export function priceDraft(lines: readonly DraftPriceLine[], { type, value }: DraftDiscount): DraftPrice {
  const own = lines.map(({ num, unitFen, payFen, ownFen = unitFen }) => Math.max(-payFen, (ownFen - unitFen) * num))
  const left = lines.map(({ payFen }, at) => payFen + (own[at] ?? 0))
  const goodsFen = sum(lines.map(({ num, unitFen }) => num * unitFen))
  const ownGoodsFen = sum(lines.map(({ num, unitFen, ownFen = unitFen }) => num * ownFen))
  const cheaper = lines.map(({ num, unitFen, ownFen = unitFen }) => Math.max(0, (unitFen - ownFen) * num))
  const discountFen = type === 0 ? 0 : type === 1 ? value : Math.floor((ownGoodsFen * value + 5000) / 10_000)
  const most = sum(left)
  const cuts = splitFen(Math.min(discountFen, most), left)
  return {
    adjustFen: own.map((adjust, at) => adjust - (cuts[at] ?? 0)),
    goodsFen,
    ownGoodsFen,
    discountFen,
    fits: discountFen <= most,
    offFen: sum(cheaper) + Math.min(discountFen, most),
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)
