import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const folder = join(import.meta.dirname, '../../../web/dist')
const assets = join(folder, 'assets')
/** What one visit of the designer costs beyond the console, views of all components included, in bytes gzipped. */
const BUDGET = 120_000
/** Of a drawn component in the canvas. */
const VIEW = 'data-component'
/** Pages that show, arrange or dress decorated pages; they may share parts of the designer. */
const decorPages = /^(page-designer|decor-|agreement-list|activity-style|material)/

const chunks = new Map(
  readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, readFileSync(join(assets, name), 'utf8')]),
)

/** The chunks that start with these ones: what they import before they run, and so on. */
function startedBy(names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name) || !chunks.has(name)) return
    found.add(name)
    const code = chunks.get(name) ?? ''
    for (const [, imported = ''] of code.matchAll(/\bimport\s*(?:[^'"()]*?from)?\s*["']\.\/([^"']+\.js)["']/g))
      add(imported)
  }
  for (const name of names) add(name)
  return found
}

test('the designer weighs no more than 120 kB, and nothing of it comes with another screen', () => {
  const pages = [...chunks.keys()].filter((name) => name.includes('.page-'))
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const first = [...html.matchAll(/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name)
  const others = startedBy([...first, ...pages.filter((name) => !decorPages.test(name))])
  const designer = startedBy(pages.filter((name) => name.startsWith('page-designer')))
  expect([...designer].filter((name) => chunks.get(name)?.includes(VIEW))).not.toEqual([])
  expect([...others].filter((name) => chunks.get(name)?.includes(VIEW))).toEqual([])
  const own = [...designer].filter((name) => !others.has(name))
  const bytes = own.reduce((sum, name) => sum + gzipSync(chunks.get(name) ?? '').length, 0)
  expect(bytes).toBeGreaterThan(0)
  expect(bytes, own.join('\n')).toBeLessThanOrEqual(BUDGET)
})
