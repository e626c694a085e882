import { prepareShop } from './areas/staff/set-up/setup.service.ts'
import { startServer } from './start.ts'

await startServer(process.env, async (ctx) => {
  const setupToken = await prepareShop(ctx)
  return (address) =>
    setupToken ? [`setup token: ${setupToken}`, `请打开 ${address}/setup 初始化店铺`] : [`控制台已启动：${address}`]
})
