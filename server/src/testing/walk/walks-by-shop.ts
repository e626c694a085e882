import { randomFrom } from '../../platform/security/random.ts'
import { addressIdOf } from '../checkout.ts'
import { richBuyer } from '../combination.ts'
import type { Caller, Shop } from '../shop.ts'
import { liftRateLimits } from './hostile.ts'

/** So many walks add up their shop's orders quickly. */
const PER_SHOP = 20

/**
 * Deals random walks out to shops, each of which starts empty and has a seed of its own, by which it can be walked again alone.
 * @param asked how many walks; as many as one shop has if undefined
 * @param seed of the first shop; the others count on
 */
export function walksByShop(asked: string | undefined, seed: number): { runs: number; seed: number }[] {
  const count = Number(asked ?? PER_SHOP)
  return Array.from({ length: Math.ceil(count / PER_SHOP) }, (_, at) => ({
    runs: Math.min(PER_SHOP, count - at * PER_SHOP),
    seed: seed + at,
  }))
}

/** Who walks in a shop, without limits of calls, and the chances they take, which a seed repeats. */
export async function openWalk(shop: Shop, { buyers: count, seed }: { buyers: number; seed: number }) {
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  const buyers: Caller[] = []
  for (let n = 0; n < count; n++) {
    const buyer = await richBuyer(shop)
    await addressIdOf(buyer)
    buyers.push(buyer)
  }
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)]
  return { admin, buyers, random, below, pick }
}
