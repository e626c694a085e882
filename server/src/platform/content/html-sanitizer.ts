import { createRequire } from 'node:module'
import type SanitizeHtml from 'sanitize-html'
import { nestsTooDeeply } from './html-limits.ts'

const load = createRequire(import.meta.url)

/**
 * Removes everything from HTML that the rules do not allow, and every tag from HTML that nests without end. The library loads lazily: its HTML and CSS parsers take about
 * 8 MB.
 */
export function sanitizeHtml(html: string, rules: SanitizeHtml.IOptions): string {
  const sanitize = load('sanitize-html') as typeof SanitizeHtml
  return sanitize(nestsTooDeeply(html) ? html.replace(/<[^<>]*>/g, '').replaceAll('<', '&lt;') : html, rules)
}
