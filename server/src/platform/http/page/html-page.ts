import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileAnswer } from '../file-answer.ts'

/** Escapes a text for HTML. */
export function escapeHtml(text: unknown): string {
  return String(text ?? '').replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
  )
}

/** An HTML table; cells are plain texts. */
export function htmlTable(titles: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = (tag: string, row: readonly unknown[]) =>
    row.map((cell) => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')
  if (!rows.length) return '<p class="none">暂无数据</p>'
  return `<table><thead><tr>${cells('th', titles)}</tr></thead><tbody>${rows
    .map((row) => `<tr>${cells('td', row)}</tr>`)
    .join('')}</tbody></table>`
}

/** What a page has besides its content. */
type PageParts = { style?: string; script?: string }

/** Answers with a server-rendered page: no scripts, styles by nonce, framed only by the console. */
export function sendHtmlPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  const { html, policy } = makePage(title, body)
  return reply
    .header('Content-Security-Policy', policy)
    .header('Cache-Control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
}

/** The same as the answer of a route; its own script may call this server. */
export function htmlFile(title: string, body: string, parts: PageParts): FileAnswer {
  const { html, policy } = makePage(title, body, parts)
  const content = Buffer.from(html)
  const open = async () => Readable.from([content])
  return { mime: 'text/html; charset=utf-8', bytes: content.length, open, policy }
}

function makePage(title: string, body: string, { style = '', script = '' }: PageParts = {}) {
  const nonce = randomBytes(16).toString('base64')
  const scripts = script && ` script-src 'nonce-${nonce}'; connect-src 'self';`
  const policy = `default-src 'none'; style-src 'nonce-${nonce}';${scripts} form-action 'self'; base-uri 'none'; frame-ancestors 'self'`
  const html = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}${style}</style></head><body><h1>${escapeHtml(title)}</h1>${body}${
    script && `<script nonce="${nonce}">${script}</script>`
  }</body></html>`
  return { html, policy }
}

const STYLE = `body{font:14px/1.6 system-ui,sans-serif;margin:24px;color:#1f2329;background:#fff}
h1{font-size:20px}h2{font-size:16px;margin:24px 0 8px}nav{display:flex;flex-wrap:wrap;gap:8px;margin:0 0 16px}
nav a{padding:4px 12px;border-radius:6px;color:#1f2329;text-decoration:none;background:#f2f3f5}
nav a[aria-current]{background:#1f6feb;color:#fff}table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}
th,td{border:1px solid #e5e6eb;padding:4px 8px;text-align:left;vertical-align:top;max-width:640px;overflow-wrap:anywhere}
th{background:#f7f8fa;white-space:nowrap}.none{color:#86909c}details{border:1px solid #e5e6eb;border-radius:6px;margin:8px 0;padding:6px 12px}
summary{cursor:pointer}code{font-family:ui-monospace,monospace}pre{background:#f7f8fa;padding:8px;overflow:auto;max-height:320px}
.get{color:#16794c}.post{color:#1f6feb}.put{color:#a15c00}.delete{color:#c9252d}
@media (prefers-color-scheme:dark){body{background:#17181a;color:#e5e6eb}nav a,th,pre{background:#2a2b2e;color:#e5e6eb}th,td,details{border-color:#3a3b3e}}`
