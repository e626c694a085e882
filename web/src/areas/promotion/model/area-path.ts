import type { RegionNode } from '@zhanggui/contract/setting/region.ts'
import type { AreaPath } from '@zhanggui/domain/product/freight.ts'

/** The ids from the province down to a place; undefined while it is not known. */
export function pathTo(nodes: readonly RegionNode[], cityId: number): AreaPath | undefined {
  for (const node of nodes) {
    if (node.cityId === cityId) return [cityId]
    const below = pathTo(node.child ?? [], cityId)
    if (below) return [node.cityId, ...below]
  }
  return undefined
}
