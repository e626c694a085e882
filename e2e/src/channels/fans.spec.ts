import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { fanTag } from '@zhanggui/contract/wechat/fan-tag.ts'
import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { writePush } from '../../../server/src/platform/outside/wechat/fake/push.ts'
import { signInAs } from '../buyers/phone.ts'
import { buyOnPhone, openPhone } from '../buyers/storefront.ts'
import { sellable } from '../catalogue/sellable.ts'
import { expect, test } from '../shop/journey.ts'
import type { Shop } from '../shop/shop.ts'
import { simulated } from './wechat.ts'

/** Somebody scans a code of the official account and follows it: WeChat knows it first, then tells the shop. */
async function follow(shop: Shop, openid: string, scene: string): Promise<void> {
  const config = await fetch(shop.url + frontSignIn.config.path)
  const { wechatAuthorize } = (await config.json()) as { wechatAuthorize: string }
  const played = new URL('/__fake__/fans', wechatAuthorize)
  await fetch(played, { method: 'POST', body: JSON.stringify({ openid, qrScene: scene }) })
  const now = new Date()
  const event = { MsgType: 'event', Event: 'subscribe', EventKey: `qrscene_${scene}`, Ticket: 'journey' }
  const fields = { ToUserName: 'gh_demo', FromUserName: openid, CreateTime: Math.floor(now.getTime() / 1000), ...event }
  const { query, payload } = writePush(fields, { ...simulated, mode: 'sealed' }, now)
  const heard = await fetch(`${shop.url}/api/callback/wechat/public?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: payload,
  })
  expect(heard.status).toBe(200)
}

test('a fan who comes by a channel code is tagged, buys in the shop, and the figures of the code say so', async ({
  browser,
  shop,
  admin,
  ip,
  trouble,
  open,
}) => {
  const stamp = String(Date.now()).slice(-6)
  const [codeName, scene, tag, person] = [`店门口${stamp}`, `door-${stamp}`, `路过${stamp}`, `door-${stamp}`]
  const tagged = await admin.call<{ id: number }>('POST', fanTag.save.path, { name: tag })
  expect(tagged.status).toBe(200)

  const page = await open('/channel/wechat/qrcode', { as: 'admin' })
  await page.getByRole('button', { name: '新建渠道码' }).click()
  const dialog = page.getByRole('dialog', { name: '新建渠道码' })
  await dialog.getByRole('textbox', { name: '渠道码名称' }).fill(codeName)
  await dialog.getByRole('textbox', { name: '场景值' }).fill(scene)
  await dialog.getByRole('combobox', { name: '打上标签' }).click()
  await page.getByTitle(new RegExp(`^${tag}`)).click()
  await dialog.getByRole('button', { name: /^确\s?认$/ }).click()
  const row = page.getByRole('row').filter({ hasText: codeName })
  await expect(row).toContainText(tag)

  await follow(shop, `sim_${person}`, scene)
  const { body: codes } = await admin.call<{ list: { id: number }[] }>(
    'GET',
    `${channelCode.list.path}?keywords=${encodeURIComponent(codeName)}`,
  )
  const readFan = async () => {
    const path = `${wechatUser.list.path}?tagId=${tagged.body.id}`
    const { body } = await admin.call<{ list: { codeId: number; tagNames: string[]; subscribe: boolean }[] }>(
      'GET',
      path,
    )
    return body.list.map(({ codeId, tagNames, subscribe }) => [codeId, tagNames, subscribe])
  }
  await expect.poll(readFan).toEqual([[codes.list[0]?.id, [tag], true]])

  const { page: phone, end } = await openPhone(browser, shop, ip, trouble)
  const { id } = await sellable(shop)
  await phone.goto(`/h5/goods/${id}`)
  await buyOnPhone(phone, async () => {
    await signInAs(phone, person)
    return '13912345678'
  })
  await end()

  await page.reload()
  await row.getByRole('button', { name: '成效' }).click()
  const panel = page.getByRole('dialog', { name: `渠道码：${codeName}` })
  const facts = panel.getByText('扫码次数', { exact: true }).locator('..')
  await expect(facts).toContainText('扫码次数1新关注1（100%）仍在关注1成为客户1买过的客户1支付订单1')
})
