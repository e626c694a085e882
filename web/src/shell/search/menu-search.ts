import { isExternal } from '@zhanggui/domain/external.ts'
import { isOpenable, menuLink, type RouteRecord } from '../../kit/menu/route-records.ts'
import { loadSpelling } from './spelling.ts'

export type SearchEntry = {
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

/** Every page the header search offers, in menu order (SH-61). */
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
  return [{ title, path: record.fullPath, link, label: title.join(' > '), external }]
}

/**
 * Prepares the header search over the given routes; rebuilt when they change (SH-64). The two search libraries load with
 * the first call, so that they stay out of the main chunk.
 * @returns a search that returns the best match first, and nothing for a blank query (SH-62, SH-63)
 */
export async function createMenuSearch(records: readonly RouteRecord[]): Promise<(query: string) => SearchEntry[]> {
  const [{ default: Fuse }, spell] = await Promise.all([import('fuse.js'), loadSpelling()])
  const indexed = searchPool(records).map((entry) => ({
    entry,
    title: entry.title,
    path: entry.path,
    pinyin: entry.title.flatMap(spell),
  }))

  const fuse = new Fuse(indexed, {
    shouldSort: true,
    threshold: 0.4,
    location: 0,
    distance: 100,
    minMatchCharLength: 1,
    keys: [
      { name: 'title', weight: 0.7 },
      { name: 'path', weight: 0.3 },
      { name: 'pinyin', weight: 0.7 },
    ],
  })
  return (query) => {
    const text = query.trim()
    if (!text) return []
    const found = fuse.search(text).map(({ item }) => item)
    const wanted = text.toLowerCase()
    // What only resembles the text is for typing errors, not for company.
    const exact = found.filter(({ title, path, pinyin: spelled }) =>
      [...title, path, ...spelled].some((each) => each.toLowerCase().includes(wanted)),
    )
    return (exact.length ? exact : found).map(({ entry }) => entry)
  }
}
