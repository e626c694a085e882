import { cutText, freeOfUnseen } from '@zhanggui/domain/text.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { type Field, type Fields, type Image, noImage } from './fields.ts'
import { parseLink } from './links/links.ts'

// Reads values by the schemas of their fields: the same in browser and server.

type Values = Readonly<Record<string, unknown>>

/** Whether two values mean the same: by content, whatever the order of keys. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => key in other && isSame(one[key], other[key]))
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isPlain = (value: unknown): value is Record<string, unknown> => isObject(value) && !Array.isArray(value)

/** The values of all fields: those given, and the defaults of the others; in lists, too. */
export function filled(fields: Fields, given: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [
      key,
      filledOne(field, Object.hasOwn(given, key) ? given[key] : field.default),
    ]),
  )
}

function filledOne({ control, items }: Field, value: unknown): unknown {
  if (control === 'image') return { ...noImage, ...(value as Image) }
  if (control !== 'list' || !items || !Array.isArray(value)) return value
  return value.map((item) => filled(items.properties, item))
}

/** Without what equals its default. */
export function sparse<Given extends Values>(fields: Fields, given: Given): Partial<Given> {
  const kept = Object.entries(given).filter(([key, value]) => {
    const field = fields[key]
    return !field || !isSame(filledOne(field, value), filledOne(field, field.default))
  })
  return Object.fromEntries(kept) as Partial<Given>
}

/** How a value is cleaned. */
export type Cleaning = {
  /** Rich text without what is not allowed in it; as it is, by default. */
  html?: (text: string) => string
}

/**
 * The values as they may be stored: texts cut, numbers clamped, and without what is neither known nor legible. The very same
 * object if nothing had to change.
 */
export function cleaned<Given extends Values>(fields: Fields, given: Given, how: Cleaning = {}): Given {
  let isAsGiven = true
  const kept = Object.entries(given).flatMap(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    const clean = field && cleanedOne(field, value, how)
    isAsGiven &&= clean !== undefined && clean === value
    return clean === undefined ? [] : [[key, clean] as const]
  })
  return isAsGiven ? given : (Object.fromEntries(kept) as Given)
}

/** @returns undefined for what cannot be made legible */
function cleanedOne(field: Field, value: unknown, how: Cleaning): unknown {
  switch (field.control) {
    case 'switch':
      return typeof value === 'boolean' ? value : undefined
    case 'number':
    case 'slider':
      return typeof value === 'number' && !Number.isNaN(value) ? clamped(value, field) : undefined
    case 'choice':
      return field.words?.has(value as string) ? value : undefined
    case 'checks':
      return sameOr(
        value,
        Array.isArray(value) ? [...(field.words?.keys() ?? [])].filter((key) => value.includes(key)) : undefined,
      )
    case 'ids':
      return sameOr(value, Array.isArray(value) ? [...new Set(value.filter(isId))].slice(0, field.maxItems) : undefined)
    case 'gradient':
      return Array.isArray(value) && value.length === 2 && value.every(isTone) ? value : undefined
    case 'colour':
      return isColour(value) ? value : undefined
    case 'tone':
      return isTone(value) ? value : undefined
    case 'image':
      return cleanedImage(value)
    case 'list':
      return cleanedList(field, value, how)
    default:
      return typeof value === 'string' ? cleanedText(field, value, how) : undefined
  }
}

const isId = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0
const sameOr = (value: unknown, clean: unknown) => (isSame(value, clean) ? value : clean)

export const tones: readonly string[] = ['theme', 'theme-2', 'price']
const isTone = (value: unknown) => tones.includes(value as string) || isColour(value)
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const RGBA = /^rgba\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*(?:0|1|0?\.\d{1,4})\s*\)$/
export const isColour = (value: unknown): boolean => typeof value === 'string' && (HEX.test(value) || RGBA.test(value))

function clamped(value: number, { minimum = 0, maximum = 0 }: Field): number {
  return Math.min(maximum, Math.max(minimum, Math.round(value))) + 0
}

function cleanedText({ control, maxLength = 0 }: Field, value: string, { html }: Cleaning): string {
  switch (control) {
    case 'link':
      return value.length <= maxLength && parseLink(value) ? value : ''
    case 'video':
      return isMedia(value) ? value : ''
    case 'moment':
      return value.length === 19 && parseWireTime(value) ? value : ''
    case 'html':
      // Cut in the middle, its tags would stay open.
      return value.length <= maxLength ? (html?.(value) ?? value) : ''
    default:
      return tidied(value, maxLength)
  }
}

/** Cutting may leave a mark at the end that only joined what followed it. */
const tidied = (value: string, max: number) => freeOfUnseen(cutText(freeOfUnseen(value), max))

const MAX_ALT = 100
const MAX_PIXELS = 20_000

function cleanedImage(value: unknown): Image | undefined {
  if (!isPlain(value) || !isMedia(value.url)) return undefined
  const pixels = (given: unknown) =>
    typeof given === 'number' && given > 0 ? Math.min(MAX_PIXELS, Math.round(given)) : 0
  const alt = typeof value.alt === 'string' ? tidied(value.alt, MAX_ALT) : ''
  return sameOr(value, { url: value.url, alt, w: pixels(value.w), h: pixels(value.h) }) as Image
}

/** Our own files, and others by https: the buyers' pages draw no other pictures. '' is none. */
function isMedia(value: unknown): value is string {
  return value === '' || (typeof value === 'string' && value.length <= 512 && MEDIA.test(value))
}
const MEDIA = /^(?:https:\/\/|\/file\/|public\/)[^\s"'()\\<>`]+$/

function cleanedList({ items, maxItems }: Field, value: unknown, how: Cleaning): unknown {
  if (!Array.isArray(value) || !items) return undefined
  const clean = value
    .filter(isPlain)
    .slice(0, maxItems)
    .map((item) => cleaned(items.properties, item, how))
  return clean.length === value.length && clean.every((item, index) => item === value[index]) ? value : clean
}

/** Whether the panel shows a field beside the given values. */
export const isVisible = ({ visibleIf }: Field, values: Values): boolean =>
  !visibleIf || visibleIf.in.includes(values[visibleIf.key])

export type Path = readonly (string | number)[]

/** Calls back for each visible field with its value, those of list items included. @param values filled */
export function walk(
  fields: Fields,
  values: Values,
  visit: (path: Path, field: Field, value: unknown) => void,
  at: Path = [],
): void {
  for (const [key, field] of Object.entries(fields)) {
    if (!isVisible(field, values)) continue
    const value = values[key]
    const path = [...at, key]
    visit(path, field, value)
    if (field.control === 'list' && field.items && Array.isArray(value))
      for (const [index, item] of value.entries()) walk(field.items.properties, item as Values, visit, [...path, index])
  }
}

/** A value changed in place of another. The very same if it was that value already. */
export function withValue<Given>(given: Given, path: Path, value: unknown): Given {
  const [key, ...rest] = path
  if (key === undefined) return (isSame(given, value) ? given : value) as Given
  const before = (given as Values)[key as string]
  const after = withValue(before, rest, value)
  if (after === before && Object.hasOwn(given as object, key)) return given
  if (Array.isArray(given)) return given.with(Number(key), after) as Given
  return { ...given, [key]: after }
}
