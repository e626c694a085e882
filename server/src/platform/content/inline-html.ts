import { sanitizeHtml } from './html-sanitizer.ts'

/** Keeps the tags allowed in a line of text: links and emphasis, nothing that runs or loads. */
export function cleanInlineHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['a', 'b', 'i', 'em', 'strong', 'span', 'br'],
    allowedAttributes: { a: ['href', 'target', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener' } }) },
  })
}
