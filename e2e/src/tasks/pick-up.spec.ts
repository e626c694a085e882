import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { openMiniProgram, placeOrder } from '../../../scripts/mini-program.ts'
import { hire, makeRole } from '../shop/shop.ts'
import { expect, task } from './task.ts'
import { phoneOf } from './ways.ts'

// A second scan says when and by whom, on a phone too.
task('verify a pick-up', async ({ shop, admin, ip, begin }) => {
  const { body } = await admin.call<{ list: { id: number }[] }>(
    'GET',
    '/admin/system/store/list?status=1&page=1&limit=1',
  )
  const storeId = body.list[0]?.id ?? 0
  const buyer = await openMiniProgram(shop.url, 'task-pickup', ip)
  const { orderNo } = await placeOrder(buyer, { phone: phoneOf('4082'), storeId })
  await admin.call('POST', '/admin/store/order/paid', { orderNo, reason: '到店付款' })
  const { verifyCode } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  const rights = ['admin:system:order:list', 'admin:order:write:confirm', 'admin:order:write:update']
  const account = await hire(shop, admin, [await makeRole(admin, rights, '本门店')], ip, [storeId])
  const { body: hired } = await admin.call<{ list: { id: number }[] }>(
    'GET',
    `/api/users?blurry=${account.username}&page=1&limit=1`,
  )
  const clerk = { storeId, adminId: hired.list[0]?.id, staffName: '沈小满', verifyStatus: true }
  expect((await admin.call('POST', '/admin/system/store/staff/save', clerk)).status).toBe(200)

  const hands = await begin(account)
  const { page } = hands
  await hands.click(page.getByRole('main').getByRole('link', { name: /核销台/ }))
  await hands.wait(page.getByRole('heading', { name: '核销台', level: 1 }))
  await hands.type(verifyCode)
  await hands.wait(page.getByRole('region', { name: `订单 ${orderNo}` }).getByText('待核销'))
  await hands.click(page.getByRole('button', { name: '核销', exact: true }))
  await hands.wait(page.getByRole('status').filter({ hasText: '核销成功' }))
  await expect(page.getByRole('region', { name: '今天的核销' })).toContainText('今天核销 1 单')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('textbox', { name: '核销码' }).fill(verifyCode)
  await expect(page.getByRole('alert')).toHaveText(/^该订单已核销（\d{4}-\d\d-\d\d \d\d:\d\d:\d\d 沈小满）$/)
  await expect(page.getByRole('button', { name: '核销', exact: true })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})
