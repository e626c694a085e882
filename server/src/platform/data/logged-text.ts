import { cutText } from '@zhanggui/domain/text.ts'
import { customType } from 'drizzle-orm/pg-core'

/**
 * Cleans an untrusted text for PostgreSQL: removes NUL, replaces half a surrogate pair by U+FFFD.
 * @param max characters kept; all of them by default
 */
export function cleanText(text: string, max?: number): string {
  const clean = text.replaceAll('\0', '').toWellFormed()
  return max === undefined ? clean : cutText(clean, max)
}

/** Cleans all texts of a JSON value, keys included; returns the value itself if there is nothing to clean. */
export function cleanJson<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  // JSON.stringify writes both as escapes, so one test of the text is enough.
  if (text === undefined || !/\\u(0000|d[89a-f])/i.test(text)) return value
  return JSON.parse(text, (_, inner) => {
    if (typeof inner === 'string') return cleanText(inner)
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).map(([key, each]) => [cleanText(key), each]))
  }) as Value
}

/**
 * A log column that accepts any text, cleaned and cut to its length. Logged texts are untrusted, and one that the database
 * refuses would lose its row, and in a batch the other rows too.
 * @param length in characters; unlimited by default
 */
export const loggedText = (length?: number) =>
  customType<{ data: string }>({
    dataType: () => (length ? `varchar(${length})` : 'text'),
    toDriver: (text) => cleanText(text, length),
  })()
