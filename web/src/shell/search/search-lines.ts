import type { SearchAnswer } from '@zhanggui/contract/setting/search.ts'
import type { HelpEntry } from './help-search.ts'
import type { SearchEntry } from './menu-search.ts'
import type { RecentFind } from './recent-finds.ts'

/** What Enter and a click open. */
export type Door = { label: string; link: string; external?: boolean }
/** A line of the results: its first door opens it, the others are acts. */
export type Line = {
  key: string
  title: string
  sub: string
  state: string
  doors: [Door, ...Door[]]
  /** Not something found, but the way to more of it. */
  isMore?: boolean
}
/** @param count how many were found, where that is worth knowing: `5+` */
export type Group = { label: string; count: string; lines: Line[] }

type RecordGroup = SearchAnswer['groups'][number]

/** Pages of the menu. */
export function pageGroup(entries: readonly SearchEntry[]): Group {
  const lines = entries.map(({ label, link, external }): Line => {
    return { key: link, title: label, sub: '', state: '', doors: [{ label, link, external }] }
  })
  return { label: '菜单', count: String(lines.length), lines }
}

/** Records of one type, without those whose page the user may not open, and the way to all of them. */
export function recordGroup({ type, label, items, more }: RecordGroup, opens: (link: string) => boolean): Group {
  const lines = items.flatMap(({ id, title, sub, state, link, acts }): Line[] => {
    if (!opens(link)) return []
    const own = acts.filter((act) => opens(act.link))
    return [{ key: `${type}-${id}`, title, sub, state, doors: [{ label: title, link }, ...own] }]
  })
  const hasMore = more !== undefined && opens(more)
  const count = hasMore ? `前 ${lines.length} 个` : String(lines.length)
  if (!hasMore) return { label, count, lines }
  const title = `在列表中查看全部${label}`
  const last: Line = {
    key: `${type}-more`,
    title,
    sub: '',
    state: '',
    doors: [{ label: title, link: more }],
    isMore: true,
  }
  return { label, count, lines: [...lines, last] }
}

export function helpGroup(entries: readonly HelpEntry[]): Group {
  const lines = entries.map(({ title, text, link }): Line => {
    return { key: `help-${title}`, title, sub: text, state: '', doors: [{ label: title, link }] }
  })
  return { label: '帮助', count: String(lines.length), lines }
}

export function recentGroup(finds: readonly RecentFind[], opens: (link: string) => boolean): Group {
  const lines = finds.flatMap(({ label, of, link }): Line[] => {
    return opens(link) ? [{ key: `recent-${link}`, title: label, sub: '', state: of, doors: [{ label, link }] }] : []
  })
  return { label: '最近打开', count: '', lines }
}
