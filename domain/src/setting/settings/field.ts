/** The type of a value, which also decides the control on the screen. */
export type SettingType =
  | 'text'
  | 'textarea'
  | 'int'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'bool'
  | 'select'
  | 'multiselect'
  | 'phone'
  | 'url'
  | 'image'
  | 'file'
  | 'color'
  | 'html'
  | 'secret'
  | 'json'
  | 'rows'

/** One key of a settings group. */
export type SettingField<Value = unknown, Type extends SettingType = SettingType> = {
  readonly type: Type
  readonly label: string
  /** In the form the code uses: money in whole fen. */
  readonly default: Value
  readonly help?: string
  readonly unit?: string
  readonly required?: boolean
  /** Minimum of a number, of an amount in fen, or of a length in code points. */
  readonly min?: number
  readonly max?: number
  /** Maximum number of digits after the decimal point. */
  readonly decimals?: number
  readonly pattern?: RegExp
  /** Message for a value that does not match the pattern. */
  readonly hint?: string
  /** A secret of several lines, such as a key in PEM. */
  readonly multiline?: boolean
  readonly options?: readonly SettingOption[]
  /** The amounts of each row. */
  readonly columns?: readonly SettingColumn[]
  /** Shown while another key of the group has one of these values. */
  readonly visibleIf?: { readonly key: string; readonly in: readonly unknown[] }
  /** Takes effect when the server is restarted. */
  readonly restart?: boolean
  /** An address that is sent keys, which nobody who saves settings may read: super administrators alone change it. */
  readonly isSentKeys?: boolean
}

/** An amount that each row of a setting has: whole fen in code and database, yuan on the wire. */
export type SettingColumn = { readonly key: string; readonly label: string; readonly min: number }

export type SettingOption = { readonly label: string; readonly value: string | number }

/** The keys of a group, in the order of the screen. */
export type SettingFields = Readonly<Record<string, SettingField>>

/** The type of a field's value. */
export type SettingValue<Field> = Field extends SettingField<infer Value> ? Value : never

/** The values of a group, by key. */
export type ValuesOf<Fields> = { [Key in keyof Fields]: SettingValue<Fields[Key]> }

/** A key at fault and its problem. */
export type SettingFault = { key: string; message: string }

type Common = Pick<SettingField, 'help' | 'unit' | 'visibleIf' | 'restart'>
type TextOptions = Common & Pick<SettingField, 'required' | 'min' | 'max' | 'pattern' | 'hint'> & { default?: string }
type LineOptions = Common & Pick<SettingField, 'isSentKeys'> & { required?: boolean; default?: string }
type NumberOptions = Common & { min?: number; max?: number; default: number }

const TEXT_LIMIT = 255
const TEXTAREA_LIMIT = 2000
const INT_LIMIT = 2_147_483_647
const FEN_LIMIT = 1_000_000_000_00

/** One line; at most 255 characters by default. */
export function text(label: string, options: TextOptions = {}): SettingField<string, 'text'> {
  return { type: 'text', label, default: '', max: TEXT_LIMIT, ...options }
}

/** Several lines; at most 2000 characters by default. */
export function textarea(label: string, options: TextOptions = {}): SettingField<string, 'textarea'> {
  return { type: 'textarea', label, default: '', max: TEXTAREA_LIMIT, ...options }
}

/** HTML, which the server sanitises before storing it. */
export function html(label: string, options: TextOptions = {}): SettingField<string, 'html'> {
  return { type: 'html', label, default: '', max: TEXTAREA_LIMIT, ...options }
}

export function phone(label: string, options: LineOptions = {}): SettingField<string, 'phone'> {
  return { type: 'phone', label, default: '', max: 20, ...options }
}

export function url(label: string, options: LineOptions = {}): SettingField<string, 'url'> {
  return { type: 'url', label, default: '', max: TEXT_LIMIT, ...options }
}

/** Address of a picture: a full one, or a path below the media domain. */
export function image(label: string, options: LineOptions = {}): SettingField<string, 'image'> {
  return { type: 'image', label, default: '', max: TEXT_LIMIT, ...options }
}

/** Address of an uploaded file, as {@link image}. */
export function file(label: string, options: LineOptions = {}): SettingField<string, 'file'> {
  return { type: 'file', label, default: '', max: TEXT_LIMIT, ...options }
}

/** A colour, `#rrggbb`. */
export function color(label: string, options: Common & { default: string }): SettingField<string, 'color'> {
  return { type: 'color', label, max: 7, ...options }
}

type SecretOptions = Common & Pick<SettingField, 'max' | 'pattern' | 'hint' | 'multiline'>

/** Stored encrypted and never shown again; read one at a time, not with the others. */
export function secret(label: string, options: SecretOptions = {}): SettingField<string, 'secret'> {
  return { type: 'secret', label, default: '', max: TEXT_LIMIT, ...options }
}

/** A whole number; 0 or more by default. */
export function int(label: string, options: NumberOptions): SettingField<number, 'int'> {
  return { type: 'int', label, min: 0, max: INT_LIMIT, decimals: 0, ...options }
}

/** A number; 0 or more with at most two decimals by default. */
export function decimal(
  label: string,
  options: NumberOptions & { decimals?: number },
): SettingField<number, 'decimal'> {
  return { type: 'decimal', label, min: 0, max: INT_LIMIT, decimals: 2, ...options }
}

/** A whole percentage of 100; 0 to 100 by default. */
export function percent(label: string, options: NumberOptions): SettingField<number, 'percent'> {
  return { type: 'percent', label, unit: '%', min: 0, max: 100, decimals: 0, ...options }
}

/** An amount: whole fen in code and database, yuan on the wire. 0 or more by default. */
export function money(label: string, options: NumberOptions): SettingField<number, 'money'> {
  return { type: 'money', label, unit: '元', min: 0, max: FEN_LIMIT, decimals: 2, ...options }
}

/** Off by default. */
export function bool(label: string, options: Common & { default?: boolean } = {}): SettingField<boolean, 'bool'> {
  return { type: 'bool', label, default: false, ...options }
}

type Choice<Value> = readonly (readonly [Value, string])[]

/** One of the choices, each a value and its Chinese label; the first by default. */
export function select<const Value extends string | number>(
  label: string,
  choices: readonly [Choice<Value>[number], ...Choice<Value>],
  options: Common & { default?: NoInfer<Value> } = {},
): SettingField<Value, 'select'> {
  return { type: 'select', label, default: choices[0][0], options: toOptions(choices), ...options }
}

/** Any of the choices; none by default. */
export function multiselect<const Value extends string | number>(
  label: string,
  choices: Choice<Value>,
  options: Common & { default?: readonly NoInfer<Value>[] } = {},
): SettingField<readonly Value[], 'multiselect'> {
  return { type: 'multiselect', label, default: [], options: toOptions(choices), ...options }
}

/** A JSON object or list. */
export function json<Value extends object>(
  label: string,
  options: Common & { default: Value },
): SettingField<Value, 'json'> {
  return { type: 'json', label, ...options }
}

/** A list of amounts, each row with an id that stays; at most `max` rows. */
export function rows<Key extends string>(
  label: string,
  columns: readonly (SettingColumn & { readonly key: Key })[],
  options: Common & { max: number },
): SettingField<readonly ({ readonly id: number } & Readonly<Record<Key, number>>)[], 'rows'> {
  return { type: 'rows', label, columns, default: [], ...options }
}

function toOptions(choices: Choice<string | number>): SettingOption[] {
  return choices.map(([value, label]) => ({ value, label }))
}
