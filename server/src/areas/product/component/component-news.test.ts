import { expect, test } from 'vitest'
import { writePush } from '../../../platform/outside/wechat/fake/push.ts'
import { addComponent, openWechatShop, readComponent } from '../../../testing/component.ts'

test('what WeChat tells of its shop reaches the product: a refused audit, with its reason', async () => {
  const { shop, staff, draft, save } = await openWechatShop()
  await save('routine', { wechat_ma_token: 'miniToken01' })
  const added = await addComponent(staff, draft())
  const event = {
    ToUserName: 'gh_a',
    FromUserName: 'oPlatform',
    CreateTime: Math.ceil(shop.clock.now().getTime() / 1000) + 1,
    MsgType: 'event',
    Event: 'open_product_spu_audit',
    OpenProductSpuAudit: {
      out_product_id: String(added.productId),
      status: 3,
      spu_status: 0,
      reject_reason: '图片不清晰',
    },
  }
  const setting = { token: 'miniToken01', encodingAesKey: '', appid: '', mode: 'plain', isJson: true } as const
  const { query, payload } = writePush(event, setting, shop.clock.now())
  const url = `/api/callback/wechat/mini?${new URLSearchParams(query)}`
  const headers = { 'content-type': 'application/json' }
  expect((await shop.app.fastify.inject({ method: 'POST', url, headers, payload })).body).toBe('success')
  await shop.app.work()
  await expect.poll(async () => (await readComponent(staff, added)).draft).toMatchObject({ auditReason: '图片不清晰' })
})
