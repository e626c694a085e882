import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { checkOut, enterAddress, fillCart, openMiniProgram, payOnPage } from '../../../scripts/mini-program.ts'
import { makePaidOrders } from '../orders/orders.ts'
import { expect, task } from './task.ts'
import { found, offered, paidOrder, phoneOf, search, skusOf, walk } from './ways.ts'

task('find an order by the end of a phone number', async ({ admin, begin }) => {
  const { orderNo } = await paidOrder(admin, phoneOf('4071'), [20])
  const hands = await begin()
  await search(hands, '4071')
  await hands.click(found(hands, '订单', orderNo))
  await hands.wait(hands.page.getByRole('heading', { name: '待发货', level: 1 }))
})

task('ship an order', async ({ admin, begin }) => {
  const { orderNo } = await paidOrder(admin, phoneOf('4072'), [21])
  const hands = await begin('warehouse')
  const { page } = hands
  await search(hands, '4072')
  await hands.click(offered(hands, '发货', orderNo))
  const dialog = page.getByRole('dialog', { name: /^发货/ })
  await hands.wait(dialog.getByRole('button', { name: '发货 1 件' }))
  const number = `SF${String(Date.now()).slice(-9)}0001`
  await hands.type(number)
  await hands.press('Enter')
  await hands.wait(page.getByRole('heading', { name: '待收货', level: 1 }))
  await expect(page.getByRole('listitem', { name: '包裹 1' })).toContainText(number)
  await expect(page.getByRole('listitem', { name: '包裹 1' })).toContainText('顺丰')
})

task('ship 50 orders, each with its number', async ({ shop, ip, begin }) => {
  const orders = await makePaidOrders(shop, [...Array(50).keys()], ip)
  const stamp = String(Date.now()).slice(-6)
  const numbers = orders.map(({ orderNo }, at) => `${orderNo} 顺丰 SF${stamp}${2_000_000 + at}`)
  const hands = await begin('warehouse')
  const { page } = hands
  await walk(hands, '订单', '批量发货')
  await hands.type(numbers.join('\n'))
  await hands.click(page.getByRole('button', { name: '核对 50 行' }))
  await hands.wait(page.getByRole('button', { name: '确认发货 50 单' }))
  await hands.click(page.getByRole('button', { name: '确认发货 50 单' }))
  await hands.wait(page.getByText('成功 50 行', { exact: true }).first())
})

// What the calculator said is what the detail keeps.
task('refund one of three items', async ({ shop, ip, begin }) => {
  const buyer = await openMiniProgram(shop.url, 'task-refund', ip)
  const cart = [await fillCart(buyer, () => 0), await fillCart(buyer, () => 7), await fillCart(buyer, () => 13)]
  const { orderNo } = await checkOut(buyer, cart, { addressId: await enterAddress(buyer, phoneOf('4073')) })
  await payOnPage(buyer, orderNo)
  const line = (await buyer.call(frontOrder.detail, { params: { orderNo } })).lines[1]
  if (!line) throw new Error('the order has no second line')
  const hands = await begin()
  const { page } = hands
  await search(hands, '4073')
  await hands.click(offered(hands, '退款', orderNo))
  const dialog = page.getByRole('dialog', { name: /^退款/ })
  const row = dialog.getByRole('listitem').filter({ hasText: line.storeName })
  await hands.wait(row)
  await hands.click(row.getByRole('button', { name: /^只退/ }))
  await hands.click(dialog.getByRole('button', { name: '少发漏发' }))
  const sum = line.payShare.toFixed(2)
  await hands.wait(dialog.getByRole('button', { name: `退款 ¥${sum}` }))
  await hands.click(dialog.getByRole('button', { name: `退款 ¥${sum}` }))
  await hands.wait(page.getByText('退款已发起'))
  await expect
    .poll(async () => (await buyer.call(frontOrder.detail, { params: { orderNo } })).refundPrice)
    .toBe(line.payShare)
  await expect(page.getByRole('region', { name: '金额' })).toContainText(`已退 ¥${sum}`)
})

