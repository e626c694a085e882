import type { Pasted } from '@zhanggui/domain/keyword.ts'
import {
  Array as ArrayOf,
  Boolean as Bool,
  Integer,
  Number as Num,
  Object as Obj,
  Optional,
  String as Str,
  type TArray,
  type TBoolean,
  type TInteger,
  type TNumber,
  type TObject,
  type TProperties,
  type TSchema,
  type TString,
  type TUnsafe,
  Unknown,
  Unsafe,
} from 'typebox'

/** Options of a field besides its JSON Schema keywords. `title` is its Chinese label, used in refusals. */
export type FieldOptions = {
  title?: string
  description?: string
  /** Message when the field is missing or blank, instead of 请输入{title}. */
  ask?: string
  /** Message when pattern, format or allowed values do not match, instead of {title}格式不正确 or the whole list. */
  hint?: string
  /** A value that fits, for the documentation; needed where the title does not fit, as with a pattern. */
  example?: unknown
}

type TextOptions = FieldOptions & {
  minLength?: number
  maxLength?: number
  pattern?: RegExp | string
  /** What people paste there, and what the server reads in it before it looks at the pattern and the length. */
  pasted?: Pasted
  /** Kept as typed, without trimming (passwords). */
  raw?: boolean
  /** Of an optional text of a body: sent blank it is emptied; without this a blank is as if it were not sent. */
  clearable?: boolean
  default?: string
}
type NumberOptions = FieldOptions & { minimum?: number; maximum?: number; default?: number }
type ListOptions = FieldOptions & { minItems?: number; maxItems?: number; uniqueItems?: boolean }

/**
 * The type of a schema's values. TypeBox's own covers all of JSON Schema, and takes the compiler several times as long as what the
 * constructors below need.
 */
type Static<Schema extends TSchema> =
  Schema extends TUnsafe<infer Value>
    ? Value
    : Schema extends TObject<infer Fields>
      ? keyof Fields extends never
        ? object
        : StaticFields<Fields, OptionalKeys<Fields>>
      : Schema extends TArray<infer Item>
        ? Static<Item>[]
        : Schema extends { '~kind': infer Kind extends keyof Plain }
          ? Plain[Kind]
          : unknown

type Plain = { String: string; Integer: number; Number: number; Boolean: boolean }

type OptionalKeys<Fields extends TProperties> = {
  [Name in keyof Fields]: Fields[Name] extends { '~optional': true } ? Name : never
}[keyof Fields]

type StaticFields<Fields extends TProperties, Optional extends keyof Fields> = Flat<
  { [Name in Exclude<keyof Fields, Optional>]: Static<Fields[Name]> } & { [Name in Optional]?: Static<Fields[Name]> }
>

type Flat<Fields> = { [Name in keyof Fields]: Fields[Name] }

/** Maximum length of a field without a limit of its own, in code points. */
const TEXT_LIMIT = 255
const INT_LIMIT = 2_147_483_647

/** Text, trimmed by the server, without control characters; at most 255 characters by default. */
function text({ pattern, ...options }: TextOptions = {}): TString {
  const source = pattern instanceof RegExp ? pattern.source : pattern
  return Str({ maxLength: TEXT_LIMIT, ...options, ...(source && { pattern: source }) })
}

/** A whole number; 0 to 2,147,483,647 by default. */
function integer(options: NumberOptions = {}): TInteger {
  return Integer({ minimum: 0, maximum: INT_LIMIT, ...options })
}

function number(options: NumberOptions = {}): TNumber {
  return Num({ minimum: -1e15, maximum: 1e15, ...options })
}

/** A list; at most 200 members by default. */
function list<Item extends TSchema>(item: Item, options: ListOptions = {}): TArray<Item> {
  return ArrayOf(item, { maxItems: 200, ...options })
}

