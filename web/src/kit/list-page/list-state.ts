import type { TObject, TSchema } from '@zhanggui/contract/schema.ts'
import { fieldProblem } from '../form/form-rules.ts'

export type FilterValue = string | number | boolean | readonly (string | number)[]
export type Filters = Readonly<Record<string, FilterValue>>

/** What a list shows: its filters, page and sort. */
export type ListState = {
  filters: Filters
  page: number
  limit: number
  /** `field,asc` or `field,desc`; the server's default order when absent. */
  sort?: string
}

export const PAGE_SIZES = [10, 20, 30, 50, 100]
const USUAL: ListState = { filters: {}, page: 1, limit: 20 }
/** The server refuses to page further than this. */
const MAX_ROWS = 100_000
const PAGING = ['page', 'limit', 'size', 'sort']

/** Whether the query is paged. */
export function isPaged(query: TObject): boolean {
  return 'limit' in query.properties
}

/** The names of a query's filters, in its order. */
export function filterNames(query: TObject): string[] {
  return Object.keys(query.properties).filter((name) => !PAGING.includes(name))
}

/**
 * Reads a list's state from a URL. Values the contract does not allow are ignored, since URLs are typed and shared.
 * @param prefix distinguishes the lists of one page
 */
export function readListState(query: TObject, params: URLSearchParams, prefix = ''): ListState {
  const filters: Record<string, FilterValue> = {}
  for (const name of filterNames(query)) {
    const schema = query.properties[name] as TSchema
    const value = readValue(schema, params.getAll(prefix + name))
    if (value !== undefined && !fieldProblem(schema, value)) filters[name] = value
  }
  const limit = Math.min(readCount(params.get(`${prefix}limit`)) ?? USUAL.limit, 100)
  const page = Math.min(readCount(params.get(`${prefix}page`)) ?? 1, Math.floor(MAX_ROWS / limit))
  const sort = params.get(`${prefix}sort`) ?? ''
  return { filters, page, limit, ...(/^\w+,(asc|desc)$/.test(sort) && { sort }) }
}

/** The URL's query with a list's state in it; other parameters are kept. Default values are not written. */
export function writeListState(
  query: TObject,
  { filters, page, limit, sort }: ListState,
  params: URLSearchParams,
  prefix = '',
): URLSearchParams {
  const written = new URLSearchParams(params)
  for (const name of [...filterNames(query), ...PAGING]) written.delete(prefix + name)
  for (const [name, value] of Object.entries(filters)) if (!isBlank(value)) written.set(prefix + name, String(value))
  if (page !== USUAL.page) written.set(`${prefix}page`, String(page))
  if (limit !== USUAL.limit) written.set(`${prefix}limit`, String(limit))
  if (sort) written.set(`${prefix}sort`, sort)
  return written
}

/** A form's filter values, without blank ones. */
export function givenFilters(typed: Readonly<Record<string, FilterValue | null | undefined>>): Filters {
  const given: Record<string, FilterValue> = {}
  for (const [name, value] of Object.entries(typed)) {
    const tidy = typeof value === 'string' ? value.trim() : value
    if (tidy !== undefined && tidy !== null && !isBlank(tidy)) given[name] = tidy
  }
  return given
}

function isBlank(value: FilterValue): boolean {
  return value === '' || (Array.isArray(value) && !value.length)
}

function readValue(schema: TSchema, texts: readonly string[]): FilterValue | undefined {
  const { type, items } = schema as { type?: string; items?: { type?: string } }
  const [text] = texts
  if (!text) return undefined
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined
  if (type === 'integer' || type === 'number') return Number(text)
  if (type !== 'array') return text
  const parts = texts.flatMap((one) => one.split(','))
  return items?.type === 'integer' ? parts.map(Number) : parts
}

function readCount(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}
