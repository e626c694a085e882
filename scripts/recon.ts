// `npm run recon`: whether money, points, orders, stock and kept numbers of a shop add up; says what does not, and changes nothing.
import { readConfig } from '../server/src/config.ts'
import { reconcileShop } from '../server/src/recon-command.ts'
import { runCommand } from './run-command.ts'

await runCommand(async () => {
  const found = await reconcileShop(readConfig(process.env))
  if (!found.length) return '对账完成：没有差异。'
  process.exitCode = 1
  return [
    `对账完成：${found.length} 处差异。`,
    ...found.map(
      ({ equation, what, object, expected, found: is }) =>
        `${equation} ${what}：${object} 应为 ${expected}，实为 ${is}`,
    ),
  ].join('\n')
})
