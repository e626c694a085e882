import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkSources, citationsIn, findState } from './check-sources.ts'

const section = [1, 2].join('.')

test.each([
  ['let used = 0', ['used']],
  ['export let used: number | undefined', ['used']],
  ['const views = new Map<string, (db: Db) => Prepared<Row[]>>()', ['views']],
  ['export const seen: Set<string> = new Set()', ['seen']],
  ['const queue: (() => void)[] = []', ['queue']],
  ['const known: Record<string, number> = {}', ['known']],
  ["const ends = new Set(['csv', 'xlsx'])", []],
  ['const ofServers = new WeakMap<Platform, Map<string, number>>()', []],
  ['function count() {\n  let sum = 0\n  const seen = new Set()\n}', []],
  ['const none = { count: 0 }', []],
])('what a module keeps is found: %s', (code, names) => {
  expect(findState(code)).toEqual(names)
})

test.each([
  ['a.ts', `/** Prices of a SKU (${section}). */`, 1],
  ['a.ts', `// As the trade ${'chapter'} says, and SEC${'-'}12.`, 2],
  ['a.ts', `  const limit = 3 // see SY${'-'}50`, 1],
  ['a.ts', '/** Decision 0015 says why; 1.5 m at most (see docs/trade.md). */', 0],
  ['a.ts', `const word = 'SH${'-'}12'`, 0],
  ['a.test.ts', `test('${section} a brand is shown with its letter', () => {`, 1],
  ['a.test.ts', `test('SH${'-'}12, SH${'-'}13 a coupon is used once', async () => {`, 2],
  ['a.test.ts', `])('U${2} a product taken off the shelf stays: %s', (name) => {`, 1],
  ['a.ts', '// T18 by staff.', 0],
  ['a.ts', `// T${'31'} is no step of an order.`, 1],
  ['a.test.ts', "test('T13, T14 an order has come', () => {", 0],
  ['a.test.ts', "  '169.254.169.254',", 0],
  ['docs/decisions/0001-a.md', `The catalogue ${'chapter'} (2.7) wants more.`, 1],
  ['docs/decisions/0001-a.md', `| a row (${section}) | built otherwise | because |`, 1],
  ['docs/decisions/0001-a.md', 'T18 of an order; 1.5 (2.3 before) seconds; [0002](0002-b.md) says why.', 0],
  ['a.test.ts', "test('a price of 1.20 is shown whole', () => {", 0],
  ['a.test.ts', `  expect(text).toBe('${section} kg of rice were sold today')`, 0],
])('what %s cites of the specification is counted: %s', (path, line, count) => {
  expect(citationsIn(line, path)).toHaveLength(count)
})

test('state of a served module, the clock of a device in the console, citations and full folders are reported with what to do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-sources-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const cites = `// SEC${'-'}27\n`
  const many = Array.from({ length: 41 }, (_, at): [string, string] => [`h5/src/parts/p${at}.ts`, ''])
  const files = {
    'server/src/a.ts': `${cites}const views = new Map()`,
    'server/src/a.test.ts': 'let shop: Shop',
    'web/src/b.ts': 'let opened = 0',
    'web/src/c.tsx': 'const [now] = useState(() => new Date())',
    'web/src/c.test.tsx': 'const now = Date.now()',
    'web/src/api/server-time.ts': 'const now = Date.now()',
    'docs/decisions/0001-a.md': `# 0001\n\nThe trade ${'chapter'} fixes it.`,
    ...Object.fromEntries(many),
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const instead = 'give the reason itself, or cite a page of docs/'
  expect(checkSources(folder)).toEqual([
    `server/src/a.ts:1: cites the specification (SEC${'-'}27): ${instead}`,
    'server/src/a.ts: views: two applications in one process share no state; hold it in the platform, or by WeakMap with it',
    'web/src/c.tsx: new Date() is the clock of a device, which may be wrong: ask serverNow() of web/src/api/server-time.ts',
    `docs/decisions/0001-a.md:3: cites the specification (trade ${'chapter'}): ${instead}`,
    'h5/src/parts: 41 files, 40 at most: group them by what a reader looks for',
  ])
})
