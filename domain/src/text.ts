/**
 * The beginning of a text, at most `max` characters as the database counts them: an emoji is one, and is never cut in half,
 * which the database would refuse.
 */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('')
}

/**
 * Whether a spreadsheet could take a text for a formula, behind quotes that hide one if `isQuoted`. The wide signs
 * are read as the narrow ones where East Asian input is usual.
 */
export const looksLikeFormula = (text: string, isQuoted = false): boolean =>
  (isQuoted ? /^'+[=+\-@\t\r\n＝＋－＠]/ : /^[=+\-@\t\r\n＝＋－＠]/).test(text)

/** Characters that XML 1.0, and so a workbook, cannot hold, and the one that no screen shows. */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\p{Cs}\uFFFE\uFFFF]/gu

/** A text as every workbook can hold it. */
export const freeOfForbidden = (text: string): string => text.replace(FORBIDDEN, '')

/** Zero-width characters and marks of direction that contacts, chats and other programs leave in what is copied from them. */
const UNSEEN = /[\u00AD\u180E\u200B\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/g
/** The same, but for what holds signs and letters of other scripts together; digits and Latin letters need none of it. */
const JOINING =
  /(?<=^|[\u0000-\u007F])[\u061C\u200C-\u200F]+|(?<![\u061C\u200C-\u200F])[\u061C\u200C-\u200F]+(?=[\u0000-\u007F]|$)/g
const SUSPECT =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\p{Cs}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]/u

/** A text without the characters that nobody sees and nobody typed. */
export function freeOfUnseen(text: string): string {
  return SUSPECT.test(text) ? freeOfForbidden(text).replace(UNSEEN, '').replace(JOINING, '') : text
}
