import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { openMiniProgram, payOnPage } from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'

test('an order for a customer on the phone, with a discount: composed, sent, and paid by the customer', async ({
  shop,
  open,
  ip,
}) => {
  const name = `journey-phone-${String(Date.now()).slice(-6)}`
  const buyer = await openMiniProgram(shop.url, name, ip)
  const desk = await open('/order/draft', { as: 'admin' })
  await desk.getByRole('button', { name: '代客下单', exact: true }).first().click()
  await expect(desk.getByRole('heading', { name: '新建代客订单' })).toBeVisible()

  await desk.getByRole('combobox', { name: '客户' }).fill(name)
  await desk.getByTitle(new RegExp(name)).click()
  await desk.getByRole('button', { name: '选择商品' }).click()
  const picker = desk.getByRole('dialog', { name: '商品列表' })
  await picker
    .getByRole('checkbox', { name: /^选择 / })
    .first()
    .click()
  // A product of several SKUs asks which.
  await picker.locator('.ant-table-expanded-row').getByRole('checkbox').first().check()
  await picker.getByRole('button', { name: /确\s*认|确\s*定/ }).click()
  const region = (title: string) => desk.getByRole('region', { name: title })
  await expect(region('客户')).toContainText('余额')

  const paste = desk.getByRole('textbox', { name: '粘贴整段地址自动识别' })
  await paste.fill('林知夏 13812346021 北京市东城区东华门街道南池子大街 1 号')
  await expect(desk.getByText('已填入，请核对')).toBeVisible()
  const sums = region('金额')
  await sums.getByText('减百分比').click()
  await sums.getByRole('spinbutton', { name: '减百分之几' }).fill('10')
  await sums.getByRole('button', { name: '老客优惠' }).click()
  await expect(sums.getByText('比售价少收 10%')).toBeVisible()

  await desk.getByRole('button', { name: '发给客户付款' }).click()
  const sent = desk.getByRole('dialog', { name: '发给客户付款' })
  await expect(sent).toContainText(/订单 \d{20} 等待付款/)
  await sent.getByRole('button', { name: '关闭' }).click()
  const row = desk.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('待付款')

  const { list } = await buyer.call(frontOrder.list, { query: { page: 1, limit: 5 } })
  const orderNo = list[0]?.orderNo ?? ''
  await payOnPage(buyer, orderNo)
  await desk.getByRole('button', { name: '刷新' }).click()
  await expect(row).toContainText('已付款')
})
