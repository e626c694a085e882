import { createRequire } from 'node:module'
import type SanitizeHtml from 'sanitize-html'

const load = createRequire(import.meta.url)

/**
 * Keeps of HTML what the rules allow. The library is loaded with the first text: it brings parsers of HTML and of CSS,
 * some 8 MB.
 */
export function sanitizeHtml(html: string, rules: SanitizeHtml.IOptions): string {
  const sanitize = load('sanitize-html') as typeof SanitizeHtml
  return sanitize(html, rules)
}
