/**
 * The beginning of a text, at most `max` characters as the database counts them: an emoji is one, and is never cut in half,
 * which the database would refuse.
 */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('')
}

/**
 * Whether a spreadsheet could take a text for a formula (SEC-28), behind quotes that hide one if `isQuoted`. The wide signs
 * are read as the narrow ones where East Asian input is usual.
 */
export const looksLikeFormula = (text: string, isQuoted = false): boolean =>
  (isQuoted ? /^'+[=+\-@\t\r\n＝＋－＠]/ : /^[=+\-@\t\r\n＝＋－＠]/).test(text)
