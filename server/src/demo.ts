import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from './platform/http/context.ts'
import { startServer } from './start.ts'

/** The demo shop has its own data folder, and outside production a WeChat and money of its own. */
const env = {
  ZHANGGUI_DEMO: '1',
  WECHAT_MODE: process.env.NODE_ENV === 'production' ? 'real' : 'fake',
  ...process.env,
  ZHANGGUI_DATA: process.env.ZHANGGUI_DATA || './data-demo',
}

await startServer(env, async (ctx, { dataFolder }, say) => {
  // Read with the rest of the server, while its database starts.
  const { prepareDemo } = await import('./areas/staff/set-up/setup.service.ts')
  const { simPay } = await import('@zhanggui/contract/payment/front-pay.ts')
  const { frontSignIn } = await import('@zhanggui/contract/user/front-sign-in.ts')
  const { demoStaff } = await import('./areas/staff/set-up/demo.service.ts')
  const { password, isFirst } = await demoPassword(dataFolder)
  if (isFirst) say('正在准备演示店铺（三百多件商品和图片），第一次约需半分钟…')
  const admin = await prepareDemo(ctx, password)
  const names = [{ username: admin, nickName: '店主' }, ...demoStaff]
  const buyers = env.WECHAT_MODE === 'fake' ? await listBuyers(ctx) : []
  return (address) => [
    `演示店铺已启动：${address}`,
    `买家的商城：${address}/h5`,
    `登录名：${names.map(({ username, nickName }) => `${username}（${nickName}）`).join('、')}`,
    `密码都是：${password}`,
    ...(buyers.length
      ? [`买家登录：POST ${address}${frontSignIn.program.path} ${buyers.map(describeBuyer).join('、')}`]
      : []),
    `模拟支付页：${address}${simPay.page.path.replace(':outTradeNo', '支付单号')}`,
  ]
})

async function listBuyers(ctx: Ctx) {
  const { listDemoBuyers } = await import('./areas/user/demo/user.demo.ts')
  return listDemoBuyers(ctx)
}

function describeBuyer({ nickname, code }: { nickname: string; code: string }): string {
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
