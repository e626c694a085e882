// `npm run check`: types, lint and imports, side by side.
import { run } from './run.ts'

const checks = [
  ['types', 'tsc', '-p', 'tsconfig.json'],
  ['types of the web', 'tsc', '-p', 'web/tsconfig.json'],
  ['types of journeys and benches', 'tsc', '-p', 'e2e/tsconfig.json'],
  ['lint and format', 'biome', 'check', '--error-on-warnings', '.'],
  ['imports', 'node', 'scripts/check-imports.ts'],
] as const

const codes = await Promise.all(checks.map(([, command, ...args]) => run(command, args)))
const failed = checks.filter((_, index) => codes[index] !== 0).map(([name]) => name)
if (failed.length) {
  console.error(`check failed: ${failed.join(', ')}`)
  process.exit(1)
}
