// `npm run check`: types, lint and imports, side by side.
import { run } from './run.ts'

/**
 * What the compiler found is kept, so that the next run checks only what changed and what that affects. One checker each:
 * with three compilers at once more would only repeat one another's work.
 */
const types = (project: string, name: string) =>
  [
    ...['tsc', '-p', project, '--checkers', '1'],
    ...['--incremental', '--tsBuildInfoFile', `node_modules/.cache/types/${name}.tsbuildinfo`],
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
