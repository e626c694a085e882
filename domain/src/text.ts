/**
 * The beginning of a text, at most `max` characters as the database counts them: an emoji is one, and is never cut in half,
 * which the database would refuse.
 */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : [...text].slice(0, max).join('')
}
