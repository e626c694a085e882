import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { openMiniProgram, payOnPage, placeOrder } from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'

test('a case of a buyer is refused, asked for again, judged by what it comes to, and paid', async ({
  shop,
  open,
  ip,
}) => {
  const buyer = await openMiniProgram(shop.url, 'journey-case', ip)
  const phone = `138${String(Date.now()).slice(-4)}7395`
  const { orderNo, payFee } = await placeOrder(buyer, { phone })
  await payOnPage(buyer, orderNo)
  const { lines } = await buyer.call(frontOrder.detail, { params: { orderNo } })
  const ask = (explain: string) =>
    buyer.call(frontAfterSales.apply, {
      body: {
        orderNo,
        serviceType: 0,
        reason: '信息填错了，重新拍',
        explain,
        lines: lines.map(({ id: lineId, num }) => ({ lineId, num })),
      },
    })

  const first = await ask('颜色选错了')
  const desk = await open(`/order/refund?keywords=${first.salesNo}`, { as: 'admin' })
  const row = desk.getByRole('row').filter({ hasText: first.salesNo.slice(-6) })
  await expect(row).toContainText('待审核')
  await row.getByRole('button', { name: /更多/ }).click()
  await desk.getByRole('menuitem', { name: '拒绝' }).click()
  let dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: '凭证不足，请补充照片' }).click()
  await dialog.getByRole('button', { name: '拒绝退款' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('已拒绝')
  expect(await buyer.call(frontAfterSales.detail, { params: { id: first.id } })).toMatchObject({
    stateStr: '已拒绝',
    refuseReason: '凭证不足，请补充照片',
  })

  const second = await ask('还是想换颜色')
  await desk.goto(`/order/refund?look=${second.id}`)
  const panel = desk.getByRole('dialog')
  await expect(panel.getByRole('region', { name: '协商经过' })).toContainText('还是想换颜色')
  await expect(panel.getByRole('region', { name: /的其他售后$/ })).toContainText('已拒绝')
  await panel.getByRole('button', { name: /同\s*意/ }).click()
  dialog = desk.getByRole('dialog').last()
  await expect(dialog.getByRole('region', { name: '退款计算' })).toContainText(`¥${payFee.toFixed(2)}`)
  await dialog.getByRole('button', { name: '同意并退款' }).click()
  await expect(desk.getByText('已同意，退款已发起')).toBeVisible()
  await expect(async () => {
    expect(await buyer.call(frontAfterSales.detail, { params: { id: second.id } })).toMatchObject({
      stateStr: '已完成',
    })
  }).toPass()
  expect(await buyer.call(frontOrder.detail, { params: { orderNo } })).toMatchObject({
    refundPrice: payFee,
    statusStr: { value: '已退款' },
  })
})
