import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, sep } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run.ts'

const slashed = (path: string) => path.split(sep).join('/')
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map(slashed).sort()
/** Every file of the repository, with a slash in front. */
const files = globSync('**/*.*', {
  cwd: root,
  exclude: (path) => /(^|[\\/])(node_modules|\.git|dist|results)$/.test(path),
}).map((path) => `/${slashed(path)}`)
const folders = new Set(files.flatMap(foldersOf))

/** Made by commands, so a fresh checkout lacks them. */
const GENERATED = ['web/dist', 'node_modules', 'bench/results', 'e2e/screenshots']

test('every link in the documents leads to a file, and to a heading of it', () => {
  const wrong = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(document, link))
      .map((link) => `${document}: ${link}`),
  )
  expect(wrong).toEqual([])
})

test('every file and folder that the documents name exists', () => {
  const wrong = documents.flatMap((document) =>
    [...read(document).matchAll(/`([\w@./-]+)`/g)]
      .map(([, name = '']) => name.replace(/\/$/, ''))
      .filter((name) => looksLikeFile(name) && !isThere(name))
      .map((name) => `${document}: ${name}`),
  )
  expect(wrong).toEqual([])
})

test('every dependency has its line in docs/dependencies.md, and every line its dependency', () => {
  const cells = read('docs/dependencies.md').matchAll(/^\| (?!Package|-)([^|]+) \|/gm)
  const listed = [...cells].flatMap(([, cell = '']) => namesIn(cell))
  const used = globSync('{.,*}/package.json', { cwd: root }).flatMap(dependenciesOf)
  expect(used.filter((name) => !listed.some((each) => covers(each, name)))).toEqual([])
  expect(listed.filter((each) => !used.some((name) => covers(each, name)))).toEqual([])
})

function read(document: string): string {
  return readFileSync(join(root, document), 'utf8')
}

function foldersOf(file: string): string[] {
  const parts = file.split('/')
  return parts.slice(1, -1).map((_, index) => parts.slice(0, index + 2).join('/'))
}

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path ? posix.join(posix.dirname(document), path) : document
  if (!files.includes(`/${target}`)) return folders.has(`/${target.replace(/\/$/, '')}`)
  return !heading || headingsOf(target).includes(decodeURI(heading))
}

/** The anchors GitHub gives to the headings of a document. */
function headingsOf(document: string): string[] {
  return [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** A source file by its ending, or a path that starts with a folder of the repository. */
function looksLikeFile(name: string): boolean {
  if (GENERATED.some((each) => name === each || name.startsWith(`${each}/`))) return false
  return /\w\.(ts|tsx|mjs|css|md|sql)$/.test(name) || (name.includes('/') && folders.has(`/${name.split('/')[0]}`))
}

/** Documents may leave out the front of a path: `serve.ts`, `http/serve.ts`. */
function isThere(name: string): boolean {
  return folders.has(`/${name}`) || files.some((file) => file.endsWith(`/${name}`))
}

/** `@fastify/static, compress (dev)` are `@fastify/static` and `@fastify/compress`. */
function namesIn(cell: string): string[] {
  const [first = '', ...rest] = cell.replace(/ \([^)]*\)/g, '').split(', ')
  const scope = first.startsWith('@') ? `${dirname(first)}/` : ''
  return [first.trim(), ...rest.map((name) => (name.includes('/') || !scope ? name.trim() : `${scope}${name.trim()}`))]
}

/** Types of a package go with it. */
function dependenciesOf(manifest: string): string[] {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read(manifest))
  return [...Object.keys(dependencies), ...Object.keys(devDependencies)].filter((name) => !name.startsWith('@types/'))
}

function covers(listed: string, name: string): boolean {
  return listed === name || (listed.endsWith('/*') && name.startsWith(listed.slice(0, -1)))
}
