import type { FieldChange } from '../../../platform/data/in-words.ts'
import { changesInWords, inWords } from '../../../platform/data/in-words.ts'
import { isRow, type Row } from '../../../platform/data/masked.ts'
import { type Reference, type Versioned, versioned } from '../../../platform/data/versioned.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { findNames } from './history.repository.ts'
import { titlesOf } from './history-fields.ts'

/** What values of a field are called everywhere, where the object says nothing else. */
const usual: NonNullable<Versioned['words']> = {
  enabled: { true: '启用', false: '停用' },
  status: { true: '启用', false: '停用' },
  isShow: { true: '显示', false: '隐藏' },
}

/** A change, with the rows before and after it, which may know names that it does not. */
export type Raw = { change: FieldChange; before: Row; after: Row }

/** Changes as staff read them: names for ids, words for states, and for lists of rows only what differs in each row. */
export async function describeChanges(ctx: Ctx, kept: Versioned, raws: readonly Raw[]): Promise<FieldChange[][]> {
  const nameOf = await findNameOf(ctx, kept, raws)
  const titles = titlesOf(kept)
  return raws.map(({ change, before, after }) => {
    const word = (value: unknown, row: Row) =>
      nameBeside(change.path, row) ?? told({ kept, row, nameOf }, change.path, value)
    const label = change.label.replace(/(?<=.)编号$/, '')
    const put = { ...change, label, before: word(change.before, before), after: word(change.after, after) }
    return changesInWords([put], titles).filter(({ path }) => !isCopy(kept, path))
  })
}

/** Whether a field only repeats others: `attrValue.12.lowestPrice` where `attrValue.lowestPrice` does. */
export function isCopy({ copies = [] }: Versioned, path: string): boolean {
  const [first = '', , ...rest] = path.split('.')
  return copies.includes(path) || copies.includes([first, ...rest].join('.'))
}

/** The key of the name that a row carries beside an id: brandName beside brandId, the list labels beside labelIds. */
export function nameKeyOf(key: string, row: Row): string | undefined {
  if (!/Ids?$/.test(key)) return undefined
  const name = key.replace(/Ids?$/, (end) => (end === 'Ids' ? 'Names' : 'Name'))
  if (name in row) return name
  const list = key.replace(/Ids$/, 's')
  return list !== key && Array.isArray(row[list]) ? list : undefined
}

/** What it was called then comes before what it is called today. */
function nameBeside(key: string, row: Row): unknown {
  const beside = nameKeyOf(key, row)
  if (beside === undefined) return undefined
  const given = row[beside] ?? null
  return Array.isArray(given) ? given.map((item) => (isRow(item) ? inWords(item.name) : item)) : given
}

type NameOf = (reference: Reference, id: number) => string
type View = { kept: Versioned; row: Row; nameOf: NameOf }

/** A value with words and names for what stands for them, at any depth; a path of ids, such as province and city, is one text. */
function told(view: View, path: string, value: unknown): unknown {
  const reference = referenceOf(view, path)
  if (Array.isArray(value))
    return value.map((one) => {
      const each = told(view, path, one)
      return reference && Array.isArray(each) ? each.join(' / ') : each
    })
  const word = isRow(value) ? undefined : wordOf(view.kept, path, value)
  if (word !== undefined) return word
  if (reference) {
    const id = idOf(value)
    return id ? view.nameOf(reference, id) : ''
  }
  if (!isRow(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, told(view, `${path}.${key}`, inner)]))
}

function referenceOf({ kept: { refs }, row }: Pick<View, 'kept' | 'row'>, path: string): Reference | undefined {
  const given = refs?.[path]
  return typeof given === 'function' ? given(row) : given
}

function wordOf({ words }: Versioned, path: string, value: unknown): string | undefined {
  return (words?.[path] ?? usual[path.slice(path.lastIndexOf('.') + 1)])?.[String(value)]
}

/** What the rows are called to which the changes refer: asked for once for each kind of them. */
async function findNameOf(ctx: Ctx, kept: Versioned, raws: readonly Raw[]): Promise<NameOf> {
  const asked = new Map<Reference, Set<number>>()
  const ask: NameOf = (reference, id) => {
    asked.set(reference, (asked.get(reference) ?? new Set()).add(id))
    return ''
  }
  for (const { change, before, after } of raws) {
    told({ kept, row: before, nameOf: ask }, change.path, change.before)
    told({ kept, row: after, nameOf: ask }, change.path, change.after)
  }
  const found = await Promise.all(
    [...asked].map(
      async ([reference, ids]) => [reference, await findNames(ctx, columnOf(ctx, reference), [...ids])] as const,
    ),
  )
  const names = new Map(found)
  return (reference, id) => {
    const name = names.get(reference)?.get(id)
    return name === undefined ? `${id}（已删除）` : name || `编号 ${id}`
  }
}

function columnOf({ platform }: Ctx, reference: Reference): Exclude<Reference, string> {
  if (typeof reference !== 'string') return reference
  const name = platform.hooks.of(versioned).find(({ object }) => object === reference)?.name
  if (!name) throw new Error(`the history of ${reference} does not say what it is called`)
  return name
}

/** Of the fields that refer to rows, those whose values refer to rows that are deleted, with the ids of these. */
export async function findGone(
  ctx: Ctx,
  kept: Versioned,
  values: ReadonlyMap<string, unknown>,
): Promise<Map<string, number[]>> {
  const gone = new Map<string, number[]>()
  const row = Object.fromEntries(values)
  for (const [field, value] of values) {
    const reference = referenceOf({ kept, row }, field)
    if (!reference) continue
    const ids = [value ?? []]
      .flat(Number.POSITIVE_INFINITY)
      .map(idOf)
      .filter((id) => id > 0)
    const found = await findNames(ctx, columnOf(ctx, reference), ids)
    const missing = ids.filter((id) => !found.has(id))
    if (missing.length) gone.set(field, missing)
  }
  return gone
}

/** The id in an id or in a reference `{ id }`; 0 for none. */
function idOf(value: unknown): number {
  const id = Number(isRow(value) ? value.id : value)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}
