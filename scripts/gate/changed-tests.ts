import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { areaOrder } from '../check-imports.ts'
import { importsOf, readSources } from '../read-imports.ts'

export type Dependency = { file: string; target: string }

/** The paths that differ from where the branch left main, those not committed or not added yet included. */
export function changedSinceMain(root: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const paths = (text: string) => text.split('\0').filter(Boolean)
  const main = ['main', 'origin/main'].find((name) => {
    try {
      return git('rev-parse', '--verify', '--quiet', name)
    } catch {
      return undefined
    }
  })
  const base = main ? git('merge-base', 'HEAD', main).trim() : 'HEAD'
  return [
    ...paths(git('diff', '--name-only', '--no-renames', '-z', base)),
    ...paths(git('ls-files', '--others', '--exclude-standard', '-z')),
  ]
}

/** What each source file imports of the repository when it runs. */
export function readDependencies(root: string): { sources: string[]; dependencies: Dependency[] } {
  const files = readSources(root)
  const known = new Set(files.map(({ path }) => path))
  const exists = (path: string) => known.has(path) || existsSync(join(root, path))
  const dependencies = files
    .flatMap((source) => importsOf(source, exists))
    .flatMap(({ file, target, typeOnly }) => (target && !typeOnly ? [{ file, target }] : []))
  return { sources: files.map(({ path }) => path), dependencies }
}

/**
 * The tests that changes may break, those first that would fail soonest: changed tests, tests of changed objects, of their
 * areas, the rest. A test may break when it imports what changed, through however many files. Tests of the server start all of it,
 * so they count from the area of the change on, as no earlier area calls it. Tests of the repository itself are quick and always count.
 * @param sources all source files, tests included
 * @returns the tests by rank, 0 first
 */
export function testsOf(
  changed: readonly string[],
  sources: readonly string[],
  dependencies: readonly Dependency[],
): Map<string, number> {
  const importers = Map.groupBy(dependencies, ({ target }) => target)
  const ranks = new Map<string, number>()
  if (!changed.length) return ranks
  const tests = sources.filter((path) => /^(?!e2e\/).*\.test\.tsx?$/.test(path))
  const add = (test: string, rank: number) => ranks.set(test, Math.min(rank, ranks.get(test) ?? rank))
  for (const path of changed) {
    const reached = reach(path, importers)
    for (const test of tests) {
      if (!isFor(path, test) && !(reached.has(test) && mayCall(test, path))) continue
      add(test, rankOf(test, path))
    }
  }
  return ranks
}

function reach(path: string, importers: ReadonlyMap<string, readonly Dependency[]>): Set<string> {
  const reached = new Set([path])
  for (const each of reached) for (const { file } of importers.get(each) ?? []) reached.add(file)
  return reached
}

/** Tests that read what nobody imports: documents, settings of tools, migrations. */
function isFor(path: string, test: string): boolean {
  if (test.startsWith('scripts/')) return true
  if (path.startsWith('server/migrations/')) return test.startsWith('server/')
  return /(^|\/)(package(-lock)?\.json|vite(st)?\.config\.ts)$/.test(path) && test.startsWith(folderOf(path))
}

function mayCall(test: string, path: string): boolean {
  if (!test.startsWith('server/')) return true
  const [own, other] = [areaOrder.indexOf(partOf(test)), areaOrder.indexOf(partOf(path))]
  return own < 0 || other < 0 || own >= other
}

function rankOf(test: string, path: string): number {
  if (test === path) return 0
  const isSameArea = partOf(test) === partOf(path)
  if (isSameArea && (objectOf(test) === objectOf(path) || folderOf(test) === folderOf(path))) return 1
  return isSameArea ? 2 : 3
}

/** The area of a file, the same in all packages; outside of areas the part of its package, such as `web/src/kit`. */
function partOf(path: string): string {
  const [, area = ''] = /^(?:(?:server|web)\/src\/areas|contract\/src|domain\/src)\/([^/]+)\//.exec(path) ?? []
  return areaOrder.includes(area) ? area : path.split('/').slice(0, 3).join('/')
}

/** `brand` for `brand.service.ts` and `brand.test.ts`. */
function objectOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).split('.', 1)[0] ?? ''
}

/** With the slash at its end; '' for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
