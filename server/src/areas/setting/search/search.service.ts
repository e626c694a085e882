import type { Permission } from '@zhanggui/contract/routes.ts'
import {
  LONGEST_SEARCH,
  MAX_FOUND,
  type SearchAnswer,
  type SearchItem,
  type SearchType,
  SHORTEST_SEARCH,
  searchTypes,
} from '@zhanggui/contract/setting/search.ts'
import { tidyKeyword } from '@zhanggui/domain/keyword.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'

/** What an area adds to the search box. */
export type Searcher = {
  type: SearchType
  /** The permission of the list that has these rows; without one, `find` itself looks at what the caller may see. */
  permission?: Permission
  /** Its rows are called by their numbers: such a group keeps its place, whatever it finds. */
  byNumber?: true
  /** The first rows that the text finds within the caller's data scope: at most `MAX_FOUND`, by one bounded statement. */
  find(ctx: Ctx, text: string): SearchItem[] | Promise<SearchItem[]>
  /** The list that shows all rows; `keyword` is ready for the address. */
  list?: (keyword: string) => string
}
export const searchers = defineHook<Searcher>('searchers')

/**
 * What a text finds of all that the caller may list, type by type; types without a match are left out. What is called exactly
 * like the text comes first, then products whose names contain a word of it, rather than numbers: a product before the orders of it.
 */
export async function searchAll(ctx: Ctx, typed: string): Promise<SearchAnswer> {
  const text = tidyKeyword(typed).slice(0, LONGEST_SEARCH)
  if ([...text].length < SHORTEST_SEARCH) return { groups: [] }
  const types = Object.keys(searchTypes) as SearchType[]
  const open = ctx.platform.hooks.of(searchers).filter(({ permission }) => !permission || holds(ctx.actor, permission))
  const asked = types.flatMap((type) => open.filter((each) => each.type === type))
  const ranks: [Groups, Groups, Groups] = [[], [], []]
  // At once: nobody waits for the sum of what the areas take.
  const answers = await Promise.all(asked.map(async (each) => ({ ...each, items: await each.find(ctx, text) })))
  for (const { type, byNumber, list, items } of answers) {
    const more = list && items.length === MAX_FOUND ? { more: list(encodeURIComponent(text)) } : {}
    const rank = byNumber ? LAST : rankOf(type, items, text.toLowerCase())
    if (items.length) ranks[rank].push({ type, label: searchTypes[type], items, ...more })
  }
  return { groups: ranks.flat() }
}

type Groups = SearchAnswer['groups']
type Rank = 0 | 1 | 2
const LAST = 2

function rankOf(type: SearchType, items: readonly SearchItem[], wanted: string): Rank {
  const names = items.map(({ title }) => tidyKeyword(title).toLowerCase())
  if (names.includes(wanted)) return 0
  const isWord = /\p{L}/u.test(wanted)
  // Words are found apart: 帆布包 in the name, 黑色 among the values of the SKUs.
  const words = wanted.split(' ').filter((word) => [...word].length > 1)
  const isNamed = (name: string) => name.includes(wanted) || words.some((word) => name.includes(word))
  return type === 'product' && isWord && names.some(isNamed) ? 1 : LAST
}

/** A page and the permission to open it. */
type Door = readonly [permission: Permission, link: string]

/** The first page of these that the caller may open; the last is for everyone who finds the row. */
export function firstOpen({ actor }: Ctx, doors: readonly Door[], otherwise: string): string {
  return doors.find(([permission]) => holds(actor, permission))?.[1] ?? otherwise
}

/** Those of the acts that the caller may do. */
export function actsOpen({ actor }: Ctx, acts: readonly (readonly [label: string, ...Door])[]): SearchItem['acts'] {
  return acts.filter(([, permission]) => holds(actor, permission)).map(([label, , link]) => ({ label, link }))
}