/** One of the given texts. */
function oneOf<const Values extends readonly string[]>(
  values: Values,
  options: FieldOptions = {},
): TUnsafe<Values[number]> {
  return Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

/** The names in a table of words, for {@link oneOf}. */
function keysOf<Words extends object>(words: Words): (keyof Words & string)[] {
  return Object.keys(words) as (keyof Words & string)[]
}

/** One of the given numbers. */
function oneOfNumbers<const Values extends readonly number[]>(
  values: Values,
  options: FieldOptions = {},
): TUnsafe<Values[number]> {
  return Unsafe<Values[number]>({ type: 'integer', enum: [...values], ...options })
}

/** An object of one shape or the other; a key they share has the same type in both. */
function either<One extends TObject, Other extends TObject>(
  one: One,
  other: Other,
): TUnsafe<Static<One> | Static<Other>> {
  const fields = { ...one.properties, ...other.properties }
  const both = Object.entries(fields).map(([name, field]) => [name, Optional(field)])
  return Unsafe<Static<One> | Static<Other>>(Obj(Object.fromEntries(both)))
}

/** The given type, or null. */
function nullable<Inner extends TSchema>(inner: Inner): TUnsafe<Static<Inner> | null> {
  const { type, enum: values } = inner as unknown as { type: string; enum?: readonly unknown[] }
  return Unsafe<Static<Inner> | null>({ ...inner, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

/** Any JSON object: preferences, settings. The service checks its content. */
function json(options: FieldOptions = {}): TUnsafe<Record<string, unknown>> {
  return Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...options })
}

/** Answer of a paged read: `{list, total, page, limit}`. */
function pageOf<Item extends TSchema>(item: Item) {
  return Obj({
    list: ArrayOf(item),
    total: Integer(),
    page: Integer(),
    limit: Integer(),
    totalIsLowerBound: Optional(Bool()),
  })
}

/** Answer of the calls under /api/dict and /api/menus: `{content, totalElements}`; as {@link pageOf} if called with `limit`. */
function contentOf<Item extends TSchema>(item: Item) {
  return Obj({
    content: Optional(ArrayOf(item)),
    totalElements: Optional(Integer()),
    list: Optional(ArrayOf(item)),
    total: Optional(Integer()),
    page: Optional(Integer()),
    limit: Optional(Integer()),
  })
}

/** Query of a paged read: `page` from 1, `limit` 20, clamped to 100. */
function pageQuery<Fields extends TProperties>(fields: Fields) {
  return Obj({
    page: Optional(integer({ title: '页码', minimum: 1, maximum: 100_000 })),
    limit: Optional(integer({ title: '每页条数', minimum: 1 })),
    ...fields,
  })
}

/** Query of the calls under /api/dict and /api/menus: `page` from 0 with `size`, or from 1 with `limit`. */
function sizeQuery<Fields extends TProperties>(fields: Fields) {
  return Obj({
    page: Optional(integer({ title: '页码', maximum: 100_000 })),
    size: Optional(integer({ title: '每页条数', minimum: 1 })),
    limit: Optional(integer({ title: '每页条数', minimum: 1 })),
    sort: Optional(list(text({ title: '排序', maxLength: 50 }), { title: '排序', maxItems: 5 })),
    ...fields,
  })
}

/** A row's id: a whole number from 1. */
const Id = Integer({ title: '编号', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
/** A row's version, for optimistic locking. */
const Version = Optional(Integer({ title: '版本号', minimum: 0, maximum: INT_LIMIT }))
/** A moment, `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
const DateTime = Str({ description: 'YYYY-MM-DD HH:mm:ss, Asia/Shanghai', maxLength: 19 })
/** An amount in yuan with at most two decimals. */
const Yuan = Unsafe<number>({ type: 'number', yuan: true, minimum: -1e13, maximum: 1e13 })
/** An amount in yuan, 0 or more, with a label. */
function amount(options: NumberOptions = {}): TUnsafe<number> {
  return Unsafe<number>({ type: 'number', yuan: true, minimum: 0, maximum: 1e13, ...options })
}
/** A time range in a query: `from,to`, the field repeated, or a name such as `lately7`. */
const TimeRange = list(text({ title: '时间范围', maxLength: 40 }), {
  title: '时间范围',
  maxItems: 2,
  example: ['lately7'],
})
/** Answer of a command that created or changed one row. */
const Saved = Obj({ id: Integer() })
/** The same, for a versioned row. */
const SavedVersion = Obj({ id: Integer(), version: Integer() })
/** Answer of every other command. */
const Done = Obj({})
/** Body of a delete: ids, all or nothing. */
const Ids = list(Id, { title: '编号', minItems: 1, ask: '请选择要删除的数据', uniqueItems: true })
/** The content of a file, as a route's answer. */
const File = Unsafe<Blob>({ type: 'string', format: 'binary' })
/** Reference to a row by its id: `{id}`. */
const Ref = Obj({ id: Id })

function boolean(options: FieldOptions & { default?: boolean } = {}): TBoolean {
  return Bool(options)
}

function object<Fields extends TProperties>(fields: Fields, options: FieldOptions = {}): TObject<Fields> {
  return Obj(fields, options)
}

/** A node of a tree: the fields, and `children` of the same shape where there are any. */
function tree<Node>(fields: TProperties): TUnsafe<Node> {
  return Unsafe<Node>({ ...Obj(fields), additionalProperties: true, description: 'children: 下级，结构相同' })
}

/** An object whose keys are data. TypeBox's own Record would pull its whole type engine into the browser. */
function map<Value extends TSchema>(value: Value, options: FieldOptions = {}): TUnsafe<Record<string, Static<Value>>> {
  return Unsafe({ type: 'object', additionalProperties: value, ...options })
}

// Imported as a whole, `import * as t from './schema.ts'`: the few constructors we use, and our wire types.
export {
  amount as Amount,
  boolean as Boolean,
  contentOf,
  DateTime,
  Done,
  either as Either,
  File,
  Id,
  Ids,
  integer as Integer,
  json as Json,
  keysOf,
  list as Array,
  map as Map,
  nullable as Nullable,
  number as Number,
  Optional,
  object as Object,
  oneOf as OneOf,
  oneOfNumbers as OneOfNumbers,
  pageOf,
  pageQuery,
  Ref,
  Saved,
  SavedVersion,
  type Static,
  sizeQuery,
  type TBoolean,
  type TInteger,
  TimeRange,
  type TObject,
  type TSchema,
  type TString,
  text as String,
  tree as Tree,
  Unknown,
  Version,
  Yuan,
}
