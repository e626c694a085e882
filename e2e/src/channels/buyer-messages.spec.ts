import { buyerMessage } from '@zhanggui/contract/wechat/buyer-message.ts'
import { notifyOutbox } from '@zhanggui/contract/wechat/notify-outbox.ts'
import { phoneOfName } from '../../../server/src/platform/outside/wechat/fake/mini.ts'
import { signInAs } from '../buyers/phone.ts'
import { buyOnPhone, openPhone } from '../buyers/storefront.ts'
import { sellable } from '../catalogue/sellable.ts'
import { expect, test } from '../shop/journey.ts'

test('a buyer pays and is told once, by the next channel when the first refuses, and in the shop; staff see what became of each', async ({
  browser,
  shop,
  admin,
  ip,
  trouble,
  open,
}) => {
  // At night an SMS would wait for the morning.
  const { body: rules } = await admin.call<{ list: { id: number; mark: string }[] }>('GET', buyerMessage.list.path)
  const ruleId = rules.list.find(({ mark }) => mark === 'paySuccess')?.id
  const awake = { id: ruleId, detailType: 'inner', quietFrom: '', quietTo: '' }
  expect((await admin.call('POST', buyerMessage.update.path, awake)).status).toBe(200)

  const name = `told-${Date.now()}`
  const { page: phone, end } = await openPhone(browser, shop, ip, trouble)
  const { id } = await sellable(shop)
  await phone.goto(`/h5/goods/${id}`)
  await buyOnPhone(phone, async () => {
    await signInAs(phone, name)
    return '13912345678'
  })

  type Row = { channel: string; status: number }
  const read = async () => {
    const { body } = await admin.call<{ list: Row[] }>(
      'GET',
      `${notifyOutbox.list.path}?keywords=${phoneOfName(name)}&mark=paySuccess`,
    )
    return body.list
  }
  // Nobody in the mini-program has agreed to messages yet, so it is not the one by which the buyer is told.
  await expect
    .poll(async () => (await read()).map(({ channel, status }) => `${channel} ${status}`))
    .toEqual(expect.arrayContaining(['inner 1', 'routine 4']))
  const arrived = async () => (await read()).filter(({ channel, status }) => channel !== 'inner' && status === 1)
  await expect.poll(async () => (await arrived()).length).toBe(1)

  const page = await open('/system/notification?tab=log', { as: 'admin' })
  const skipped = page.getByRole('row').filter({ hasText: '支付成功' }).filter({ hasText: '小程序' }).first()
  await expect(skipped).toContainText('已跳过')
  await expect(skipped).toContainText('未授权')

  await phone.goto('/h5/messages')
  await expect(phone.getByText('支付成功').first()).toBeVisible()
  await end()
})
