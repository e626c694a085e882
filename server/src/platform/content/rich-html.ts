import { BadInput } from '@zhanggui/domain/errors.ts'
import type SanitizeHtml from 'sanitize-html'
import { findHtmlFault, MAX_PARTS } from './html-limits.ts'
import { sanitizeHtml } from './html-sanitizer.ts'

const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d.,%\s]+\)$/i, /^[a-z]{3,20}$/i]
const length = [/^-?[\d.]+(px|em|rem|%|pt)?$/, /^auto$/]
const lengths = [/^(-?[\d.]+(px|em|rem|%|pt)?|auto)(\s+(-?[\d.]+(px|em|rem|%|pt)?|auto)){0,3}$/]

const styles = new Map<string, RegExp[]>(
  Object.entries({
    color: colour,
    'background-color': colour,
    background: colour,
    'text-align': [/^(left|right|center|justify)$/],
    'font-size': length,
    'text-decoration': [/^(underline|line-through|none)(\s+(solid|underline|line-through))?$/],
    'text-decoration-line': [/^(underline|line-through|none)(\s+(underline|line-through))?$/],
    'font-style': [/^(normal|italic)$/],
    'font-weight': [/^(normal|bold|[1-9]00)$/],
    'line-height': length,
    'text-indent': length,
    'letter-spacing': length,
    'vertical-align': [/^(baseline|top|middle|bottom|sub|super)$/],
    margin: lengths,
    padding: lengths,
    ...Object.fromEntries(
      ['margin', 'padding'].flatMap((side) =>
        ['top', 'right', 'bottom', 'left'].map((edge) => [`${side}-${edge}`, length]),
      ),
    ),
    width: length,
    'max-width': length,
    height: length,
    'border-radius': lengths,
    border: [/^[\w\s#.,()%-]{1,60}$/],
  }),
)

/** What rich text may contain: text, headings, lists, tables, pictures, videos and links. */
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
  parseStyleAttributes: false,
  // A window opened by a link must not get access to ours.
  transformTags: {
    '*': (tagName, attribs) => ({ tagName, attribs: withStyle(withProtocol(attribs)) }),
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener noreferrer' } }),
  },
}

/** Pages of other shops leave out the protocol of addresses: `//host/a.jpg`. */
function withProtocol(attribs: SanitizeHtml.Attributes): SanitizeHtml.Attributes {
  const isAddress = (name: string) => ['href', 'src', 'poster'].includes(name)
  const named = Object.entries(attribs).map(([name, value]) => [
    name,
    isAddress(name) && /^\s*\/\/[^/]/.test(value) ? `https:${value.trim()}` : value,
  ])
  return Object.fromEntries(named) as SanitizeHtml.Attributes
}

/**
 * Keeps the styles that are allowed. The library would parse each attribute with postcss, which takes ten times as long as all
 * the rest; no value on the list can contain what needs a parser.
 */
function withStyle({ style, ...attribs }: SanitizeHtml.Attributes): SanitizeHtml.Attributes {
  const kept = (style ?? '').split(';').flatMap((declaration) => {
    const [, name = '', value = '', important = ''] =
      /^\s*([\w-]+)\s*:(.*?)(\s*!important)?\s*$/is.exec(declaration) ?? []
    const property = name.toLowerCase()
    const isAllowed = styles.get(property)?.some((pattern) => pattern.test(value.trim()))
    return isAllowed ? [`${property}:${value.trim()}${important && ' !important'}`] : []
  })
  return kept.length ? { ...attribs, style: kept.join(';') } : attribs
}

/** Whether cleaning rich text removes frames, or videos whose address it does not accept. */
export function losesEmbeds(html: string): boolean {
  if (!/<(iframe|embed|object|video)\b/i.test(html)) return false
  if (/<(iframe|embed|object)\b/i.test(html)) return true
  if (findHtmlFault(html)) return false
  const videosOf = (text: string) => text.split(/<video\b/i).slice(1)
  const kept = videosOf(cleanRichHtml(html)).filter((video) => /\ssrc="/.test(video.split('</video>')[0] ?? ''))
  return kept.length < videosOf(html).length
}

/**
 * Removes everything from rich text that is not on the allow-list of tags, attributes, styles and schemes.
 * @param field of the request, named in the refusal
 * @throws {BadInput} for rich text with too many elements
 */
export function cleanRichHtml(html: string, field = 'content'): string {
  if (findHtmlFault(html) === 'large')
    throw new BadInput(
      `内容的格式过于复杂：元素、属性和样式最多 ${MAX_PARTS.toLocaleString('en')} 个，请清除格式或缩短后再试`,
      field,
    )
  return sanitizeHtml(html, allowed)
}
