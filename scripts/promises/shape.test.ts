import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areaOrder } from '../check-imports.ts'
import { importsOf, readSources } from '../read-imports.ts'
import { root } from '../run.ts'

const guide = readFileSync(join(root, 'docs/developing.md'), 'utf8')
const drawing = /```mermaid\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
const packages = ['domain', 'contract', 'page-kit', 'server', 'web', 'h5']

test('the drawing of the packages has an arrow for each that imports another, and no other arrow', () => {
  const drawn = [...drawing.matchAll(/^ {2}([\w-]+)(?:\["[^"]*"\])? --> ([\w-]+)/gm)].map(
    ([, from, to]) => `${from} → ${to}`,
  )
  const sources = readSources(root)
  const known = new Set(sources.map(({ path }) => path))
  const exists = (path: string) => known.has(path) || existsSync(join(root, path))
  const packageOf = (path: string) => path.split('/', 1)[0] ?? ''
  const imported = sources
    .filter(({ path }) => packages.includes(packageOf(path)) && !/\.(test|fixture)\.tsx?$|\/testing\//.test(path))
    .flatMap((source) => importsOf(source, exists))
    .map(({ file, target = '' }) => [packageOf(file), packageOf(target)] as const)
    .filter(([from, to]) => from !== to && packages.includes(to))
    .map(([from, to]) => `${from} → ${to}`)
  expect(drawn.toSorted()).toEqual([...new Set(imported)].sort())
})

test('the drawing and the table of the areas keep to their order', () => {
  const rows = [...drawing.matchAll(/\["((?:\w+ · )+\w+)"\]/g)].map(([, names = '']) => names.split(' · '))
  expect(rows.toReversed().flat()).toEqual(areaOrder)
  const table = guide.slice(guide.indexOf('| Area | Holds |'), guide.indexOf('An area calls areas above it'))
  expect([...table.matchAll(/^\| (\w+) \|/gm)].map(([, name]) => name).filter((name) => name !== 'Area')).toEqual(
    areaOrder,
  )
})
