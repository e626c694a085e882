// `npm run seed -- --products 10000 --customers 1000000 --orders 5000000 --coupon-copies 1000000 --teams 100000 --sessions 200000`: bulk
// data for work on scale; the same `--random-seed` repeats the same data, but for the dates of orders, which end now.
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../server/src/config.ts'
import { seed } from '../server/src/seed-command.ts'
import { runCommand } from './run-command.ts'

const MAX = 10_000_000
/** With teams or sessions: nobody is twice in one. */
const FEWEST_BUYERS = 40

await runCommand(async () => {
  const option = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      products: option,
      customers: option,
      orders: option,
      'coupon-copies': option,
      teams: option,
      sessions: option,
      'random-seed': option,
    },
  })
  const products = Number(values.products ?? 10_000)
  const orders = Number(values.orders ?? 0)
  const copies = Number(values['coupon-copies'] ?? 0)
  const [teams, sessions] = [Number(values.teams ?? 0), Number(values.sessions ?? 0)]
  const customers = Number(values.customers ?? usualCustomers({ orders, copies, teams, sessions }))
  const randomSeed = Number(values['random-seed'] ?? 1)
  const isCount = (value: number, least: number) => Number.isInteger(value) && value >= least && value <= MAX
  const fewest = Math.max(orders && 1, Math.ceil(copies / 10_000), teams + sessions && FEWEST_BUYERS)
  const isTrade = [orders, copies, teams, sessions].every((each) => isCount(each, 0)) && isCount(customers, fewest)
  if (!isCount(products, 1) || !isTrade || !Number.isInteger(randomSeed))
    throw new ConfigError(
      `用法：npm run seed -- --products 商品数（1 到 ${MAX}） --customers 顾客数 --orders 订单数 --coupon-copies 领取的优惠券数 --teams 团数 --sessions 砍价数（0 到 ${MAX}，有订单就要有顾客，每 10000 张券至少 1 个顾客，有团或砍价至少 ${FEWEST_BUYERS} 个） --random-seed 整数`,
    )
  const started = Date.now()
  const plan = { products, customers, orders, copies, teams, sessions, randomSeed }
  await seed(readConfig(process.env), plan, (line) => console.log(line))
  const seconds = Math.round((Date.now() - started) / 1000)
  return `完成：${products} 个商品、${customers} 个顾客、${orders} 个订单、${copies} 张领取的优惠券、${teams} 个团、${sessions} 个砍价，用时 ${seconds} 秒。现在可以启动服务器。`
})

/** A team has some five orders, a session some ten cuts. */
function usualCustomers({
  orders,
  copies,
  teams,
  sessions,
}: Record<'orders' | 'copies' | 'teams' | 'sessions', number>) {
  const few = teams + sessions ? FEWEST_BUYERS : 0
  return Math.max(few, Math.ceil(Math.max(orders + 5 * teams, copies, sessions) / 5))
}
