// `npm run rollup -- --from 2026-01-01`: makes the figures of hours and days since a day anew, from orders, payments and refunds.
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/config.ts'
import { rebuildFigures } from '../server/src/rollup-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const { from } = parseArgs({ options: { from: { type: 'string' } } }).values
  if (!from || !/^\d{4}-\d{2}-\d{2}$/.test(from)) {
    process.exitCode = 1
    return '请指定从哪一天开始：npm run rollup -- --from 2026-01-01'
  }
  return `统计已重算：${await rebuildFigures(readConfig(process.env), from)} 天。`
})
