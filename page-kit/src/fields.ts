import * as t from '@zhanggui/contract/schema.ts'

// The fields that components are made of. One schema gives the type of a view's props, the defaults, the panel of the designer,
// the checks, and the words of history and differences.

/** What a field is edited with. */
export type Control =
  | 'text'
  | 'area'
  | 'number'
  | 'slider'
  | 'choice'
  | 'checks'
  | 'switch'
  | 'colour'
  | 'gradient'
  | 'tone'
  | 'image'
  | 'video'
  | 'link'
  | 'ids'
  | 'html'
  | 'moment'
  | 'list'

/** The objects that pages refer to by id. */
export const refTitles = {
  page: '微页面',
  product: '商品',
  category: '商品分类',
  article: '文章',
  articleCategory: '文章分类',
  coupon: '优惠券',
  seckill: '秒杀商品',
  bargain: '砍价商品',
  combination: '拼团商品',
  live: '直播间',
  block: '公共模块',
  level: '会员等级',
  tag: '用户标签',
} as const
export type RefKind = keyof typeof refTitles

/** Where and when the panel shows a field. */
export type Placing = {
  tab?: 'content' | 'style' | 'advanced'
  section?: string
  /** Only while the field beside it has one of the values. */
  visibleIf?: { key: string; in: readonly unknown[] }
  help?: string
  /** Without it the page is not published. */
  needed?: boolean
}
type More<Value> = Placing & { default?: Value }

/** A field as checks and panel read it. */
export type Field = Placing & {
  control: Control
  title: string
  default?: unknown
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  /** The fewest items that are published; a draft may have fewer. */
  least?: number
  unit?: string
  /** The values of a choice with their words, in the order shown. */
  words?: ReadonlyMap<string | number, string>
  /** What the ids of a list belong to. */
  of?: RefKind
  /** The recommended size of a picture, in pixels. */
  size?: readonly [number, number]
  items?: { properties: Fields }
}
export type Fields = Readonly<Record<string, Field>>

/** White that nobody sees. */
export const CLEAR = '#ffffff00'

const MAX_ADDRESS = 512
const MAX_HTML = 100_000
/** Whole numbers up to here are drawn as a slider with its number. */
const MAX_SLIDER = 50

/** The fields of an object's schema; those of `fields.ts` carry all that a {@link Field} has. */
export const fieldsOf = (schema: t.TObject): Fields => schema.properties as unknown as Fields

function field<Schema extends t.TSchema>(schema: Schema, control: Control, title: string, more: object): Schema {
  return Object.assign(schema, { control, title, ...more })
}

export const text = (title: string, max: number, more: More<string> = {}) =>
  field(t.String({ maxLength: max }), 'text', title, { default: '', ...more })

export const area = (title: string, max: number, more: More<string> = {}) =>
  field(t.String({ maxLength: max }), 'area', title, { default: '', ...more })

/** A whole number; `min` unless it has another default. */
export const int = (title: string, min: number, max: number, more: More<number> & { unit?: string } = {}) =>
  field(t.Integer({ minimum: min, maximum: max }), max <= MAX_SLIDER ? 'slider' : 'number', title, {
    default: min,
    ...more,
  })

/** A length in CSS pixels; `min` unless it has another default. */
export const slider = (title: string, min: number, max: number, more: More<number> = {}) =>
  field(t.Integer({ minimum: min, maximum: max }), 'slider', title, { default: min, unit: 'px', tab: 'style', ...more })

export const bool = (title: string, standard: boolean, more: Placing = {}) =>
  field(t.Boolean(), 'switch', title, { default: standard, ...more })

/** One of some words; the first unless it has another default. */
export function one<const Words extends Record<string, string>>(
  title: string,
  words: Words,
  more: More<keyof Words & string> = {},
) {
  const values = t.keysOf(words)
  const known = new Map(Object.entries(words))
  return field(t.OneOf(values), 'choice', title, { default: values[0], words: known, ...more })
}

