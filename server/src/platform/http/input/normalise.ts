import { type Pasted, readPasted } from '@zhanggui/domain/keyword.ts'
import { freeOfUnseen } from '@zhanggui/domain/text.ts'

/** The parts of a JSON Schema that determine how an input is read. */
export type Shape = {
  type?: string | readonly string[]
  properties?: Record<string, Shape>
  required?: readonly string[]
  items?: Shape
  additionalProperties?: boolean | Shape
  patternProperties?: Record<string, Shape>
  enum?: readonly unknown[]
  title?: string
  ask?: string
  hint?: string
  raw?: boolean
  clearable?: boolean
  pasted?: Pasted
  yuan?: boolean
}

/** A member of the input that no schema can accept. */
export type Fault = { field: string; message: string }

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/
/** These, which no workbook can hold, are taken from a text; where it is kept as it is, they are refused. */
const NO_CHARACTER = /[\uFFFE\uFFFF]/
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
/** The deepest nesting in a request. */
export const MAX_DEPTH = 20
/** The longest list anywhere in a request. */
export const MAX_LIST = 10_000

/**
 * Reads an input leniently, by its schema: texts are trimmed, in NFC and
 * without characters that nobody sees, `1/0` and `'true'/'false'` become
 * booleans, digits numbers, `'1,2'` a list, `''` (unless it clears the field) or null a missing optional field; unknown names are dropped. Values that
 * do not fit are left unchanged for the schema to refuse. Texts that the database cannot store go into `faults`.
 */
export function normalise(shape: Shape, value: unknown, faults: Fault[], field = ''): unknown {
  if (typeof value === 'string') return normaliseText(shape, value, faults, field)
  const { type } = shape
  if (type === 'boolean' && (value === 1 || value === 0)) return value === 1
  if (type === 'array') {
    const list = Array.isArray(value) ? value : isScalar(value) ? [value] : undefined
    return list?.map((item, index) => normalise(shape.items ?? {}, item, faults, `${field}[${index}]`)) ?? value
  }
  if (type === 'object' && isObject(value)) return normaliseObject(shape, value, faults, field)
  return value
}

function normaliseText(shape: Shape, value: string, faults: Fault[], field: string): unknown {
  if (isUnstorable(value) || (shape.raw && NO_CHARACTER.test(value))) {
    faults.push({ field, message: `${shape.title ?? '内容'}含有不支持的字符，请删除后重试` })
    return value
  }
  const text = shape.raw
    ? value
    : shape.pasted
      ? readPasted(shape.pasted, freeOfUnseen(value).normalize('NFC'))
      : freeOfUnseen(value).normalize('NFC').trim()
  switch (shape.type) {
    case 'integer':
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : shape.yuan ? Number.NaN : value
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : value
    case 'array':
      return text
        .split(',')
        .filter((part) => part.trim())
        .map((part, index) => normalise(shape.items ?? {}, part, faults, `${field}[${index}]`))
    default:
      return text
  }
}

const isUnstorable = (text: string) => CONTROL.test(text) || !text.isWellFormed()

function normaliseObject(shape: Shape, value: Record<string, unknown>, faults: Fault[], field: string): unknown {
  const known = shape.properties ?? {}
  const required = new Set(shape.required)
  const path = (name: string) => (field ? `${field}.${name}` : name)
  const result: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(known)) {
    if (!Object.hasOwn(value, name)) continue
    const given = value[name]
    if (given === undefined || (!required.has(name) && (given === null || isBlank(inner, given)))) continue
    result[name] = normalise(inner, given, faults, path(name))
  }
  const rest = shape.additionalProperties ?? Object.values(shape.patternProperties ?? {})[0]
  if (!rest) return result
  for (const [name, given] of Object.entries(value)) {
    if (Object.hasOwn(known, name)) continue
    // The keys of a map are texts like its values.
    const key = rest === true ? name : freeOfUnseen(name).normalize('NFC').trim()
    if (FORBIDDEN_KEYS.has(key) || isUnstorable(name) || (rest === true && NO_CHARACTER.test(name)))
      faults.push({ field: path(name), message: `不支持的字段名「${name.slice(0, 50)}」` })
    else result[key] = rest === true ? tidyJson(given, faults, path(name)) : normalise(rest, given, faults, path(name))
  }
  return result
}

/** Keeps free JSON as it is, except for texts that cannot be stored. */
function tidyJson(value: unknown, faults: Fault[], field: string): unknown {
  if (typeof value === 'string') return normaliseText({ raw: true }, value, faults, field)
  if (Array.isArray(value)) return value.map((item, index) => tidyJson(item, faults, `${field}[${index}]`))
  if (isObject(value)) return normaliseObject({ additionalProperties: true }, value, faults, field)
  return value
}

/** Whether an optional field was left blank. A password of spaces is not blank, nor is what is to be emptied. */
function isBlank(shape: Shape, value: unknown): boolean {
  if (shape.clearable) return false
  return typeof value === 'string' && (shape.raw ? value === '' : seenIn(value) === '')
}

/** What is seen of a text; what cannot be stored is left to be refused. */
const seenIn = (text: string) => (isUnstorable(text) ? text : freeOfUnseen(text)).trim()

/**
 * Whether a JSON value is nested too deep or has lists that are too long for any call.
 * @param depth remaining levels
 */
export function isExcessive(value: unknown, depth = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (depth === 0 || (Array.isArray(value) && value.length > MAX_LIST)) return true
  return Object.values(value).some((inner) => isExcessive(inner, depth - 1))
}

function isScalar(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
