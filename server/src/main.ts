import { startServer } from './start.ts'

await startServer(process.env, async (ctx) => {
  // Read with the rest of the server, while its database starts.
  const { prepareShop } = await import('./areas/staff/set-up/setup.service.ts')
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
