import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { readPage } from './check.ts'
import { type Component, componentsOf, type Page, type Terminal } from './page.ts'
import { refsOf } from './refs.ts'
import { isObject } from './values.ts'

/** The format of documents outside the database: exported pages and copied components. */
export const FORMAT = 1
const TOO_NEW = '文件版本过新，请升级系统后再导入'
const NO_PAGE = '文件不是有效的页面数据'

/** Copied components as the clipboard holds them. */
export const toClipboard = (components: readonly Component[], terminal: Terminal): string =>
  JSON.stringify({ kind: 'zhanggui-components', format: FORMAT, terminal, components })

/**
 * The components in a clipboard's text, cleaned and in the format of today.
 * @returns undefined for any other text
 * @throws {Refusal} for a newer format
 */
export function fromClipboard(text: string, page: Pick<Page, 'terminal' | 'type'>): Component[] | undefined {
  const given = parsed(text)
  if (!isObject(given) || given.kind !== 'zhanggui-components' || !Array.isArray(given.components)) return undefined
  if (given.format !== FORMAT) throw new Refusal(TOO_NEW, 'TOO_NEW')
  const value = Object.fromEntries(
    given.components.slice(0, 200).map((component, index) => [`${1e15 + index}`, withId(component, index)]),
  )
  return componentsOf(readPage({ value }, page))
}

/** Copies get ids of their own on the page; what they had may be wrong or there twice. */
const withId = (component: unknown, index: number) =>
  isObject(component) ? { ...component, id: `c${1e15 + index}` } : component

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An exported page. */
export type PageFile = {
  kind: 'zhanggui-page'
  format: number
  exportTime: string
  name: string
  terminal: Terminal
  type: Page['type']
  settings: Page['settings']
  value: Page['value']
  /** The objects that the page names, by kind, with their names: ids mean something in this shop alone. */
  references: Record<string, { id: number; name: string }[]>
  media: string[]
}

/** @param nameOf the names of objects that the page refers to, where they are known */
export function toFile(
  page: Page,
  { name, exportTime }: { name: string; exportTime: string },
  nameOf: (kind: string, id: number) => string | undefined,
): PageFile {
  const named = refsOf(page).flatMap(({ kind, id }) => {
    const known = nameOf(kind, id)
    return known === undefined ? [] : [{ kind, id, name: known }]
  })
  const unique = [...new Map(named.map((ref) => [`${ref.kind} ${ref.id}`, ref])).values()]
  const groups = Map.groupBy(unique, ({ kind }) => kind)
  const references = [...groups].map(([kind, refs]) => [kind, refs.map(({ id, name }) => ({ id, name }))])
  const { terminal, type, settings, value } = page
  const media = mediaOf([settings, value])
  return {
    kind: 'zhanggui-page',
    format: FORMAT,
    exportTime,
    name,
    terminal,
    type,
    settings,
    value,
    references: Object.fromEntries(references),
    media,
  }
}

/** The addresses of all pictures and videos below a value, each once. */
export function mediaOf(value: unknown): string[] {
  const found = new Set<string>()
  const visit = (each: unknown): void => {
    if (
      typeof each === 'string' &&
      /^(?:https:\/\/|\/file\/|public\/)\S+\.(?:png|jpe?g|gif|webp|svg|mp4|webm|mov)$/i.test(each)
    )
      found.add(each)
    else if (isObject(each)) for (const inner of Object.values(each)) visit(inner)
  }
  visit(value)
  return [...found]
}

/** The page in an exported file. @throws {BadInput} when it is none, {Refusal} when it is of a newer format */
export function fromFile(
  text: string,
  target: Pick<Page, 'terminal' | 'type'>,
): { name: string; page: Page; references: PageFile['references'] } {
  const given = parsed(text)
  if (!isObject(given) || given.kind !== 'zhanggui-page' || !isObject(given.value)) throw new BadInput(NO_PAGE)
  if (typeof given.format !== 'number' || given.format > FORMAT) throw new Refusal(TOO_NEW, 'TOO_NEW')
  const name = typeof given.name === 'string' ? given.name : ''
  const references = isObject(given.references) ? (given.references as PageFile['references']) : {}
  return { name, page: readPage(given, target), references }
}
