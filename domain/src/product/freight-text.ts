import { Refusal } from '../errors.ts'
import { toYuan, yuanText } from '../money.ts'
import { type Freight, type FreightLine, quoteFreight } from './freight.ts'

/** What a buyer reads of the freight of one unit: `feeFen` is null where no place is known, or nothing is delivered to it. */
export type FreightWords = { feeFen: number | null; text: string; refusal: string }

const FREE = '包邮'

/**
 * Says what it costs to send a line somewhere, or while no place is known, the least that it costs anywhere.
 * @param address area ids, the most specific first; undefined while it is unknown
 * @param shopFreeFen goods total in fen from which the whole shop delivers for free; undefined when it does not
 */
export function freightWords(
  line: FreightLine,
  template: Freight,
  address: readonly number[] | undefined,
  shopFreeFen: number | undefined,
): FreightWords {
  if (!address?.length) return { feeFen: null, text: lowestText(line, template, shopFreeFen), refusal: '' }
  try {
    const { feeFen } = quoteFreight([line], [template], address, shopFreeFen)
    return { feeFen, text: feeFen ? feeText(feeFen, freeFrom(template, address, shopFreeFen)) : FREE, refusal: '' }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NO_DELIVERY')
      return { feeFen: null, text: '', refusal: '不配送到该地区' }
    throw error
  }
}

/** With the sum from which nothing is charged, where there is one. */
function feeText(feeFen: number, freeFen: number | undefined): string {
  const fee = `运费 ${yuanText(feeFen)}`
  return freeFen === undefined ? fee : `${fee}，满${toYuan(freeFen)}包邮`
}

/** The goods total from which a place pays nothing, by the shop's rule or by the template's where money alone is enough. */
function freeFrom(
  { appoint, frees }: Freight,
  address: readonly number[],
  shopFreeFen: number | undefined,
): number | undefined {
  const rule = appoint === 2 ? frees.find(({ cityIds }) => address.some((id) => cityIds.includes(id))) : undefined
  const isByMoney = rule && rule.priceFen > 0 && (rule.freeMode === 'or' || !rule.number)
  const sums = [shopFreeFen, isByMoney ? rule.priceFen : undefined].filter((fen) => fen !== undefined)
  return sums.length ? Math.min(...sums) : undefined
}

function lowestText(line: FreightLine, template: Freight, shopFreeFen: number | undefined): string {
  const { appoint, regions, frees } = template
  if (appoint === 0 || (shopFreeFen !== undefined && line.num * line.priceFen >= shopFreeFen)) return FREE
  const open = { ...template, refusedIds: [] }
  // Some place of each rule; no place has the code 0, so that it stands for the default rule and for unlisted areas.
  const places = [0, ...[...regions, ...frees].flatMap(({ cityIds }) => cityIds.slice(0, 1))]
  const fees = places.map((id) => quoteFreight([line], [open], [id]).feeFen)
  const [least, most] = [Math.min(...fees), Math.max(...fees)]
  if (!most) return FREE
  if (!least) return '部分地区包邮'
  return least === most ? feeText(least, shopFreeFen) : `运费 ${yuanText(least)} 起`
}
