// `npm run seed -- --products 1000000`: bulk data for work on scale; the same `--random-seed` repeats the same data.
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../server/src/config.ts'
import { seed } from '../server/src/seed-command.ts'
import { runCommand } from './run-command.ts'

const MAX_PRODUCTS = 10_000_000

await runCommand(async () => {
  const { values } = parseArgs({ options: { products: { type: 'string' }, 'random-seed': { type: 'string' } } })
  const products = Number(values.products ?? 10_000)
  const randomSeed = Number(values['random-seed'] ?? 1)
  if (!Number.isInteger(products) || products < 1 || products > MAX_PRODUCTS || !Number.isInteger(randomSeed))
    throw new ConfigError(`用法：npm run seed -- --products 商品数（1 到 ${MAX_PRODUCTS}） --random-seed 整数`)
  const started = Date.now()
  await seed(readConfig(process.env), { products, randomSeed }, (line) => console.log(line))
  return `完成：${products} 个商品，用时 ${Math.round((Date.now() - started) / 1000)} 秒。现在可以启动服务器。`
})
