import { fieldTitles } from '@zhanggui/contract/field-titles.ts'
import { isRow, type Row } from './masked.ts'

/** What every row has and nobody asks for. */
const BOOKKEEPING = new Set(['id', 'version', 'unique', 'productId', 'stockBase', 'createTime', 'updateTime'])

/** What fields are called, by their keys. */
export type Titles = Readonly<Record<string, string>>

/** A value of a log as staff read it: rows of objects become texts, `售价 10，库存 3`; plain values stay. */
export function inWords(value: unknown, titles: Titles = fieldTitles): unknown {
  if (Array.isArray(value)) return value.map((item) => (isPlain(item) ? item : toText(item, titles)))
  return isPlain(value) ? value : toText(value, titles)
}

/** What staff call a field. */
export function titleOf(key: string, titles: Titles = fieldTitles): string {
  return titles[key] ?? key
}

/** What staff call a row among others: a SKU by its values. */
export function nameOfRow(row: Row): string {
  return [row.suk, row.name, row.label, row.title].map(String).find((name) => name && name !== 'undefined') ?? ''
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

function toText(value: unknown, titles: Titles): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value))
    return value
      .map((item) => toText(item, titles))
      .filter(Boolean)
      .join('、')
  if (!isRow(value)) return String(value)
  const parts = inOrder(value, titles).map(([key, inner]) => [key, toText(inner, titles)] as const)
  const named = parts.filter(([key, text]) => text && !BOOKKEEPING.has(key))
  return named.map(([key, text]) => `${titleOf(key, titles)} ${text}`).join('，')
}

const places = new WeakMap<Titles, Map<string, number>>()

/** The fields of a row as their titles are ordered: what is stored and what is found may have them in different orders. */
function inOrder(row: Row, titles: Titles): [string, unknown][] {
  const known = places.get(titles) ?? new Map(Object.keys(titles).map((key, place) => [key, place]))
  places.set(titles, known)
  const placeOf = (key: string) => known.get(key) ?? known.size
  return Object.entries(row).toSorted(([one], [other]) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1))
}

/** A change of a field, as it is logged or in words. */
export type FieldChange = { path: string; label: string; before: unknown; after: unknown }

/** Changes in words: of lists of rows, only what differs in each row. */
export function changesInWords(changes: readonly FieldChange[], titles: Titles = fieldTitles): FieldChange[] {
  return changes.flatMap((change) => {
    const { before, after } = change
    if (!isListOfRows(before) || !isListOfRows(after))
      return [{ ...change, before: inWords(before, titles), after: inWords(after, titles) }]
    return changesOfRows(change, before, after, titles)
  })
}

function isListOfRows(value: unknown): value is Row[] {
  return Array.isArray(value) && value.every((item) => isRow(item) && item.id !== undefined)
}

function changesOfRows(
  { path, label }: FieldChange,
  before: readonly Row[],
  after: readonly Row[],
  titles: Titles,
): FieldChange[] {
  const told = (value: unknown) => inWords(value ?? null, titles)
  const was = new Map(before.map((row) => [row.id, row]))
  const is = new Map(after.map((row) => [row.id, row]))
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((id): FieldChange[] => {
    const [from, to] = [was.get(id), is.get(id)]
    const about = `${label} ${nameOfRow(to ?? from ?? {})}`.trim()
    if (!from || !to) return [{ path: `${path}.${id}`, label: about, before: told(from), after: told(to) }]
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((key) => !BOOKKEEPING.has(key))
    return keys.flatMap((key) => {
      const [old, now] = [told(from[key]), told(to[key])]
      if (JSON.stringify(old) === JSON.stringify(now)) return []
      return [{ path: `${path}.${id}.${key}`, label: `${about} ${titleOf(key, titles)}`, before: old, after: now }]
    })
  })
}
