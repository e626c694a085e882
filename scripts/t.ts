// `npm run t -- brand`: the tests whose path contains the word; `-- --changed`: those that changes since main may break, those first
// that would fail soonest.

import { changedSinceMain, readDependencies, testsOf } from './gate/changed-tests.ts'
import { root, run } from './run.ts'

const args = process.argv.slice(2)
if (!args.includes('--changed')) process.exit(await run('vitest', ['run', ...args]))

const changed = changedSinceMain(root)
const { sources, dependencies } = readDependencies(root)
const ranks = testsOf(changed, sources, dependencies)
console.log(`${changed.length} files differ from main, ${ranks.size} files of tests may notice`)
if (!ranks.size) process.exit(0)
const rest = args.filter((arg) => arg !== '--changed')
process.exit(await run('vitest', ['run', ...rest, ...ranks.keys()], { TEST_RANKS: JSON.stringify([...ranks]) }))
