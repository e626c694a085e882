import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changedPaths, type Inputs, lintInputs, openPassed, readByCompiler, readFiles, typeInputs } from './passed.ts'

const sources = {
  'domain/src/fen.ts': 'export const fen = 1\n',
  'web/src/page.tsx': 'export const page = 1\n',
  'docs/page.md': 'words\n',
  'tsconfig.json': '{}\n',
  'biome.json': '{}\n',
  '.gitignore': '/dist/\n',
}

/** An empty folder. */
function folder() {
  const root = mkdtempSync(join(tmpdir(), 'passed-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { root, write }
}

/** A git checkout with the files above. */
function repository() {
  const { root, write } = folder()
  for (const [path, text] of Object.entries(sources)) write(path, text)
  execFileSync('git', ['init', '-q'], { cwd: root })
  execFileSync('git', ['add', '.'], { cwd: root })
  return { root, write, find: () => readFiles(root) ?? new Map<string, string>() }
}

/** The same files as they would be read, by path. */
const read: Inputs = new Map(Object.entries(sources))

/** What a step looks at again after one file got another content. */
function afterChange(path: string, inputs: (files: Inputs) => Inputs | undefined) {
  const [before, now] = [inputs(read), inputs(new Map([...read, [path, 'other']]))]
  return before && now && changedPaths(before, now).sort()
}

test('a changed file is looked at again, also when its time and its size are the same', () => {
  const { root, write, find } = repository()
  const before = find()
  const path = join(root, 'domain/src/fen.ts')
  const { atime, mtime } = statSync(path)
  write('domain/src/fen.ts', 'export const fen = 2\n')
  utimesSync(path, atime, mtime)
  expect(changedPaths(before, find())).toEqual(['domain/src/fen.ts'])
})

test('new and deleted files are changes, those that git ignores are none', () => {
  const { root, write, find } = repository()
  const before = find()
  write('server/src/new.ts', '')
  write('dist/main.js', '')
  rmSync(join(root, 'docs/page.md'))
  expect(changedPaths(before, find()).sort()).toEqual(['docs/page.md', 'server/src/new.ts'])
})

test('nothing is skipped outside a checkout', () => {
  expect(readFiles(folder().root)).toBeUndefined()
})

test('the compiler looks again when a file that it read, a setting, the packages or the names of sources change', () => {
  const changed = (path: string) => afterChange(path, (files) => typeInputs(files, ['domain/src/fen.ts'], 'packages'))
  expect(changed('domain/src/fen.ts')).toEqual(['domain/src/fen.ts'])
  expect(changed('tsconfig.json')).toEqual(['tsconfig.json'])
  expect(changed('domain/package.json')).toEqual(['domain/package.json'])
  expect(changed('e2e/src/new.ts')).toEqual(['e2e/src/new.ts'])
  expect(changed('web/src/page.tsx')).toEqual([])
  expect(changed('docs/page.md')).toEqual([])
  const [one, other] = ['one', 'other'].map((packages) => typeInputs(read, [], packages))
  expect(one && other && changedPaths(one, other)).toEqual(['node_modules'])
})

test('a compiler that read what nobody watches is never skipped', () => {
  expect(typeInputs(read, ['dist/generated.ts'], 'packages')).toBeUndefined()
})

test('what the compiler read stands in its build info', () => {
  const { root, write } = folder()
  const fileNames = ['lib.es2024.d.ts', '../../../domain/src/fen.ts', '../../typebox/build/index.d.mts']
  write('node_modules/.cache/types/all.tsbuildinfo', JSON.stringify({ fileNames }))
  expect(readByCompiler(root, 'node_modules/.cache/types/all.tsbuildinfo')).toEqual(['domain/src/fen.ts'])
  expect(readByCompiler(root, 'node_modules/.cache/types/web.tsbuildinfo')).toBeUndefined()
})

test('a changed file is linted alone, and everything when the rules change', () => {
  const changed = (path: string) => afterChange(path, (files) => lintInputs(files, 'packages'))
  const all = Object.keys(sources).sort()
  expect(changed('web/src/page.tsx')).toEqual(['web/src/page.tsx'])
  expect(changed('biome.json')).toEqual(all)
  expect(changed('scripts/lint/rule.grit')).toEqual([...all, 'scripts/lint/rule.grit'].sort())
})

test('a step that did not pass is looked at again, others keep what they passed', () => {
  const { root } = folder()
  const file = join(root, 'cache/check.json')
  const files = new Map([['a.ts', '1']])
  openPassed(file).save(new Map([['types', files]]))
  openPassed(file).save(new Map([['lint', files]]))
  expect(changedPaths(openPassed(file).of('types'), files)).toEqual([])
  expect(changedPaths(openPassed(file).of('imports'), files)).toEqual(['a.ts'])
})
