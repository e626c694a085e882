import type SanitizeHtml from 'sanitize-html'
import { sanitizeHtml } from './html-sanitizer.ts'

const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d.,%\s]+\)$/i, /^[a-z]{3,20}$/i]
const length = [/^-?[\d.]+(px|em|rem|%|pt)?$/, /^auto$/]
const lengths = [/^(-?[\d.]+(px|em|rem|%|pt)?|auto)(\s+(-?[\d.]+(px|em|rem|%|pt)?|auto)){0,3}$/]

/** What rich text may contain (catalogue chapter, 0): text, headings, lists, tables, pictures, videos and links. */
const allowed: SanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'div', 'section', 'blockquote', 'pre', 'hr', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    ...['span', 'b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'mark', 'small', 'code', 'a'],
    ...['ul', 'ol', 'li', 'table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
    ...['figure', 'figcaption', 'img', 'video', 'source'],
  ],
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'target', 'rel', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    video: ['src', 'poster', 'controls', 'width', 'height'],
    source: ['src', 'type'],
    col: ['span'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    ol: ['start'],
  },
  allowedSchemes: ['http', 'https', 'tel', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'], video: ['http', 'https'], source: ['http', 'https'] },
  allowProtocolRelative: false,
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster'],
  allowedStyles: {
    '*': {
      color: colour,
      'background-color': colour,
      background: colour,
      'text-align': [/^(left|right|center|justify)$/],
      'font-size': length,
      'font-weight': [/^(normal|bold|[1-9]00)$/],
      'line-height': length,
      margin: lengths,
      padding: lengths,
      width: length,
      height: length,
      border: [/^[\w\s#.,()%-]{1,60}$/],
    },
  },
  // A window opened by a link must not get access to ours.
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }) },
}

/** Removes everything from rich text that is not on the allow-list of tags, attributes, styles and schemes. */
export function cleanRichHtml(html: string): string {
  return sanitizeHtml(html, allowed)
}
