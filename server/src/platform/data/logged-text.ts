import { customType } from 'drizzle-orm/pg-core'

/**
 * A text as PostgreSQL takes it, whatever a stranger sent: NUL goes, half a surrogate pair becomes U+FFFD.
 * @param max characters kept; all of them unless given
 */
export function cleanText(text: string, max?: number): string {
  const clean = text.replaceAll('\0', '').toWellFormed()
  return max === undefined || clean.length <= max ? clean : [...clean].slice(0, max).join('')
}

/** A JSON value whose texts, keys included, are clean; the value itself where there is nothing to clean. */
export function cleanJson<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  // JSON.stringify writes both as escapes, so one look at the text tells.
  if (text === undefined || !/\\u(0000|d[89a-f])/i.test(text)) return value
  return JSON.parse(text, (_, inner) => {
    if (typeof inner === 'string') return cleanText(inner)
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [cleanText(key), each]))
  }) as Value
}

/**
 * A column of a log: it takes any text, cleaned and cut to its length. What is logged comes from strangers, and a text that
 * the database refuses would cost the row, and in a batch its neighbours' rows.
 * @param length characters; unlimited unless given
 */
export const loggedText = (length?: number) =>
  customType<{ data: string }>({
    dataType: () => (length ? `varchar(${length})` : 'text'),
    toDriver: (text) => cleanText(text, length),
  })()
