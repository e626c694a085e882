import { themeVariables } from '@zhanggui/page-kit/theme.ts'
import { escapeHtml } from '../../../platform/http/page/html-page.ts'
import type { Document } from './h5-document.service.ts'
import type { Screens } from './h5-screens.ts'

/** The build of the storefront: its document, which files each source became, and its screens. */
export type Build = { page: string; manifest: Manifest; screens: Screens }
export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

const BASE = '/h5/'
const HTML = '<html lang="zh-CN"'
const HEAD = '<!--head-->'
const INLINED = '<!--inlined-->'
const ROOT = '<div id="root"></div>'

/** Says of a draft that buyers do not see it yet; it is in nobody's way. */
const PREVIEW_MARK =
  '<aside style="position:fixed;top:8px;right:8px;z-index:9;margin:0;padding:0 8px;border-radius:4px;background:#1b2430c7;color:#fff;font-size:12px;line-height:20px;pointer-events:none">预览</aside>'

/**
 * A document of the storefront.
 * @param own the address of this shop, before which links of cards are put
 * @param isPreview of a page that is looked at by a pass
 */
export function writeDocument({ page, manifest }: Build, document: Document, own: string, isPreview = false): string {
  const { site, inlined, screen, picture, frame } = document
  const theme = Object.entries(themeVariables(site.theme)).map(([name, value]) => `${name}:${value}`)
  const json = JSON.stringify(inlined).replaceAll('<', '\\u003c')
  const head = [...cardOf(document, own), ...(picture ? [pictureOf(picture)] : []), ...filesOf(manifest, screen)]
  const parts: [string, string][] = [
    [HTML, `${HTML} style="${escapeHtml(theme.join(';'))}"`],
    [HEAD, head.join('\n    ')],
    [ROOT, `<div id="root">${frame}</div>`],
    [INLINED, `${isPreview ? PREVIEW_MARK : ''}<script type="application/json" id="inlined">${json}</script>`],
  ]
  // By functions, as texts of the shop may hold what a replacement reads as a pattern.
  return parts.reduce((html, [mark, text]) => html.replace(mark, () => text), page)
}

function cardOf({ title, description, shareTitle, image, site }: Document, own: string): string[] {
  const absolute = image.startsWith('/') ? own + image : image
  const tags = [
    ['description', description],
    ['og:site_name', site.siteName],
    ['og:title', shareTitle || title],
    ['og:description', description],
    ['og:image', absolute],
  ] as const
  const name = (key: string) => (key.startsWith('og:') ? 'property' : 'name')
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...tags
      .filter(([, text]) => text)
      .map(([key, text]) => `<meta ${name(key)}="${key}" content="${escapeHtml(text)}" />`),
  ]
}

const pictureOf = (picture: string) =>
  `<link rel="preload" as="image" href="${escapeHtml(picture)}" fetchpriority="high" />`

/** What the screen loads besides the document's own scripts and styles. */
function filesOf(manifest: Manifest, screen: string): string[] {
  const found = new Map<string, Manifest[string]>()
  const take = (source: string) => {
    const chunk = manifest[source]
    if (!chunk || found.has(source) || source === 'index.html') return
    found.set(source, chunk)
    for (const each of chunk.imports ?? []) take(each)
  }
  take(screen)
  const chunks = [...found.values()]
  const styles = new Set(chunks.flatMap(({ css = [] }) => css))
  return [
    ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="${BASE}${file}" />`),
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="${BASE}${file}" />`),
  ]
}

/** What is said while there is no shop: under maintenance, before it is set up, or before its storefront was built. */
export function writeNotice(text: string): string {
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<title>暂时不能访问</title></head><body style="margin:0;background:#f4f5f7;color:#17181b;font:16px/1.6 system-ui,sans-serif">
<main style="display:grid;place-content:center;gap:12px;min-height:100vh;padding:24px;box-sizing:border-box;text-align:center">
<h1 style="margin:0;font-size:20px">店铺暂时不能访问</h1><p style="margin:0;color:#4f535b;overflow-wrap:anywhere">${escapeHtml(text)}</p>
<p style="margin:0"><a href="" style="color:inherit;display:inline-block;padding:10px">再试一次</a></p></main></body></html>`
}

/** @param scripts of other servers that run, as those of WeChat */
export const policyOf = (scripts: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "media-src 'self' https:",
    "connect-src 'self'",
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
