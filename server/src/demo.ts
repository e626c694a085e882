import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoStaff } from './areas/system/demo.service.ts'
import { prepareDemo } from './areas/system/setup.service.ts'
import { startServer } from './start.ts'

/** The demo shop has a folder of its own, beside the shop's. */
const env = { ...process.env, ZHANGGUI_DATA: process.env.ZHANGGUI_DATA || './data-demo' }

await startServer(env, async (ctx, { dataFolder }) => {
  const password = await demoPassword(dataFolder)
  const admin = await prepareDemo(ctx, password)
  const names = [{ username: admin, nickName: '店主' }, ...demoStaff]
  return (address) => [
    `演示店铺已启动：${address}`,
    `登录名：${names.map(({ username, nickName }) => `${username}（${nickName}）`).join('、')}`,
    `密码都是：${password}`,
  ]
})

/** Made at the first start, the same ever after: no password stands in the product. */
async function demoPassword(folder: string): Promise<string> {
  const file = join(folder, 'demo-password')
  const fresh = `Demo-${randomBytes(6).toString('base64url')}-1a`
  await writeFile(file, fresh, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readFile(file, 'utf8')
}
