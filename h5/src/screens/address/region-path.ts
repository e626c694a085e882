import type { ChoosableRegion } from '@zhanggui/contract/setting/region.ts'

/** The places from the top down to one; none where it is not among them. */
export function pathTo(regions: readonly ChoosableRegion[], cityId: number): ChoosableRegion[] {
  for (const region of regions) {
    if (region.cityId === cityId) return [region]
    const below = region.child?.length ? pathTo(region.child, cityId) : []
    if (below.length) return [region, ...below]
  }
  return []
}

/** The names of a place and those above it; a municipality stands in two levels and is named once. */
export const namesOf = (regions: readonly ChoosableRegion[], cityId: number): string[] => [
  ...new Set(pathTo(regions, cityId).map(({ name }) => name)),
]
