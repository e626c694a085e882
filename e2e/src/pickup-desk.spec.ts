import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { openMiniProgram, placeOrder } from '../../scripts/mini-program.ts'
import { expect, test } from './journey.ts'
import { hire, makeRole } from './shop.ts'

test('TR-32 1.9 a clerk at 390 px verifies a pick-up by its code, and a second scan says when and by whom', async ({
  shop,
  open,
  admin,
  ip,
}) => {
  const { body } = await admin.call<{ list: { id: number }[] }>(
    'GET',
    '/admin/system/store/list?status=1&page=1&limit=1',
  )
  const storeId = body.list[0]?.id ?? 0
  const buyer = await openMiniProgram(shop.url, 'journey-pickup', ip)
  const { orderNo } = await placeOrder(buyer, { phone: `138${String(Date.now()).slice(-8)}`, storeId })
  await admin.call('POST', '/admin/store/order/paid', { orderNo, reason: '到店付款' })
  const { verifyCode } = await buyer.call(frontOrder.detail, { params: { orderNo } })

  const rights = ['admin:system:order:list', 'admin:order:write:confirm', 'admin:order:write:update']
  const account = await hire(shop, admin, [await makeRole(admin, rights, '本门店')], ip, [storeId])
  const { body: found } = await admin.call<{ list: { id: number }[] }>(
    'GET',
    `/api/users?blurry=${account.username}&page=1&limit=1`,
  )
  const staff = { storeId, adminId: found.list[0]?.id, staffName: '沈小满', verifyStatus: true }
  expect((await admin.call('POST', '/admin/system/store/staff/save', staff)).status).toBe(200)

  const desk = await open('/store/verify', { as: account, width: 390, height: 844 })
  const field = desk.getByRole('textbox', { name: '核销码' })
  await field.fill(verifyCode)
  const card = desk.getByRole('region', { name: `订单 ${orderNo}` })
  await expect(card).toContainText('待核销')
  await desk.getByRole('button', { name: '核销', exact: true }).click()
  await expect(desk.getByRole('status')).toContainText('核销成功')
  await expect(desk.getByRole('region', { name: '今天的核销' })).toContainText('今天核销 1 单')

  await field.fill(verifyCode)
  await expect(desk.getByRole('alert')).toHaveText(/^该订单已核销（\d{4}-\d\d-\d\d \d\d:\d\d:\d\d 沈小满）$/)
  await expect(desk.getByRole('button', { name: '核销', exact: true })).toBeHidden()
})
