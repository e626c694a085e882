import { hiddenFields, shownChanges, withoutFields } from '../../../platform/data/guarded-fields.ts'
import type { FieldChange } from '../../../platform/data/in-words.ts'
import { changesInWords, inWords } from '../../../platform/data/in-words.ts'
import { isRow, type Row } from '../../../platform/data/masked.ts'
import { type Reference, type TrailWords, versioned, type Words } from '../../../platform/data/versioned.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { findNames, type Named } from './history.repository.ts'
import { titleOfField, titlesOf } from './history-fields.ts'

/** What values of a field are called everywhere, where the object says nothing else. */
const usual: Readonly<Record<string, Words>> = {
  enabled: { true: '启用', false: '停用' },
  status: { true: '启用', false: '停用' },
  isShow: { true: '显示', false: '隐藏' },
}

/** A change, with the rows before and after it, which may know names that it does not. */
export type Raw = { change: FieldChange; before: Row; after: Row }

/** What was changed by an entry, and the object before and after it. */
export type Changed = { diff: readonly FieldChange[]; before: Row | null; after: Row | null }

/**
 * The changes of entries of one kind of object that the caller may see, as staff read them. What only repeats others is left
 * out, unless nothing else changed.
 */
export async function describeEntries(
  ctx: Ctx,
  kept: TrailWords,
  entries: readonly Changed[],
): Promise<FieldChange[][]> {
  const raws = entries.map((entry) => rawsOf(ctx, kept, entry))
  const described = await describeChanges(ctx, kept, raws.flat())
  let end = 0
  return raws.map(({ length }) => {
    end += length
    return described.slice(end - length, end).flat()
  })
}

function rawsOf(ctx: Ctx, kept: TrailWords, { diff, ...entry }: Changed): Raw[] {
  const hidden = hiddenFields(ctx, kept.object)
  const before = withoutFields(entry.before ?? {}, hidden)
  const after = withoutFields(entry.after ?? {}, hidden)
  const both = { ...before, ...after }
  const paths = new Set(diff.map(({ path }) => path))
  const names = new Set([...paths].map((path) => nameKeyOf(path, both)))
  // A reference `{ id, name }` shows its name, under the title of the reference.
  const beside = (path: string, from: string, to: string) =>
    path.endsWith(from) && paths.has(`${path.slice(0, -from.length)}${to}`) ? path.slice(0, -from.length) : undefined
  const shown = shownChanges(diff, hidden).filter(({ path }) => !names.has(path) && !beside(path, '.id', '.name'))
  const own = shown.filter(({ path }) => !isCopy(kept, path))
  return (own.length ? own : shown).map((change) => {
    const { path, label } = change
    // Entries of acts without a form may have the key alone.
    const field = beside(path, '.name', '.id') ?? (label === path ? path : undefined)
    return { change: { ...change, label: field ? titleOfField(kept, field) : label }, before, after }
  })
}

/** Changes as staff read them: names for ids, words for states, and for lists of rows only what differs in each row. */
export async function describeChanges(ctx: Ctx, kept: TrailWords, raws: readonly Raw[]): Promise<FieldChange[][]> {
  const nameOf = await findNameOf(ctx, kept, raws)
  const titles = titlesOf(kept)
  return raws.map(({ change, before, after }) => {
    const word = (value: unknown, row: Row) =>
      nameBeside(change.path, row) ?? told({ kept, row, nameOf }, change.path, value)
    const label = change.label.replace(/(?<=.)编号$/, '')
    const put = { ...change, label, before: word(change.before, before), after: word(change.after, after) }
    return changesInWords([put], titles).filter(({ path }) => path === change.path || !isCopy(kept, path))
  })
}

