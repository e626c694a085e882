// `npm run check`: types, lint and imports, in parallel.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.ts'

/** Identifies the installed packages: build info from other packages would repeat errors that are already fixed. */
const lock = join(root, 'node_modules/.package-lock.json')
const packages = createHash('sha256')
  .update(existsSync(lock) ? readFileSync(lock) : '')
  .digest('hex')
  .slice(0, 12)

/**
 * Checks a project incrementally: only changed files and those they affect. One checker per project: with three compilers
 * in parallel, more would only duplicate work.
 */
const types = (project: string, name: string) =>
  [
    ...['tsc', '-p', project, '--checkers', '1'],
    ...['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types/${packages}/${name}.tsbuildinfo`],
  ] as const

const checks = [
  ['types', ...types('tsconfig.json', 'all')],
  ['types of the web', ...types('web/tsconfig.json', 'web')],
  ['types of journeys and benches', ...types('e2e/tsconfig.json', 'e2e')],
  ['lint and format', 'biome', 'check', '--error-on-warnings', '.'],
  ['imports', 'node', 'scripts/check-imports.ts'],
] as const

const codes = await Promise.all(checks.map(([, command, ...args]) => run(command, args)))
const failed = checks.filter((_, index) => codes[index] !== 0).map(([name]) => name)
if (failed.length) {
  console.error(`check failed: ${failed.join(', ')}`)
  process.exit(1)
}
