/**
 * A dictionary entry's value as forms use it: a number where the text is one in canonical form, otherwise the text.
 * @returns a safe integer for `0`, `7`, `-3`; the text itself for `010`, `1.5`, `true`
 */
export function dictValue(text: string): number | string {
  const number = Number(text)
  return /^-?(0|[1-9]\d*)$/.test(text) && Number.isSafeInteger(number) ? number : text
}
