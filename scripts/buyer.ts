// `npm run buyer -- --orders 20`: buyers who buy in a running demo shop, as mini-programs do. Of ten orders one is cancelled,
// one waits for its money, and the others are paid on the simulated page.
import { parseArgs } from 'node:util'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import {
  checkOut,
  chooseAddress,
  fillCart,
  type MiniProgram,
  openMiniProgram,
  payOnPage,
  Refusal,
} from './mini-program.ts'

const MAX = 10_000
/** Each has at most twenty orders that wait for money. */
const BUYERS = 12

const option = { type: 'string' } as const
const { values } = parseArgs({ options: { orders: option, url: option } })
const orders = Number(values.orders ?? 20)
const url = (values.url ?? `http://localhost:${process.env.PORT || 8080}`).replace(/\/$/, '')
if (!Number.isInteger(orders) || orders < 1 || orders > MAX || !URL.canParse(url)) {
  console.error(`用法：npm run buyer -- --orders 订单数（1 到 ${MAX}） --url 店铺地址（默认 http://localhost:8080）`)
  process.exit(1)
}

try {
  process.exitCode = await play()
} catch (error) {
  console.error(error instanceof TypeError ? `无法连接 ${url}：请先运行 npm run demo` : (error as Error).message)
  process.exitCode = 1
}

async function play(): Promise<number> {
  const buyers: MiniProgram[] = []
  const done = { paid: 0, waiting: 0, cancelled: 0, refused: 0 }
  const words = { paid: '已支付', waiting: '待付款', cancelled: '已取消', refused: '未成交' }
  for (let n = 0; n < orders; n++) {
    const place = n % BUYERS
    buyers[place] ??= await patiently(() => openMiniProgram(url, `buyer-${place + 1}`))
    const buyer = buyers[place]
    const outcome = n % 10 === 4 ? 'cancelled' : n % 10 === 8 ? 'waiting' : 'paid'
    try {
      const { orderNo, payFee } = await patiently(() => buyOne(buyer, n, outcome))
      done[outcome]++
      console.log(`${n + 1}/${orders} ${buyer.nickname} ${orderNo} ¥${payFee.toFixed(2)} ${words[outcome]}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      done.refused++
      console.log(`${n + 1}/${orders} ${buyer.nickname} ${words.refused}：${error.message}`)
    }
  }
  const sums = Object.entries(done).map(([kind, count]) => `${words[kind as keyof typeof words]} ${count}`)
  console.log(`完成：${sums.join('，')}`)
  return done.refused === orders ? 1 : 0
}

async function buyOne(buyer: MiniProgram, n: number, outcome: 'paid' | 'waiting' | 'cancelled') {
  const line = await fillCart(buyer, (count) => (n * 7) % count, 1 + (n % 2))
  const addressId = await chooseAddress(buyer, `139000${String(10_000 + (n % BUYERS))}`)
  const made = await checkOut(buyer, [line], { addressId }, n % 4 ? '' : '请尽快发货')
  if (outcome === 'paid' && !made.paid) await payOnPage(buyer, made.orderNo)
  if (outcome === 'cancelled' && !made.paid) await buyer.call(frontOrder.cancel, { body: { orderNo: made.orderNo } })
  return made
}

/** Waits and tries again where calls are limited. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal && error.status === 429)) throw error
      console.log('请求过多，稍后再试…')
      await new Promise((resolve) => setTimeout(resolve, 15_000))
    }
}
