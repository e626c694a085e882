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
