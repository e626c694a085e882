import { wholeSecond } from '../time.ts'
import { type CouponUseType, isInScope } from './coupon.ts'
import type { PointRules } from './quote.ts'

/** A stretch of time, both seconds included; null: without a beginning, without an end. */
export type Stretch = { from: Date | null; to: Date | null }

/** A way in which a SKU is sold, with its lowest unit price there. Type 0 is the ordinary one. */
export type SaleWay = Stretch & { type: number; id: number; title: string; unitFen: number; allowsCoupon: boolean }

/** A coupon, and when copies of it can be spent. */
export type OpenCoupon = Stretch & {
  id: number
  name: string
  moneyFen: number
  /** What the goods it is for must come to; 0 for no threshold. */
  minFen: number
  useType: CouponUseType
  scopeIds: readonly number[]
}

export type LowestPrice<Way, Coupon> = { fen: number; way: Way; coupon: Coupon | null }

/**
 * What a coupon makes of one unit at `unitFen`, in the best basket there is: it never takes a larger share of a line than of
 * the least it can be used for. No basket beats this by more than 1 fen a unit; one unit reaches it when `minFen` is not
 * above its price.
 */
export function unitWithCoupon(unitFen: number, { moneyFen, minFen }: Pick<OpenCoupon, 'moneyFen' | 'minFen'>): number {
  if (!unitFen) return 0
  const least = Math.max(minFen, unitFen)
  const share = (BigInt(unitFen) * BigInt(Math.min(moneyFen, least))) / BigInt(least)
  return unitFen - Number(share)
}

/**
 * The least that one unit of a SKU may cost a buyer, over all ways it is sold and the coupons that cover it
 * (docs/prices.md, The lowest price). Points are not in it. Of equal prices the one without a coupon, then the earlier way and coupon.
 * @param ways at least one, all of them at the same moment; as are the coupons
 */
export function lowestPrice<Way extends Pick<SaleWay, 'unitFen' | 'allowsCoupon'>, Coupon extends OpenCoupon>(
  product: { productId: number; categoryIds: readonly number[] },
  ways: readonly Way[],
  coupons: readonly Coupon[],
): LowestPrice<Way, Coupon> {
  const covering = coupons.filter((coupon) => isInScope(coupon, product))
  const prices = ways.flatMap((way): LowestPrice<Way, Coupon>[] => [
    { fen: way.unitFen, way, coupon: null },
    ...(way.allowsCoupon ? covering : []).map((coupon) => ({
      fen: unitWithCoupon(way.unitFen, coupon),
      way,
      coupon,
    })),
  ])
  const [first, ...others] = prices
  if (!first) throw new RangeError('a price needs a way to be sold')
  return others.reduce((least, each) => (each.fen < least.fen ? each : least), first)
}

/** The lowest price of a stretch of time, and when it holds. */
export type LowestOfTime = LowestPrice<SaleWay, OpenCoupon> & Stretch

/**
 * The same over a stretch of time: judged at its first second and whenever something starts or ends within. Of equal prices
 * the earliest; `from` and `to` bound the stretch in which way and coupon are there together.
 * @param ways at least one of them there in the first second
 */
export function lowestWithin(
  product: { productId: number; categoryIds: readonly number[] },
  { ways, coupons, from, to }: { ways: readonly SaleWay[]; coupons: readonly OpenCoupon[]; from: Date; to: Date },
): LowestOfTime {
  const lowest = momentsWithin([...ways, ...coupons], from, to).flatMap((at) => {
    const there = ways.filter((way) => holdsAt(way, at))
    const open = coupons.filter((coupon) => holdsAt(coupon, at))
    return there.length ? [lowestPrice(product, there, open)] : []
  })
  const [first, ...others] = lowest
  if (!first) throw new RangeError('a price needs a way to be sold')
  const found = others.reduce((least, each) => (each.fen < least.fen ? each : least), first)
  return { ...found, from: later(found.way.from, found.coupon?.from), to: earlier(found.way.to, found.coupon?.to) }
}

/** The moments at which a lowest price can change: the first, and every start and the second after every end within. */
function momentsWithin(stretches: readonly Stretch[], from: Date, to: Date): Date[] {
  const times = stretches.flatMap((each) => [each.from?.getTime(), each.to && each.to.getTime() + 1000])
  const within = times.filter((time): time is number => Boolean(time) && Number(time) > +from && Number(time) <= +to)
  return [from.getTime(), ...new Set(within)].sort((one, other) => one - other).map((time) => new Date(time))
}

/** Whether something is there, at whole seconds. */
function holdsAt({ from, to }: Stretch, at: Date): boolean {
  const second = wholeSecond(at)
  return (!from || wholeSecond(from) <= second) && (!to || second <= wholeSecond(to))
}

/** The most that points take off a price, whatever the buyer has: the cap of the goods, and of one order. */
export function mostByPoints(
  fen: number,
  { most, n, d, mostPercent }: Pick<PointRules, 'most' | 'n' | 'd' | 'mostPercent'>,
): number {
  if (!n) return 0
  const capFen = Math.floor((fen * mostPercent) / 100)
  return most ? Math.min(capFen, Math.floor((most * n) / d)) : capFen
}

function later(one: Date | null, other: Date | null | undefined): Date | null {
  return one && other ? new Date(Math.max(+one, +other)) : (one ?? other ?? null)
}

function earlier(one: Date | null, other: Date | null | undefined): Date | null {
  return one && other ? new Date(Math.min(+one, +other)) : (one ?? other ?? null)
}