/** Whether a field only repeats others: `attrValue.12.lowestPrice` where `attrValue.lowestPrice` does. */
export function isCopy({ copies = [] }: TrailWords, path: string): boolean {
  const [first = '', , ...rest] = path.split('.')
  return copies.includes(path) || (rest.length > 0 && copies.includes([first, ...rest].join('.')))
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
type View = { kept: TrailWords; row: Row; nameOf: NameOf }

/** A value with words and names for what stands for them, at any depth; a path of ids, such as province and city, is one text. */
function told(view: View, path: string, value: unknown): unknown {
  const reference = referenceOf(view, path)
  if (Array.isArray(value))
    return value.map((one) => {
      const each = told(view, path, one)
      return reference && Array.isArray(each) ? each.join(' / ') : each
    })
  const word = isRow(value) ? undefined : wordOf(view, path, value)
  if (word !== undefined) return word
  if (reference) {
    const id = idOf(value)
    // The trail may have the name instead.
    return id ? view.nameOf(reference, id) : typeof value === 'string' && value !== '0' ? value : ''
  }
  if (!isRow(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, told(view, `${path}.${key}`, inner)]))
}

function referenceOf({ kept: { refs }, row }: Pick<View, 'kept' | 'row'>, path: string): Reference | undefined {
  const given = refs?.[path]
  return typeof given === 'function' ? given(row) : given
}

function wordOf({ kept: { words }, row }: Pick<View, 'kept' | 'row'>, path: string, value: unknown): unknown {
  const given = words?.[path] ?? usual[path.slice(path.lastIndexOf('.') + 1)]
  return typeof given === 'function' ? given(row) : given?.[String(value)]
}

/** What the rows are called to which the changes refer. */
async function findNameOf(ctx: Ctx, kept: TrailWords, raws: readonly Raw[]): Promise<NameOf> {
  const asked: Referred[] = []
  const ask: NameOf = (reference, id) => {
    asked.push({ reference, id })
    return ''
  }
  for (const { change, before, after } of raws) {
    told({ kept, row: before, nameOf: ask }, change.path, change.before)
    told({ kept, row: after, nameOf: ask }, change.path, change.after)
  }
  const find = await findReferred(ctx, asked)
  return (reference, id) => {
    const found = find({ reference, id })
    const name = found?.name || `编号 ${id}`
    return !found ? `${id}（已删除）` : found.deleted ? `${name}（已删除）` : name
  }
}

type Referred = { reference: Reference; id: number }

/** The rows that are referred to, asked for once for each kind of them; undefined for those that are gone. */
async function findReferred(ctx: Ctx, asked: readonly Referred[]): Promise<(one: Referred) => Named | undefined> {
  const found = await Promise.all(
    [...Map.groupBy(asked, ({ reference }) => reference)].map(async ([reference, each]) => {
      const ids = [...new Set(each.map(({ id }) => id))]
      return [reference, await findNames(ctx, columnOf(ctx, reference), ids)] as const
    }),
  )
  const names = new Map(found)
  return ({ reference, id }) => names.get(reference)?.get(id)
}

function columnOf({ platform }: Ctx, reference: Reference): Exclude<Reference, string> {
  if (typeof reference !== 'string') return reference
  const name = platform.hooks.of(versioned).find(({ object }) => object === reference)?.name
  if (!name) throw new Error(`the history of ${reference} does not say what it is called`)
  return name
}

/** Of the fields that refer to rows at any depth, those with deleted ones, and what these are called. */
export async function findGone(
  ctx: Ctx,
  kept: TrailWords,
  values: ReadonlyMap<string, unknown>,
): Promise<Map<string, string[]>> {
  const row = Object.fromEntries(values)
  const asked: (Referred & { field: string })[] = []
  for (const [field, value] of values) {
    const nameOf: NameOf = (reference, id) => {
      asked.push({ field, reference, id })
      return ''
    }
    told({ kept, row, nameOf }, field, value)
  }
  const find = await findReferred(ctx, asked)
  const gone = asked.filter((one) => find(one)?.deleted ?? true)
  return new Map(
    [...Map.groupBy(gone, ({ field }) => field)].map(([field, each]) => [
      field,
      [...new Set(each.map((one) => find(one)?.name || String(one.id)))],
    ]),
  )
}

/** The id in an id or in a reference `{ id }`; 0 for none. */
function idOf(value: unknown): number {
  const id = Number(isRow(value) ? value.id : value)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}
