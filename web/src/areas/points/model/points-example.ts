import { BadInput } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { type PointSettings, pointRulesOf } from '@zhanggui/domain/promotion/point-rules.ts'
import { quote } from '@zhanggui/domain/promotion/quote.ts'
import { readSetting } from '@zhanggui/domain/setting/setting-registry.ts'
import { integral } from '@zhanggui/domain/setting/settings/integral.ts'
import { MAX_POINTS } from '@zhanggui/domain/user/ledger.ts'
import { serverNow } from '../../../api/server-time.ts'

/** What a setting comes to, by an order as an example. */
export type PointsExample = { off: boolean; text: string }

const ORDER_FEN = 100_00
const whole = (value: number) => value.toLocaleString('en-US')
const keys = [
  'integral_ratio',
  'order_give_integral',
  'integral_max',
  'integral_max_ratio',
  'integral_min_order',
] as const

/**
 * What points do to an order of 100 yuan by the price engine, its buyer having as many as anybody may have.
 * @param typed values of the settings as their form holds them: money in yuan
 * @returns undefined while one of them is not valid
 */
export function pointsExample(typed: Readonly<Record<string, unknown>>): PointsExample | undefined {
  const settings = readSettings(typed)
  if (!settings) return undefined
  const spent = priced(settings, true)
  const kept = priced(settings, false).givePoints
  const step = spent.trace.find(({ rule }) => rule === 'points')
  if (step?.code === 'POINTS_OFF') return { off: true, text: `100 元的订单：付款后得 ${whole(kept)} 积分` }
  if (!step?.applied) return { off: false, text: `100 元的订单：${step?.reason ?? ''}，付款后得 ${whole(kept)} 积分` }
  if (spent.payFen === 0) {
    const earned = kept ? `；不用积分付款后得 ${whole(kept)} 积分` : ''
    return { off: false, text: `100 元的订单：${whole(spent.points)} 积分可以全部抵完，不用付钱，也不得积分${earned}` }
  }
  const used = `最多用 ${whole(spent.points)} 积分抵 ${toYuan(spent.pointsFen)} 元`
  const without = kept === spent.givePoints ? '' : `（不用积分得 ${whole(kept)}）`
  return { off: false, text: `100 元的订单：${used}，付款后得 ${whole(spent.givePoints)} 积分${without}` }
}

function readSettings(typed: Readonly<Record<string, unknown>>): PointSettings | undefined {
  try {
    const read = keys.map((key) => [key, readSetting(integral[key], typed[key])])
    return Object.fromEntries(read) as PointSettings
  } catch (error) {
    if (error instanceof BadInput) return undefined
    throw error
  }
}

function priced(settings: PointSettings, usePoints: boolean) {
  const line = { skuId: 1, productId: 1, name: '', num: 1, listFen: ORDER_FEN, vipFen: null, categoryIds: [] }
  return quote({
    now: serverNow(),
    buyer: { uid: 0, level: null },
    lines: [{ ...line, tempId: 0, weight: 0, volume: 0, giveIntegral: 0 }],
    usePoints,
    points: pointRulesOf(settings, MAX_POINTS),
    freight: null,
  })
}
