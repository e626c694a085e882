import { BadInput } from '../errors.ts'

/** The prices of a SKU whose history is kept, with their labels (3.4). */
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

/** A change applied to many prices: set to a value, by an amount, or by a percentage; and how the result is rounded. */
export const repriceModes = ['set', 'add', 'percent'] as const
export const repriceRounds = ['none', 'yuan', 'jiao', 'x.9'] as const
export type Reprice = {
  mode: (typeof repriceModes)[number]
  /** Whole fen for `set` and `add`; hundredths of a percent for `percent`: 1050 is 10.5 % more. */
  value: number
  round: (typeof repriceRounds)[number]
}

/**
 * Changes a price and rounds it once, half up: to the fen, to whole yuan or jiao; or up to the next price that ends in .90.
 * @param fen the current price
 * @returns the new price in whole fen
 * @throws {BadInput} when the new price is below 0 or above 9,999,999.99 yuan
 * @see catalogue chapter, 2.10
 */
export function reprice(fen: number, { mode, value, round }: Reprice): number {
  const changed = mode === 'set' ? value : mode === 'add' ? fen + value : (fen * (10_000 + value)) / 10_000
  const rounded = roundPrice(changed, round)
  if (rounded < 0) throw new BadInput('调整后的价格不能小于0')
  if (rounded > MAX_PRICE_FEN) throw new BadInput('调整后的价格不能大于9999999.99')
  return rounded
}

function roundPrice(fen: number, round: Reprice['round']): number {
  if (round === 'yuan') return Math.round(fen / 100) * 100
  if (round === 'jiao') return Math.round(fen / 10) * 10
  if (round === 'x.9') return Math.ceil((fen - 90) / 100) * 100 + 90
  return Math.round(fen)
}
