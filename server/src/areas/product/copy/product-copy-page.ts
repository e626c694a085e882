import { findProducts } from '@zhanggui/domain/product/product-copy.ts'
import { DomUtils, parseDocument } from 'htmlparser2'
import { nestsTooDeeply } from '../../../platform/content/html-limits.ts'

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number]
type Node = Record<string, unknown>
type Document = ReturnType<typeof parseDocument>

const isElement = (node: object): node is Element => 'attribs' in node

/** At most this many pictures of a gallery are read. */
const MAX_GALLERY = 30
const MAX_DEPTH = 20

/**
 * A page's data on its product as schema.org nodes, the most reliable first: JSON-LD, microdata, Open Graph and other
 * metadata, galleries. None of a page that nests without end.
 */
export function readPage(html: string): Node[] {
  if (nestsTooDeeply(html)) return []
  const page = parseDocument(html, { decodeEntities: true })
  return [...jsonLdOf(page), ...microdataOf(page), metadataOf(page), galleryOf(page)]
}

/** Decodes a page by the encoding that its headers or markup declare; without one Chinese pages are often GB 18030. */
export function decodePage(content: Buffer, contentType = ''): string {
  const named = /charset=["']?([\w-]+)/i
  const head = content.subarray(0, 2048).toString('latin1')
  const label = (named.exec(contentType) ?? named.exec(head))?.[1]
  for (const encoding of [label, 'utf-8', 'gb18030'])
    try {
      if (encoding) return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(content)
    } catch {
      // Try the next encoding.
    }
  return content.toString('utf8')
}

function all(page: Document | Element, test: (element: Element) => boolean): Element[] {
  return DomUtils.findAll(test, page.children)
}

function jsonLdOf(page: Document): Node[] {
  const scripts = all(page, ({ name, attribs }) => name === 'script' && /ld\+json/i.test(attribs.type ?? ''))
  return scripts.flatMap((script) => {
    try {
      return findProducts(JSON.parse(DomUtils.textContent(script).replace(/^\s*<!--|-->\s*$/g, ''))) as Node[]
    } catch {
      return []
    }
  })
}

function microdataOf(page: Document): Node[] {
  const isProduct = ({ attribs }: Element) =>
    attribs.itemscope !== undefined && /schema\.org\/(Product|ProductGroup)$/i.test(attribs.itemtype ?? '')
  return all(page, isProduct)
    .slice(0, 1)
    .map((element) => itemOf(element))
}

/** A microdata item with its properties; a repeated property becomes a list. */
function itemOf(item: Element, depth = 0): Node {
  const node: Node = { '@type': (item.attribs.itemtype ?? '').replace(/^.*\//, '') }
  const visit = (element: Element, level: number) => {
    for (const child of DomUtils.getChildren(element)) {
      if (!isElement(child)) continue
      const { itemprop, itemscope } = child.attribs
      if (itemprop && level < MAX_DEPTH) {
        const value = itemscope === undefined ? propertyOf(child) : itemOf(child, depth + 1)
        for (const name of itemprop.split(/\s+/))
          node[name] = node[name] === undefined ? value : [node[name], value].flat()
      }
      if (itemscope === undefined && level < MAX_DEPTH * 5) visit(child, level + 1)
    }
  }
  if (depth < MAX_DEPTH) visit(item, 0)
  return node
}

function propertyOf(element: Element): string {
  const { content, src, href, value, datetime } = element.attribs
  if (element.attribs.itemprop === 'description' && !content) return DomUtils.getInnerHTML(element)
  return (
    content ??
    src ??
    (element.name === 'a' || element.name === 'link' ? href : undefined) ??
    value ??
    datetime ??
    text(element)
  )
}

const text = (element: Element) => DomUtils.textContent(element).replace(/\s+/g, ' ').trim()

function metadataOf(page: Document): Node {
  const metas = all(page, ({ name }) => name === 'meta')
  const valuesOf = (...names: string[]) =>
    names.flatMap((name) =>
      metas.flatMap(({ attribs }) =>
        (attribs.property ?? attribs.name ?? '').toLowerCase() === name && attribs.content ? [attribs.content] : [],
      ),
    )
  const [title] = all(page, ({ name }) => name === 'title')
  const [heading] = all(page, ({ name }) => name === 'h1')
  return {
    '@type': 'Product',
    name: valuesOf('og:title', 'twitter:title')[0] ?? ((heading && text(heading)) || (title && text(title))),
    description: valuesOf('og:description', 'description')[0],
    keywords: valuesOf('keywords')[0],
    image: valuesOf('og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image'),
    video: valuesOf('og:video', 'og:video:url').filter((url) => /\.(mp4|webm|mov)(\?|$)/i.test(url)),
    url: valuesOf('og:url')[0],
    offers: {
      price: valuesOf('product:price:amount', 'og:price:amount', 'product:sale_price:amount')[0],
      priceCurrency: valuesOf('product:price:currency', 'og:price:currency')[0],
    },
  }
}

const GALLERY = /gallery|carousel|slider|swiper|thumb|product[-_]?(image|img|photo|pic|media)|preview/i

/** Pictures inside elements that shops use for product galleries. */
function galleryOf(page: Document): Node {
  const within = (element: Element) => {
    for (let up: Element['parent'] = element; up; up = up.parent)
      if (isElement(up) && GALLERY.test(`${up.attribs.class ?? ''} ${up.attribs.id ?? ''}`)) return true
    return false
  }
  const image = all(page, (element) => element.name === 'img' && within(element)).flatMap(({ attribs }) => {
    const [largest] = (attribs['data-srcset'] ?? attribs.srcset ?? '').split(',').slice(-1)
    const source = attribs['data-original'] ?? attribs['data-src'] ?? largest?.trim().split(/\s+/)[0]
    const url = source || attribs.src
    return url && !/^data:|\.svg(\?|$)/i.test(url) ? [url] : []
  })
  return { '@type': 'Product', image: image.slice(0, MAX_GALLERY) }
}
