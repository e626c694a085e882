import { isExternal } from '@zhanggui/domain/external.ts'
import { isOpenable, menuLink, type RouteRecord } from '../../kit/menu/route-records.ts'
import { pageWords } from './help-texts.ts'
import { loadSpelling } from './spelling.ts'

export type SearchEntry = {
  /** What else the page is called. */
  words: readonly string[]
  /** Titles from the root to the page. */
  title: readonly string[]
  /** Full path as declared by the route. */
  path: string
  /** The link opened on selection. */
  link: string
  /** The titles joined by ` > `. */
  label: string
  /** Opens in a new window. */
  external: boolean
}

/** Every page the header search offers, in menu order. */
export function searchPool(records: readonly RouteRecord[], parents: readonly string[] = []): SearchEntry[] {
  return records
    .filter((record) => !record.hidden)
    .flatMap((record) => {
      const title = record.meta.title ? [...parents, record.meta.title] : parents
      return [...entryOf(record, title), ...searchPool(record.children, title)]
    })
}

function entryOf(record: RouteRecord, title: readonly string[]): SearchEntry[] {
  const external = isExternal(record.fullPath)
  const link = menuLink(record)
  if (!record.meta.title || !link || !(external || isOpenable(record))) return []
  const words = pageWords[record.component ?? ''] ?? []
  return [{ title, path: record.fullPath, link, label: title.join(' > '), words, external }]
}

/** Letters of this length may have a typing error; shorter ones resemble too much. */
const SHORTEST_TYPO = 6

/**
 * Prepares the header search over the given routes; rebuilt when they change. The two search libraries load with
 * the first call, so that they stay out of the main chunk.
 * @returns a search that returns the best match first, and nothing for a blank query
 */
export async function createMenuSearch(records: readonly RouteRecord[]): Promise<(query: string) => SearchEntry[]> {
  const [{ default: Fuse }, { placeOf, spell }] = await Promise.all([import('fuse.js'), loadSpelling()])
  const pool = searchPool(records)
  const options = { shouldSort: true, location: 0, distance: 100, minMatchCharLength: 1 }
  const titles = new Fuse(pool, {
    ...options,
    threshold: 0.4,
    keys: [
      { name: 'title', weight: 0.7 },
      { name: 'path', weight: 0.3 },
    ],
  })
  const spelled = new Fuse(
    pool.map((entry) => ({ entry, title: spell(entry.title.at(-1) ?? '') })),
    { ...options, threshold: 0.2, keys: ['title'] },
  )

  /** How well a word names an entry: its own title, from the beginning or within; that of a directory above; what else it is called; a word of the path. */
  function rankOf({ title, path, words }: SearchEntry, word: string): number {
    const places = title.map((each) => {
      const place = each.toLowerCase().indexOf(word)
      return place < 0 ? placeOf(each, word) : place
    })
    const own = places.pop() ?? -1
    if (own >= 0) return own === 0 ? 0 : 1
    if (places.some((place) => place >= 0)) return 2
    if (words.some((each) => each.startsWith(word))) return 3
    const parts = [path, ...path.split(/[/:?-]|(?=[A-Z])/)].map((part) => part.toLowerCase())
    return parts.some((part) => part.startsWith(word)) ? 4 : Number.POSITIVE_INFINITY
  }

  return (query) => {
    const text = query.trim().toLowerCase()
    if (!text) return []
    const words = text.split(' ')
    const named = pool
      .map((entry) => ({
        entry,
        rank: entry.title.at(-1)?.toLowerCase() === text ? -1 : Math.max(...words.map((word) => rankOf(entry, word))),
      }))
      .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
      .toSorted((one, other) => one.rank - other.rank)
    if (named.length) return named.map(({ entry }) => entry)
    // What only resembles the text is for typing errors, not for company.
    const isSpelled = /^[a-z0-9]+$/.test(text)
    if (isSpelled && text.length < SHORTEST_TYPO) return []
    const resembling = titles.search(text).map(({ item }) => item)
    return resembling.length || !isSpelled ? resembling : spelled.search(text).map(({ item }) => item.entry)
  }
}
