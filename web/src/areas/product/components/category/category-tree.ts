import type { ManagedCategory } from '@zhanggui/contract/product/category.ts'
import {
  type CategoryMove,
  type CategoryType,
  maxCategoryLevels,
  sortAmong,
} from '@zhanggui/domain/product/category.ts'

/** A category as a row of a tree table. */
export type CategoryRow = Omit<ManagedCategory, 'child'> & { children?: CategoryRow[] }

/** Converts categories to rows: tables expect nested rows as `children`. */
export function toRows(nodes: readonly ManagedCategory[]): CategoryRow[] {
  return nodes.map(({ child, ...node }) => ({ ...node, ...(child && { children: toRows(child) }) }))
}

/** The deepest level of a type's categories, regardless of the settings. */
export function deepestLevel(type: CategoryType): number {
  return maxCategoryLevels(type, 3)
}

/** A row's position: the ids of its ancestors, and its siblings including itself. */
type Place = { row: CategoryRow; above: readonly number[]; siblings: readonly CategoryRow[] }

export function placesById(rows: readonly CategoryRow[]): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>()
  const visit = (siblings: readonly CategoryRow[], above: readonly number[]) => {
    for (const row of siblings) {
      places.set(row.id, { row, above, siblings })
      visit(row.children ?? [], [...above, row.id])
    }
  }
  visit(rows, [])
  return places
}

/** The drop position relative to the target row. */
export type DropSide = 'before' | 'after' | 'into'

/**
 * The moves that place a row before, after or below another one.
 * @returns undefined if the row cannot go there (below itself or too deep); no moves if it is already there
 */
export function movesFor(
  places: ReadonlyMap<number, Place>,
  id: number,
  target: number,
  side: DropSide,
): CategoryMove[] | undefined {
  const [own, other] = [places.get(id), places.get(target)]
  if (!own || !other || target === id || other.above.includes(id)) return undefined
  const pid = side === 'into' ? target : other.row.pid
  const level = other.row.level + (side === 'into' ? 1 : 0)
  if (level + heightOf(own.row) - 1 > deepestLevel(own.row.type as CategoryType)) return undefined
  const others = (side === 'into' ? (other.row.children ?? []) : other.siblings).filter((row) => row.id !== id)
  const place =
    side === 'into' ? others.length : others.findIndex((row) => row.id === target) + (side === 'after' ? 1 : 0)
  const isThere = own.row.pid === pid && own.siblings.findIndex((row) => row.id === id) === place
  if (isThere) return []
  return sortAmong(others, id, place).map((row) => ({ ...row, pid }))
}

/** The number of levels of a row and its descendants. */
function heightOf({ children = [] }: CategoryRow): number {
  return 1 + Math.max(0, ...children.map(heightOf))
}
