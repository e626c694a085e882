/** The parts of a JSON Schema that tell how an input is read. */
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
  yuan?: boolean
}

/** A member of the input that no schema could make sense of. */
export type Fault = { field: string; message: string }

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
/** Deepest nesting a request may have (SEC-71). */
export const MAX_DEPTH = 20
/** Longest list a request may hold anywhere (SEC-71). */
export const MAX_LIST = 10_000

/**
 * Reads an input leniently, by its schema (system chapter, 0): texts are trimmed and in NFC, `1/0` and `'true'/'false'` become
 * booleans, digits numbers, `'1,2'` a list, `''` or null an optional field that was not given; unknown names are dropped.
 * What does not fit is left as it is, for the schema to refuse. Texts no database takes go into `faults`.
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
  if (CONTROL.test(value) || !value.isWellFormed()) {
    faults.push({ field, message: `${shape.title ?? field}含有不支持的字符，请删除后重试` })
    return value
  }
  const text = shape.raw ? value : value.normalize('NFC').trim()
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
    // Of a map the keys are texts as its values are.
    const key = rest === true ? name : name.normalize('NFC').trim()
    if (FORBIDDEN_KEYS.has(key) || CONTROL.test(name) || !name.isWellFormed())
      faults.push({ field: path(name), message: `不支持的字段名「${name.slice(0, 50)}」` })
    else result[key] = rest === true ? tidyJson(given, faults, path(name)) : normalise(rest, given, faults, path(name))
  }
  return result
}

/** Free JSON is kept as it is, but must be storable. */
function tidyJson(value: unknown, faults: Fault[], field: string): unknown {
  if (typeof value === 'string') return normaliseText({ raw: true }, value, faults, field)
  if (Array.isArray(value)) return value.map((item, index) => tidyJson(item, faults, `${field}[${index}]`))
  if (isObject(value)) return normaliseObject({ additionalProperties: true }, value, faults, field)
  return value
}

/** Whether an optional field was left blank. A password of spaces is no blank one. */
function isBlank(shape: Shape, value: unknown): boolean {
  return typeof value === 'string' && (shape.raw ? value === '' : value.trim() === '')
}

/**
 * Whether a JSON value is nested or long beyond what any call takes (SEC-71).
 * @param depth levels that may still follow
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
