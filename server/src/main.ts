import { prepareShop } from './areas/staff/set-up/setup.service.ts'
import { startServer } from './start.ts'

await startServer(process.env, async (ctx) => {
  const setupToken = await prepareShop(ctx)
  return (address) =>
    setupToken
      ? [
          '店铺尚未初始化，请打开下面的地址，填写令牌（24 小时内有效）：',
          `${address}/setup`,
          `初始化令牌：${setupToken}`,
        ]
      : [`控制台已启动：${address}`]
})
