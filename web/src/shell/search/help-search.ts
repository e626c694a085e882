import type { AreaHelp } from '../../kit/form/field-hint.tsx'
import { isKnownPath, matchRoute, type RouteRecord } from '../../kit/menu/route-records.ts'
import { helpTopics, pageHelp } from './help-texts.ts'
import { searchPool } from './menu-search.ts'
import { loadSpelling } from './spelling.ts'

/** A sentence of help, and the page it is about. */
export type HelpEntry = { title: string; text: string; link: string; also?: readonly string[] }

/** The help for pages that the user may open. */
export function helpPool(records: readonly RouteRecord[]): HelpEntry[] {
  const pages = searchPool(records).flatMap(({ title, link, external }) => {
    const { component = '' } = (external ? undefined : matchRoute(records, link)?.record) ?? {}
    const text = pageHelp[component]
    return text ? [{ title: title.at(-1) ?? '', text, link }] : []
  })
  const topics = helpTopics.filter(({ link }) => isKnownPath(records, link.split('?')[0] ?? ''))
  return [...topics, ...pages]
}

const areaHelp = import.meta.glob<{ help: AreaHelp }>('../../areas/*/field-help.ts')

/** The help at the fields of the forms that the user may open. */
async function fieldPool(records: readonly RouteRecord[]): Promise<HelpEntry[]> {
  const loaded = await Promise.all(Object.values(areaHelp).map((load) => load()))
  return loaded
    .flatMap(({ help }) => help)
    .filter(({ link }) => isKnownPath(records, link))
    .flatMap(({ link, fields }) =>
      fields.map(({ title, text, example }) => ({ title, text: `${text}。例：${example}`, link })),
    )
}

/** What makes a question of a subject. */
const ASKING = /怎么(?:办|弄|做|算)?|如何|怎样|为什么|吗|[?？\s]/g

/** @param sure whether it is about the text, rather than mentioning it */
export type FoundHelp = HelpEntry & { sure: boolean }

/** Prepares the search of the help: words of a title or its sentence, or the title's pinyin or initials. */
export async function createHelpSearch(records: readonly RouteRecord[]): Promise<(query: string) => FoundHelp[]> {
  const fields = await fieldPool(records)
  const { placeOf } = await loadSpelling()
  const indexed = [...helpPool(records), ...fields].map((entry) => {
    const subject = entry.title.replace(/^怎么/, '')
    const names = [entry.title, subject].map((name) => name.toLowerCase())
    return { entry, names, asked: entry.also ?? [], text: entry.text.toLowerCase() }
  })
  return (query) => {
    const typed = query.trim().toLowerCase()
    // 退款怎么弄 is answered by 怎么退款.
    const asked = typed.replace(ASKING, '')
    const wanted = asked.length < 2 ? typed : asked
    if (wanted.length < 2) return []
    const begins = (name: string) => name.startsWith(wanted) || placeOf(name, wanted) === 0
    const named = indexed.filter(({ names }) => names.some(begins))
    // 客户说没收到货 asks what is also asked as 没收到.
    const meant = indexed.filter(({ asked }) => asked.some((each) => wanted.includes(each) || each.startsWith(wanted)))
    const about = [...new Set([...named, ...meant])]
    const telling = indexed.filter(
      ({ names: [title = ''], text }) => title.includes(wanted) || placeOf(title, wanted) >= 0 || text.includes(wanted),
    )
    const sure = about.map(({ entry }) => ({ ...entry, sure: true }))
    return [...sure, ...telling.filter((each) => !about.includes(each)).map(({ entry }) => ({ ...entry, sure: false }))]
  }
}