/** One of some numbers; the first unless it has another default. */
export function oneNumber<const Numbers extends readonly number[]>(
  title: string,
  numbers: Numbers,
  word: string | readonly string[],
  more: More<Numbers[number]> = {},
) {
  const wordAt = (number: number, index: number) =>
    typeof word === 'string' ? `${number}${word}` : (word[index] ?? '')
  const words = new Map(numbers.map((number, index) => [number, wordAt(number, index)]))
  return field(t.OneOfNumbers(numbers), 'choice', title, { default: numbers[0], words, ...more })
}

/** Any of some words. */
export function many<const Words extends Record<string, string>>(
  title: string,
  words: Words,
  standard: readonly (keyof Words & string)[],
  more: Placing = {},
) {
  const known = new Map(Object.entries(words))
  return field(t.Array(t.OneOf(t.keysOf(words))), 'checks', title, { default: standard, words: known, ...more })
}

/** `#rgb` to `#rrggbbaa`, or `rgba()`. */
export const colour = (title: string, standard: string, more: Placing = {}) =>
  field(t.String({ maxLength: 40 }), 'colour', title, { default: standard, tab: 'style', ...more })

/** Two colours, from and to; the same twice for a plain ground. */
export const gradient = (title: string, from: string, to = from, more: Placing = {}) =>
  field(t.Array(t.String({ maxLength: 40 }), { minItems: 2, maxItems: 2 }), 'gradient', title, {
    default: [from, to],
    tab: 'style',
    ...more,
  })

/** A colour that may follow the shop's theme. */
export const tone = (title: string, more: More<string> = {}) =>
  field(t.String({ maxLength: 40 }), 'tone', title, { default: 'theme', tab: 'style', ...more })

const Image = t.Object({ url: t.String(), alt: t.String(), w: t.Integer(), h: t.Integer() })
export type Image = t.Static<typeof Image>
export const noImage: Image = { url: '', alt: '', w: 0, h: 0 }

/** A picture; `w` and `h` are its own size, filled in by the server, so that nothing shifts while it loads. */
export const image = (title: string, size: readonly [number, number], more: More<Image> = {}) =>
  field(t.Object(Image.properties), 'image', title, { default: noImage, size, ...more })

export const video = (title: string, more: More<string> = {}) =>
  field(t.String({ maxLength: MAX_ADDRESS }), 'video', title, { default: '', ...more })

export const link = (title = '链接', more: More<string> = {}) =>
  field(t.String({ maxLength: MAX_ADDRESS }), 'link', title, { default: '', ...more })

export const ids = (title: string, of: RefKind, max: number, more: Placing = {}) =>
  field(t.Array(t.Id, { maxItems: max }), 'ids', title, { default: [], of, ...more })

export const html = (title: string, more: Placing = {}) =>
  field(t.String({ maxLength: MAX_HTML }), 'html', title, { default: '', ...more })

/** A moment as on the wire, or ''. */
export const moment = (title: string, more: Placing = {}) =>
  field(t.String({ maxLength: 19 }), 'moment', title, { default: '', ...more })

/** A list of objects with fields of their own. */
export function list<const Properties extends Parameters<typeof t.Object>[0]>(
  title: string,
  max: number,
  properties: Properties,
  more: More<readonly object[]> & { least?: number } = {},
) {
  return field(t.Array(t.Object(properties), { maxItems: max }), 'list', title, { default: [], ...more })
}

type Options = Parameters<typeof t.Object>[0]

/** Pictures with a link each; those with a time are only shown between its ends. */
export function pics<const Extra extends Options = Record<never, never>>(
  title: string,
  max: number,
  size: readonly [number, number],
  more: Placing & { least?: number; default?: readonly object[]; extra?: Extra; imageNeeded?: boolean } = {},
) {
  const { extra = {} as Extra, imageNeeded = true, ...rest } = more
  const properties = {
    image: image('图片', size, { needed: imageNeeded }),
    title: text('标题', 8),
    link: link(),
    show: bool('显示', true),
    from: moment('从'),
    to: moment('到'),
    ...extra,
  }
  return list(title, max, properties, rest)
}
