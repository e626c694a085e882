import { Refusal } from '../errors.ts'

/** What a category sorts: products, pictures of the media library, articles. */
export const categoryTypes = [1, 2, 3] as const
export type CategoryType = (typeof categoryTypes)[number]

/** The position of a category. `path`: the ids of its ancestors, `/0/12/40/`; `level`: 1 at the top. */
export type CategoryPlace = { id: number; pid: number; path: string; level: number; sort: number }
/** The new position of a category: below `pid`, or at the top for 0. */
export type CategoryMove = { id: number; pid: number; sort: number }

/** The maximum depth of a type's category tree; for products it comes from the setting, at most three. */
export function maxCategoryLevels(type: CategoryType, ofProducts: number): number {
  return { 1: ofProducts, 2: 3, 3: 1 }[type]
}

/** The ids of a category's ancestors, from the top down. */
export function idsAbove(path: string): number[] {
  return path
    .split('/')
    .map(Number)
    .filter((id) => id > 0)
}

/**
 * The categories a product is in: those staff chose and all their ancestors.
 * @returns each once, `isDirect` for the chosen ones
 */
export function categoryClosure(chosen: readonly { id: number; path: string }[]): { id: number; isDirect: boolean }[] {
  const direct = new Set(chosen.map(({ id }) => id))
  const all = new Set([...direct, ...chosen.flatMap(({ path }) => idsAbove(path))])
  return [...all].map((id) => ({ id, isDirect: direct.has(id) }))
}

/**
 * Moves categories of one type to their new positions, all at once.
 * @param all every category of the type
 * @param moves one for each category that moves; all of them are among `all`
 * @returns the categories whose position or order changed, including those whose ancestor moved
 * @throws {Refusal} when a category would end up below itself, below none of `all`, or deeper than `maxLevels`
 */
export function moveCategories<Place extends CategoryPlace>(
  all: readonly Place[],
  moves: readonly CategoryMove[],
  maxLevels: number,
): Place[] {
  const moved = new Map(moves.map((move) => [move.id, move]))
  const wanted = all.map((place) => ({ ...place, ...moved.get(place.id) }))
  const byId = new Map(wanted.map((place) => [place.id, place]))
  const placed = new Map<number, { path: string; level: number }>([[0, { path: '/', level: 0 }]])
  const placeOf = (id: number, below: readonly number[]): { path: string; level: number } => {
    const known = placed.get(id)
    if (known) return known
    const place = byId.get(id)
    if (!place) throw new Refusal('上级分类不存在')
    if (below.includes(id)) throw new Refusal('上级分类不能选当前分类或其下级')
    const above = placeOf(place.pid, [...below, id])
    const found = { path: `${above.path}${place.pid}/`, level: above.level + 1 }
    if (found.level > maxLevels) throw new Refusal(tooDeep(maxLevels))
    placed.set(id, found)
    return found
  }
  return all.flatMap((before) => {
    const after = { ...before, ...moved.get(before.id), ...placeOf(before.id, []) }
    const stays = (['pid', 'path', 'level', 'sort'] as const).every((key) => before[key] === after[key])
    return stays ? [] : [after]
  })
}

/** The message for a category below the deepest level. */
export function tooDeep(maxLevels: number): string {
  return `分类最多支持${['', '一', '二', '三'][maxLevels]}级`
}

/** The largest sort number; larger numbers come first. */
export const MAX_SORT = 99_999

/**
 * The sort numbers that put a category at a place among its siblings; theirs stay unchanged where there is room.
 * @param siblings the others, in display order: larger `sort` first, of equal ones the smaller id
 * @param place how many of them come before it
 * @returns the category, and the siblings whose number must change as well
 */
export function sortAmong(
  siblings: readonly { id: number; sort: number }[],
  id: number,
  place: number,
): { id: number; sort: number }[] {
  const [before, after] = [siblings[place - 1], siblings[place]]
  const fits = (sort: number) =>
    sort >= 0 &&
    sort <= MAX_SORT &&
    (!before || before.sort > sort || (before.sort === sort && before.id < id)) &&
    (!after || sort > after.sort || (after.sort === sort && id < after.id))
  const room = before && after && Math.floor((before.sort + after.sort) / 2)
  const tries = [room, after && after.sort + 1, before?.sort, before && before.sort - 1, 0]
  const free = tries.find((sort) => sort !== undefined && fits(sort))
  if (free !== undefined) return [{ id, sort: free }]
  return siblings
    .toSpliced(place, 0, { id, sort: -1 })
    .map((row, index, all) => ({ id: row.id, sort: all.length - index, before: row.sort }))
    .flatMap(({ before: was, ...row }) => (was === row.sort ? [] : [row]))
}
