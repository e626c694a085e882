import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { checkOut, enterAddress, fillCart, openMiniProgram } from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'

test('a buyer pays on the simulated page; a clerk hears it, prints, ships in two parcels, and refunds one item as the calculator said', async ({
  shop,
  open,
  ip,
}) => {
  const tail = '7396'
  const phone = `138${String(Date.now()).slice(-4)}${tail}`
  const buyer = await openMiniProgram(shop.url, `journey-parcels-${phone}`, ip)
  const lines = [await fillCart(buyer, () => 0, 2), await fillCart(buyer, (count) => Math.floor(count / 2))]
  const desk = await open(`/order/list?status=notShipped&keywords=${tail}`, { as: 'manager' })
  await expect(desk.getByText(/没有符合 \d 个条件的/)).toBeVisible()

  const { orderNo } = await checkOut(buyer, lines, { addressId: await enterAddress(buyer, phone) })
  const { jsConfig } = await buyer.call(frontPay.pay, { body: { orderNo, payType: 'weixin', channel: 'h5' } })
  const till = await open(jsConfig?.mwebUrl ?? '')
  await till.getByRole('button', { name: '支付成功' }).click()
  await expect(till.getByText('支付成功，请返回订单查看')).toBeVisible()
  await desk.getByRole('button', { name: '有 1 笔新订单，点击刷新' }).click()
  const row = desk.getByRole('row').filter({ hasText: orderNo.slice(-6) })
  const bought = await buyer.call(frontOrder.detail, { params: { orderNo } })
  const [first, second] = bought.lines
  if (!first || !second || first.num !== 2) throw new Error(`not what was bought: ${JSON.stringify(bought.lines)}`)

  await row.getByRole('button', { name: /更多/ }).click()
  await desk.getByRole('menuitem', { name: '打印' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: /^打印/ }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)

  // One of the two leaves first.
  const ship = desk.getByRole('dialog', { name: /^发货/ })
  const waiting = ship.getByRole('region', { name: '待发的商品' })
  await row.getByRole('button', { name: /^发\s*货$/ }).click()
  await waiting.getByLabel(`「${first.storeName}」本次发货数量`).first().fill('1')
  await waiting.getByLabel(`「${second.storeName}」本次发货数量`).last().fill('0')
  const stamp = String(Date.now()).slice(-9)
  await ship.getByLabel('快递单号').fill(`SF1${stamp}001`)
  await ship.getByRole('button', { name: '发货 1 件' }).click()
  await expect(ship).toHaveCount(0)
  await expect(row).toContainText('部分发货')

  // The rest by another carrier, from the detail; the scanner ends with Enter.
  await row.getByText('林知夏').click()
  const detail = desk.getByRole('dialog')
  await detail.getByRole('button', { name: /^发\s*货$/ }).click()
  await expect(ship.getByRole('button', { name: '发货 2 件' })).toBeVisible()
  await ship.getByLabel('快递单号').fill(`YT${stamp}0002`)
  await desk.keyboard.press('Enter')
  await expect(ship).toHaveCount(0)
  await expect(detail.getByRole('listitem', { name: '包裹 1' })).toContainText(`SF1${stamp}001`)
  const parcel = detail.getByRole('listitem', { name: '包裹 2' })
  await expect(parcel).toContainText('圆通')
  await expect(parcel).toContainText(`${first.storeName}`)
  const { statusStr, shipments } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  expect([statusStr.key, shipments.length]).toEqual(['toReceive', 2])

  await detail.getByRole('button', { name: /^退\s*款$/ }).click()
  const back = desk.getByRole('dialog', { name: /^退款/ })
  await back.getByLabel(`「${first.storeName}」退几件`).first().fill('1')
  await back.getByRole('button', { name: '少发漏发' }).click()
  const calculator = back.getByRole('complementary', { name: '退款计算' })
  const half = Math.floor((first.payShare * 100) / 2) / 100
  const told = `${first.payShare.toFixed(2)} × 1/2 = ${half.toFixed(2)}`
  await expect(calculator).toContainText(told)
  await expect(calculator).toContainText(`¥${half.toFixed(2)}`)
  await back.getByRole('button', { name: `退款 ¥${half.toFixed(2)}` }).click()
  await expect(back).toHaveCount(0)

  // What the calculator said is what the buyer gets and what the detail keeps.
  await expect.poll(async () => (await buyer.call(frontOrder.detail, { params: { orderNo } })).refundPrice).toBe(half)
  await desk.reload()
  const money = detail.getByRole('region', { name: '支付与退款' })
  await expect(money).toContainText(told)
  await expect(money).toContainText(`¥${half.toFixed(2)}`)
  await expect(detail.getByRole('region', { name: '金额' })).toContainText(`已退 ¥${half.toFixed(2)}`)
  await expect(detail.getByRole('region', { name: '动态' })).toContainText('打印')
})
