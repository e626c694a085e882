/** What a plain field of a wide object may state besides its kind. An absent mark means no. */
export type Marks = {
  /** Staff must fill it in. */
  required?: true
  /** The step of the form that shows it, from 1. */
  step?: number
  /** The form places it itself; otherwise it follows the fields of its step, with the usual control of its kind. */
  control?: 'own'
  /** Its heading in the sheet that is exported and imported. */
  sheet?: string
  /** A column of the list, shown or hidden until staff choose it, and of the list's export. */
  list?: 'shown' | 'hidden'
  /** The list answers it, and shows it elsewhere than in a column of its own. */
  inList?: true
  /** Keyword search covers it. */
  searched?: true
  /** Copying a product from elsewhere fills it in. */
  copied?: true
}

export type TextField = { kind: 'text'; title: string; max: number; initial: string }
export type WholeField = { kind: 'whole'; title: string; min: number; max: number; initial: number }
export type FlagField = { kind: 'flag'; title: string; initial: boolean }
export type PlainField = (TextField | WholeField | FlagField) & Marks
/** The plain fields of a wide object by their wire names. */
export type PlainFields = Readonly<Record<string, PlainField>>

export type ValueOf<Field extends PlainField> = Field['initial']
/** An object's values of these fields. */
export type ValuesOf<Fields extends PlainFields> = { [Name in keyof Fields]: ValueOf<Fields[Name]> }
/** The names of the fields with a mark. */
export type NamesWith<Fields extends PlainFields, Mark extends keyof Marks> = {
  [Name in keyof Fields]: Fields[Name] extends Record<Mark, unknown> ? Name : never
}[keyof Fields]
/** The same object with every field given, if only as undefined: leaving one out does not compile. */
export type Complete<Values> = { [Name in keyof Required<Values>]: Values[Name] }

/** Text of at most `max` characters; empty by default. */
export function text<const More extends Marks & { initial?: string }>(title: string, max: number, more: More) {
  const field: TextField = { kind: 'text', title, max, initial: '' }
  return { ...field, ...more } as TextField & Omit<More, 'initial'>
}

/** A whole number from `min` to `max`; `min` and `initial` default to 0. */
export function whole<const More extends Marks & { min?: number; initial?: number }>(
  title: string,
  max: number,
  more: More,
) {
  const field: WholeField = { kind: 'whole', title, min: 0, max, initial: 0 }
  return { ...field, ...more } as WholeField & Omit<More, 'min' | 'initial'>
}

/** Yes or no; no by default. */
export function flag<const More extends Marks & { list?: never }>(title: string, more: More) {
  const field: FlagField = { kind: 'flag', title, initial: false }
  return { ...field, ...more } as FlagField & More
}

/** The names of an object's fields, in order. */
export function namesOf<Fields extends object>(fields: Fields): (keyof Fields & string)[] {
  return Object.keys(fields) as (keyof Fields & string)[]
}

/** The titles of plain fields, by name. */
export function titlesOf<Fields extends PlainFields>(fields: Fields): { [Name in keyof Fields]: string } {
  return Object.fromEntries(Object.entries(fields).map(([name, { title }]) => [name, title])) as {
    [Name in keyof Fields]: string
  }
}

/** The named properties of an object. */
export function pick<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>
}

/** The fields with a mark, in the order of the list. */
export function fieldsWith<Fields extends PlainFields, Mark extends keyof Marks>(
  fields: Fields,
  mark: Mark,
): Pick<Fields, NamesWith<Fields, Mark>> {
  const marked = Object.entries(fields).filter(([, field]) => field[mark] !== undefined)
  return Object.fromEntries(marked) as Pick<Fields, NamesWith<Fields, Mark>>
}

/** The values of plain fields; missing ones get their initial values. */
export function filled<Fields extends PlainFields>(
  fields: Fields,
  given: Partial<ValuesOf<Fields>> = {},
): ValuesOf<Fields> {
  const values = namesOf(fields).map((name) => [name, given[name] ?? fields[name]?.initial])
  return Object.fromEntries(values) as ValuesOf<Fields>
}
