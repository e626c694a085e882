/** What a category sorts: products, pictures of the media library, articles. */
export const categoryTypes = [1, 2, 3] as const
export type CategoryType = (typeof categoryTypes)[number]

/** How many levels the categories of a type may have; those of products by the setting, at most three. */
export function mostCategoryLevels(type: CategoryType, ofProducts: number): number {
  return { 1: ofProducts, 2: 3, 3: 1 }[type]
}

/** The path of what stands below a category: the ids of all above, `/0/12/40/`. */
export function pathBelow({ id, path }: { id: number; path: string }): string {
  return `${path}${id}/`
}

/** The path of a category on top. */
export const TOP_PATH = '/0/'

/** The ids of all above a category, the topmost first. */
export function idsAbove({ path }: { path: string }): number[] {
  return path
    .split('/')
    .map(Number)
    .filter((id) => id > 0)
}
