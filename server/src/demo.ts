import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simPay } from '@zhanggui/contract/order/front-pay.ts'
import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { demoStaff } from './areas/staff/set-up/demo.service.ts'
import { prepareDemo } from './areas/staff/set-up/setup.service.ts'
import { listDemoBuyers } from './areas/user/demo/user.demo.ts'
import { startServer } from './start.ts'

/** The demo shop has its own data folder, and outside production a WeChat of its own. */
const env = {
  WECHAT_MODE: process.env.NODE_ENV === 'production' ? 'real' : 'fake',
  ...process.env,
  ZHANGGUI_DATA: process.env.ZHANGGUI_DATA || './data-demo',
}

await startServer(env, async (ctx, { dataFolder }, say) => {
  const { password, isFirst } = await demoPassword(dataFolder)
  if (isFirst) say('正在准备演示店铺（三百多件商品和图片），第一次约需半分钟…')
  const admin = await prepareDemo(ctx, password)
  const names = [{ username: admin, nickName: '店主' }, ...demoStaff]
  const buyers = env.WECHAT_MODE === 'fake' ? await listDemoBuyers(ctx) : []
  return (address) => [
    `演示店铺已启动：${address}`,
    `登录名：${names.map(({ username, nickName }) => `${username}（${nickName}）`).join('、')}`,
    `密码都是：${password}`,
    ...(buyers.length
      ? [`买家登录：POST ${address}${frontSignIn.program.path} ${buyers.map(signInOf).join('、')}`]
      : []),
    `模拟支付页：${address}${simPay.page.path.replace(':outTradeNo', '支付单号')}`,
  ]
})

function signInOf({ nickname, code }: { nickname: string; code: string }): string {
  return `{"code":"${code}"}（${nickname}）`
}

/** Generated at the first start and kept: the product contains no password. */
async function demoPassword(folder: string): Promise<{ password: string; isFirst: boolean }> {
  const file = join(folder, 'demo-password')
  const fresh = `Demo-${randomBytes(6).toString('base64url')}-1a`
  const isFirst = await writeFile(file, fresh, { flag: 'wx', mode: 0o600 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )
  return { password: await readFile(file, 'utf8'), isFirst }
}
