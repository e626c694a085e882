import { BadInput } from '../errors.ts'

/** The prices of a SKU whose history is kept, with their labels. */
export const priceFields = {
  price: '售价',
  otPrice: '原价',
  cost: '成本价',
  vipPrice: '会员价',
  brokerage: '一级返佣',
  brokerageTwo: '二级返佣',
} as const
export type PriceField = keyof typeof priceFields
export const priceFieldNames = Object.keys(priceFields) as PriceField[]

/** The sources of a price change. */
export const priceSources = {
  edit: '编辑',
  quick: '快捷修改',
  batch: '批量修改',
  import: '表格导入',
  restore: '版本恢复',
  undo: '撤销',
} as const
export type PriceSource = keyof typeof priceSources
export const priceSourceNames = Object.keys(priceSources) as PriceSource[]

/** 0 to 9,999,999.99 yuan. */
export const MAX_PRICE_FEN = 999_999_999

/**
 * A change applied to many prices: set to a value, by an amount, by a percentage, or multiplied; and how the result is
 * rounded.
 */
export const repriceModes = ['set', 'add', 'percent', 'times'] as const
export const repriceRounds = ['none', 'yuan', 'jiao', 'x.9', 'x.99'] as const
export type Reprice = {
  mode: (typeof repriceModes)[number]
  /** Whole fen for `set` and `add`; hundredths of a percent for `percent`: 1050 is 10.5 % more; hundredths for `times`. */
  value: number
  round: (typeof repriceRounds)[number]
}

/**
 * Changes a price and rounds it once, half up: to the fen, to whole yuan or jiao; or up to the next price that ends in .90 or
 * .99.
 * @param fen the current price
 * @returns the new price in whole fen
 * @throws {BadInput} when the new price is below 0 or above 9,999,999.99 yuan
 * @see docs/catalogue.md, Many at once
 */
export function reprice(fen: number, { mode, value, round }: Reprice): number {
  const exact = changed(fen, mode, value)
  // Rounding up must not turn -0.05 into 0.90.
  if (exact < 0) throw new BadInput('调整后的价格不能小于0')
  const rounded = roundPrice(exact, round)
  if (rounded > MAX_PRICE_FEN) throw new BadInput('调整后的价格不能大于9999999.99')
  return rounded
}

/**
 * Changes a count in the same ways, rounded half up.
 * @param value a whole number for `set` and `add`, otherwise as in {@link Reprice}
 * @throws {BadInput} when the new count is below 0 or above the maximum
 */
export function recount(count: number, { mode, value }: Pick<Reprice, 'mode' | 'value'>, max: number): number {
  const rounded = divide(changed(count, mode, value), PARTS)
  if (rounded < 0) throw new BadInput('调整后的数量不能小于0')
  if (rounded > max) throw new BadInput(`调整后的数量不能大于${max}`)
  return rounded
}

/** A changed number is kept in ten-thousandths, so that it is whole until it is rounded. */
const PARTS = 10_000

function changed(was: number, mode: Reprice['mode'], value: number): number {
  if (mode === 'percent') return was * (PARTS + value)
  if (mode === 'times') return was * value * 100
  return (mode === 'set' ? value : was + value) * PARTS
}

function roundPrice(parts: number, round: Reprice['round']): number {
  if (round === 'yuan') return divide(parts, 100 * PARTS) * 100
  if (round === 'jiao') return divide(parts, 10 * PARTS) * 10
  if (round === 'none') return divide(parts, PARTS)
  const ending = round === 'x.9' ? 90 : 99
  return Math.ceil((parts - ending * PARTS) / (100 * PARTS)) * 100 + ending
}

/** The quotient of whole numbers, rounded half up. */
function divide(whole: number, by: number): number {
  return Math.floor((2 * whole + by) / (2 * by))
}
