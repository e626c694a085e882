/** What a plain field of a wide object may say besides its kind. A mark that is absent means no. */
export type Marks = {
  /** Staff must fill it in. */
  required?: true
  /** The step of the form it stands in, from 1. */
  step?: number
  /** The form places it itself; otherwise it follows among the fields of its step, with the usual control of its kind. */
  control?: 'own'
  /** Its heading in the sheet that is exported and imported again. */
  sheet?: string
  /** A column of the list, shown or hidden until staff choose it, and of the list's export. */
  list?: 'shown' | 'hidden'
  /** Keyword search looks at it. */
  searched?: true
  /** Copying from elsewhere fills it in. */
  copied?: true
}

export type TextField = { kind: 'text'; title: string; max: number; initial: string }
export type WholeField = { kind: 'whole'; title: string; min: number; max: number; initial: number }
export type FlagField = { kind: 'flag'; title: string; initial: boolean }
export type PlainField = (TextField | WholeField | FlagField) & Marks
/** The plain fields of a wide object by their wire names (style guide, 10). */
export type PlainFields = Readonly<Record<string, PlainField>>

export type ValueOf<Field extends PlainField> = Field['initial']
/** An object's values of these fields. */
export type ValuesOf<Fields extends PlainFields> = { [Name in keyof Fields]: ValueOf<Fields[Name]> }
/** The names of the fields that bear a mark. */
export type NamesWith<Fields extends PlainFields, Mark extends keyof Marks> = {
  [Name in keyof Fields]: Fields[Name] extends Record<Mark, unknown> ? Name : never
}[keyof Fields]
/** The same object with every field said, if only as undefined: leaving one out does not compile. */
export type Complete<Values> = { [Name in keyof Required<Values>]: Values[Name] }

/** Text of at most `max` characters, empty unless `initial` says otherwise. */
export function text<const More extends Marks & { initial?: string }>(title: string, max: number, more: More) {
  const field: TextField = { kind: 'text', title, max, initial: '' }
  return { ...field, ...more } as TextField & Omit<More, 'initial'>
}

/** A whole number up to `max`, from `min` on; `min` and `initial` are 0 unless said. */
export function whole<const More extends Marks & { min?: number; initial?: number }>(
  title: string,
  max: number,
  more: More,
) {
  const field: WholeField = { kind: 'whole', title, min: 0, max, initial: 0 }
  return { ...field, ...more } as WholeField & Omit<More, 'min' | 'initial'>
}

/** Yes or no, no at first. */
export function flag<const More extends Marks & { list?: never }>(title: string, more: More) {
  const field: FlagField = { kind: 'flag', title, initial: false }
  return { ...field, ...more } as FlagField & More
}

/** The names of an object's fields, in order. */
export function namesOf<Fields extends object>(fields: Fields): (keyof Fields & string)[] {
  return Object.keys(fields) as (keyof Fields & string)[]
}

/** What plain fields are called. */
export function titlesOf<Fields extends PlainFields>(fields: Fields): { [Name in keyof Fields]: string } {
  return Object.fromEntries(Object.entries(fields).map(([name, { title }]) => [name, title])) as {
    [Name in keyof Fields]: string
  }
}

/** Some properties of an object. */
export function pick<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>
}

/** The fields that bear a mark, in the order of the list. */
export function fieldsWith<Fields extends PlainFields, Mark extends keyof Marks>(
  fields: Fields,
  mark: Mark,
): Pick<Fields, NamesWith<Fields, Mark>> {
  const marked = Object.entries(fields).filter(([, field]) => field[mark] !== undefined)
  return Object.fromEntries(marked) as Pick<Fields, NamesWith<Fields, Mark>>
}

/** The values of plain fields, and of those that are not given their initial ones. */
export function filled<Fields extends PlainFields>(
  fields: Fields,
  given: Partial<ValuesOf<Fields>> = {},
): ValuesOf<Fields> {
  const values = namesOf(fields).map((name) => [name, given[name] ?? fields[name]?.initial])
  return Object.fromEntries(values) as ValuesOf<Fields>
}
