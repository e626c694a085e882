import { frontRecharge } from '@zhanggui/contract/finance/front-recharge.ts'
import { openMiniProgram } from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'

test('a buyer recharges on the simulated page; staff see it, refund a part with its share of the gift, and 资金监控 has both', async ({
  shop,
  open,
  ip,
}) => {
  const buyer = await openMiniProgram(shop.url, `journey-recharge-${Date.now()}`, ip)
  const { packages } = await buyer.call(frontRecharge.index, {})
  const chosen = packages.find(({ giveMoney }) => giveMoney > 0)
  if (!chosen) throw new Error('the demo has no package with a gift')
  const { rechargeNo, jsConfig } = await buyer.call(frontRecharge.create, {
    body: { price: chosen.price, packageId: chosen.id, payType: 'weixin', channel: 'h5' },
  })
  const till = await open(jsConfig?.mwebUrl ?? '')
  await till.getByRole('button', { name: '支付成功' }).click()
  await expect(till.getByText(/^支付成功/)).toBeVisible()
  const all = chosen.price + chosen.giveMoney
  await expect.poll(async () => (await buyer.call(frontRecharge.index, {})).nowMoney).toBe(all)

  const desk = await open(`/finance/recharge?keywords=${rechargeNo}`, { as: 'finance' })
  const row = desk.getByRole('row').filter({ hasText: rechargeNo })
  await expect(row).toContainText('已支付')
  await row.getByRole('button', { name: /^退\s*款$/ }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('退款金额').fill(String(chosen.price / 2))
  await expect(dialog).toContainText(`¥${(chosen.giveMoney / 2).toFixed(2)}`)
  await expect(dialog).toContainText(`¥${all.toFixed(2)} → ¥${(all / 2).toFixed(2)}`)
  await dialog.getByRole('button', { name: /^退\s*款$/ }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  await expect.poll(async () => (await buyer.call(frontRecharge.index, {})).nowMoney).toBe(all / 2)
  await expect
    .poll(async () => {
      await desk.reload()
      return row.textContent()
    })
    .toContain('部分退款')

  const monitor = await open(`/finance/monitor?keywords=${rechargeNo}`, { as: 'finance' })
  await expect(monitor.getByRole('row').filter({ hasText: '充值退款' })).toHaveCount(2)
  await expect(monitor.getByText(`收 ¥${chosen.price.toFixed(2)}，付 ¥${(chosen.price / 2).toFixed(2)}`)).toBeVisible()
})
