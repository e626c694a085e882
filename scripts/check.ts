// `npm run check`: types, lint, imports and what sources must not hold, in parallel. What has not changed since it passed is not
// looked at again, unless asked by `-- --all`.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  changedPaths,
  hashOf,
  type Inputs,
  lintInputs,
  openPassed,
  readByCompiler,
  readFiles,
  typeInputs,
} from './gate/passed.ts'
import { root, run } from './run.ts'

type Step = {
  name: string
  /** What it looks at, by the last time it ran; undefined when nobody knows. */
  inputs: () => Inputs | undefined
  /** @param changed since it passed; none when nobody knows. @returns the exit code */
  work: (changed: readonly string[]) => Promise<number>
}

const typesFolder = 'node_modules/.cache/types'
const passedFile = join(root, 'node_modules/.cache/check.json')
/** With more files the linter looks at everything: a command's length is limited. */
const MAX_LINTED = 400

if (process.argv.includes('--all'))
  for (const path of [join(root, typesFolder), passedFile]) rmSync(path, { recursive: true, force: true })

/** Identifies the installed packages: build info from other packages would repeat errors that are already fixed. */
const lock = join(root, 'node_modules/.package-lock.json')
const packages = hashOf(existsSync(lock) ? readFileSync(lock) : '')
// Read before the steps start: what changes while they run is different the next time.
const files = readFiles(root)

/**
 * Checks a project incrementally: only changed files and those they affect. One checker per project: with three compilers
 * in parallel, more would only duplicate work.
 */
function types(name: string, project: string, short: string): Step {
  const buildInfo = `${typesFolder}/${packages}/${short}.tsbuildinfo`
  return {
    name,
    inputs() {
      const read = files && readByCompiler(root, buildInfo)
      return read && typeInputs(files, read, packages)
    },
    // Collecting garbage less often saves the compiler a seventh of its time, for half as much memory again.
    work: () =>
      run('tsc', ['-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', buildInfo], { GOGC: '300' }),
  }
}

const steps: Step[] = [
  types('types', 'tsconfig.json', 'all'),
  types('types of the page kit', 'page-kit/tsconfig.json', 'page-kit'),
  types('types of the web', 'web/tsconfig.json', 'web'),
  types('types of the storefront', 'h5/tsconfig.json', 'h5'),
  types('types of journeys and benches', 'e2e/tsconfig.json', 'e2e'),
  {
    name: 'lint and format',
    inputs: () => files && lintInputs(files, packages),
    async work(changed) {
      const there = changed.filter((path) => files?.has(path))
      if (changed.length && !there.length) return 0
      const paths = there.length && there.length <= MAX_LINTED ? there : ['.']
      return run('biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...paths])
    },
  },
  { name: 'imports', inputs: () => files, work: () => run('node', ['scripts/check-imports.ts']) },
  { name: 'sources', inputs: () => files, work: () => run('node', ['scripts/check-sources.ts']) },
]

const passed = openPassed(passedFile)
const failed: string[] = []
const news = new Map<string, Inputs>()
await Promise.all(
  steps.map(async ({ name, inputs, work }) => {
    const before = passed.of(name)
    const now = inputs()
    const changed = now ? changedPaths(before, now) : []
    if (now && !changed.length) return
    if ((await work(changed)) !== 0) return failed.push(name)
    const seen = inputs()
    if (seen) news.set(name, seen)
  }),
)
passed.save(news)
if (failed.length) {
  console.error(`check failed: ${failed.join(', ')}`)
  process.exit(1)
}
