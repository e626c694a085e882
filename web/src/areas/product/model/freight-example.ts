import { type Freight, type FreightType, freightUnits, quoteFreight } from '@zhanggui/domain/product/freight.ts'

type Charge = {
  first?: number | null
  firstPrice?: number | null
  renewal?: number | null
  renewalPrice?: number | null
}

/**
 * What a rule charges for an order that is somewhat over its first measure, as far as it is typed.
 * @returns 例：寄 4 件，首件 1 件 10.00 元，超出 3 件按 2 个续件收 10.00 元，运费 20.00 元
 */
export function freightExample(type: FreightType, charge: Charge): string | undefined {
  const { first, firstPrice, renewal, renewalPrice } = charge
  if (!first || !renewal || typeof firstPrice !== 'number' || typeof renewalPrice !== 'number') return undefined
  if (!firstPrice && !renewalPrice) return undefined
  const unit = freightUnits[type]
  // Half of the second renewal: it is charged as a whole one.
  const over = type <= 1 ? Math.max(1, renewal * 2 - 1) : Number((renewal * 1.5).toFixed(4))
  const sent = Number((first + over).toFixed(4))
  const rule = {
    isDefault: true,
    cityIds: [],
    first,
    renewal,
    firstPriceFen: Math.round(firstPrice * 100),
    renewalPriceFen: Math.round(renewalPrice * 100),
  }
  const template: Freight = { id: 1, name: '', appoint: 2, type, regions: [rule], frees: [], refusedIds: [] }
  const line = { tempId: 1, name: '', num: 1, weight: sent, volume: sent, priceFen: 0 }
  const { feeFen } = quoteFreight([type <= 1 ? { ...line, num: sent } : line], [template], [1])
  const more = feeFen - rule.firstPriceFen
  const yuan = (fen: number) => `${(fen / 100).toFixed(2)} 元`
  const steps = Math.ceil(over / renewal - 1e-9)
  const of = (measure: number) => `${measure} ${unit}${type <= 1 ? '' : ' '}`
  return `例：寄 ${of(sent).trim()}，首 ${of(first)}收 ${yuan(rule.firstPriceFen)}，超出 ${of(over)}按 ${steps} 个续件收 ${yuan(more)}，运费 ${yuan(feeFen)}`
}