task('order for a new customer, paid by a link', async ({ admin, begin }) => {
  const { body } = await admin.call<{ list: { id: number }[] }>(
    'GET',
    `/admin/store/product/list?type=1&keywords=${encodeURIComponent('明前龙井')}`,
  )
  const skus = await skusOf(admin, body.list[0]?.id ?? 0)
  const code = skus.find(({ stock, barCode }) => stock > 0 && barCode)?.barCode
  if (!code) throw new Error('no SKU has a bar code')
  const hands = await begin()
  const { page } = hands
  const phone = phoneOf('4074')
  await walk(hands, '订单', '代客下单')
  await hands.click(page.getByRole('button', { name: '代客下单', exact: true }).first())
  await hands.see(page.getByRole('heading', { name: '新建代客订单' }))
  await hands.type(code)
  await hands.press('Enter')
  await hands.wait(page.getByRole('spinbutton', { name: /的单价$/ }))
  await hands.fill(page.getByRole('combobox', { name: '客户' }), phone)
  await hands.press('Enter')
  const address = `林知夏 ${phone} 北京市东城区东华门街道南池子大街 1 号`
  await hands.fill(page.getByRole('textbox', { name: '粘贴整段地址自动识别' }), address)
  await hands.wait(page.getByText('已填入，请核对'))
  await hands.click(page.getByRole('button', { name: '发给客户付款' }))
  await hands.wait(page.getByRole('dialog', { name: '发给客户付款' }).getByText(/订单 \d{20} 等待付款/))
})

task('paste a new address', async ({ admin, begin }) => {
  const { orderNo } = await paidOrder(admin, phoneOf('4075'), [25])
  const hands = await begin()
  const { page } = hands
  await search(hands, '4075')
  await hands.click(found(hands, '订单', orderNo))
  await hands.wait(page.getByRole('heading', { name: '待发货', level: 1 }))
  await hands.click(page.getByRole('region', { name: '收货', exact: true }).getByRole('button', { name: '改地址' }))
  await hands.see(page.getByRole('dialog').getByRole('textbox', { name: '粘贴整段地址自动识别' }))
  await hands.type('何苗 13912340099 浙江省杭州市西湖区文三路 9 号')
  await hands.see(page.getByText('已填入，请核对'))
  await hands.click(page.getByRole('dialog').getByRole('button', { name: '修改地址' }))
  await hands.wait(page.getByText('地址已修改'))
  await expect(page.getByRole('region', { name: '收货', exact: true })).toContainText('西湖区')
})

task('change a size before shipping', async ({ admin, begin }) => {
  const { orderNo } = await paidOrder(admin, phoneOf('4076'), [1])
  const hands = await begin()
  const { page } = hands
  await search(hands, '4076')
  await hands.click(found(hands, '订单', orderNo))
  await hands.wait(page.getByRole('heading', { name: '待发货', level: 1 }))
  await hands.click(page.getByRole('main').getByRole('button', { name: '换规格' }))
  const dialog = page.getByRole('dialog', { name: /换规格/ })
  await hands.wait(dialog.getByRole('combobox', { name: /换为$/ }))
  await hands.click(dialog.getByRole('combobox', { name: /换为$/ }))
  const other = page.locator('.ant-select-item-option:not(.ant-select-item-option-disabled)').first()
  const suk = ((await other.textContent()) ?? '').split(' · ')[0] ?? ''
  await hands.click(other)
  await hands.click(dialog.getByRole('button', { name: '买家要换尺码' }))
  await hands.click(dialog.getByRole('button', { name: '换规格', exact: true }))
  await hands.wait(page.getByText('已换规格'))
  await expect(page.getByRole('region', { name: /^商品/ })).toContainText(suk)
})

task('answer 我的包裹到哪了', async ({ admin, begin }) => {
  const { body } = await admin.call<{ list: { id: number; orderNo: string }[] }>(
    'GET',
    '/admin/store/order/list?status=toReceive&page=1&limit=1',
  )
  const [order] = body.list
  const hands = await begin('service')
  await search(hands, order?.orderNo.slice(-6) ?? '')
  await hands.click(found(hands, '订单', order?.orderNo ?? ''))
  await hands.wait(hands.page.getByRole('listitem', { name: '包裹 1' }).getByRole('paragraph').first())
})

task('find an order by 微信交易单号', async ({ admin, begin }) => {
  type Paid = { orderNo: string; payments: { transactionId: string; payTypeStr?: string }[] }
  const { body } = await admin.call<{ list: { id: number }[] }>(
    'GET',
    '/admin/store/order/list?status=complete&page=1&limit=1',
  )
  const { body: order } = await admin.call<Paid>('GET', `/admin/store/order/info?id=${body.list[0]?.id}`)
  const hands = await begin('service')
  await search(hands, order.payments[0]?.transactionId ?? '')
  await hands.click(found(hands, '订单', order.orderNo))
  await hands.wait(hands.page.getByText(order.payments[0]?.transactionId ?? '').first())
})
