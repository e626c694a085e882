import type { FieldChange } from '../../../platform/data/in-words.ts'
import { changesInWords, inWords } from '../../../platform/data/in-words.ts'
import { isRow, type Row } from '../../../platform/data/masked.ts'
import type { Versioned } from '../../../platform/data/versioned.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { findNames } from './history.repository.ts'

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
  const names = await namesOf(ctx, kept, raws)
  return raws.map(({ change, before, after }) => {
    const key = change.path
    const word = (value: unknown, row: Row) => named(kept, names, key, value, row)
    const put = { ...change, label: change.label.replace(/(?<=.)编号$/, ''), before: word(change.before, before) }
    return changesInWords([{ ...put, after: word(change.after, after) }]).filter(({ path }) => !isCopy(kept, path))
  })
}

/** Whether a field only repeats others: `attrValue.12.lowestPrice` where `attrValue.lowestPrice` does. */
export function isCopy({ copies = [] }: Versioned, path: string): boolean {
  const [first = '', , ...rest] = path.split('.')
  return copies.includes(path) || copies.includes([first, ...rest].join('.'))
}

/** The key of the name that a row carries beside an id: brandName beside brandId. */
export function nameKeyOf(key: string, row: Row): string | undefined {
  const keys = [key.replace(/Ids?$/, (end) => (end === 'Ids' ? 'Names' : 'Name')), `${key.replace(/Ids$/, '')}s`]
  return keys.find((name) => name !== key && key.match(/Ids?$/) && name in row)
}

function named(kept: Versioned, names: Names, key: string, value: unknown, row: Row): unknown {
  // What it was called then comes before what it is called today.
  const beside = nameKeyOf(key, row)
  if (beside !== undefined) {
    const given = row[beside]
    return Array.isArray(given) ? given.map((item) => (isRow(item) ? inWords(item.name) : item)) : given
  }
  const known = names.get(key)
  if (known) return Array.isArray(value) ? value.map((id) => known(id)) : value ? known(value) : ''
  const words = kept.words?.[key] ?? usual[key]
  return words && !isRow(value) && !Array.isArray(value) ? (words[String(value)] ?? value) : value
}

type Names = Map<string, (id: unknown) => string>

async function namesOf(ctx: Ctx, { refs = {} }: Versioned, raws: readonly Raw[]): Promise<Names> {
  const asked = Object.entries(refs).map(async ([key, column]) => {
    const values = raws
      .filter(({ change }) => change.path === key)
      .flatMap(({ change }) => [change.before, change.after])
    const ids = [...new Set(values.flat().map(idOf))].filter((id) => id > 0)
    const found = await findNames(ctx, column, ids)
    const name = (id: unknown) => found.get(idOf(id)) ?? (idOf(id) ? `${idOf(id)}（已删除）` : '')
    return [key, name] as const
  })
  return new Map(await Promise.all(asked))
}

/** The id in an id or in a reference `{ id }`; 0 for none. */
function idOf(value: unknown): number {
  const id = Number(isRow(value) ? value.id : value)
  return Number.isSafeInteger(id) ? id : 0
}
