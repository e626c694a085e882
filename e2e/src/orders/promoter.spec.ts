import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { frontWithdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { frontShipment } from '@zhanggui/contract/order/front-shipment.ts'
import { checkOut, enterAddress, fillCart, openMiniProgram, payOnPage } from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'

/** Percent of what a friend pays, large enough for sums that can be asked for. */
const RATE = 50
const BOUGHT = 2

test("a friend's order earns commission that is frozen; a refund takes its part back, the rest thaws and is withdrawn once a second person agreed and somebody paid", async ({
  shop,
  open,
  admin,
  ip,
}) => {
  const stamp = String(Date.now()).slice(-8)
  const set = async (group: string, values: object) => {
    const { status, body } = await admin.call('PUT', `/api/settings/${group}`, { values })
    expect([status, body]).toMatchObject([200, {}])
  }
  const [promoter, friend] = await Promise.all(
    ['promoter', 'friend'].map((name) => openMiniProgram(shop.url, `journey-${name}-${stamp}`, ip)),
  )
  if (!promoter || !friend) throw new Error('no buyers')
  await set('brokerage', { store_brokerage_status: 2, store_brokerage_ratio: RATE, extract_time: 0 })
  const uid = await uidOf(promoter.nickname)
  expect(await friend.call(frontPromoter.bind, { body: { spreadPid: uid } })).toEqual({ bound: true })

  // The friend buys two, and one goes back before it was sent.
  const line = await fillCart(friend, () => 5, BOUGHT)
  const { orderNo } = await checkOut(friend, [line], { addressId: await enterAddress(friend, `137${stamp}`) })
  await payOnPage(friend, orderNo)
  const ledger = await open(`/finance/brokerage?keywords=${orderNo}`, { as: 'finance' })
  const earned = ledger.getByRole('row').filter({ hasText: '推广订单' })
  await expect(earned).toContainText('待收货')
  const { lines } = await friend.call(frontOrder.detail, { params: { orderNo } })
  const [bought] = lines
  if (!bought) throw new Error('nothing was bought')
  const back = await admin.call('POST', '/admin/store/order/refund', {
    orderNo,
    lines: [{ lineId: bought.id, num: 1 }],
    reason: '少发一件',
  })
  expect([back.status, back.body]).toMatchObject([200, {}])

  await expect
    .poll(async () => (await friend.call(frontOrder.detail, { params: { orderNo } })).refundPrice)
    .toBeGreaterThan(0)

  // The rest arrives, and its commission with it.
  const sent = await admin.call('POST', '/admin/store/order/send', {
    orderNo,
    deliveryType: 'express',
    expressCode: 'SF',
    expressNumber: `SF1${stamp}001`,
  })
  expect([sent.status, sent.body]).toMatchObject([200, {}])
  await friend.call(frontShipment.take, { body: { orderNo } })
  await runJob('brokerageUnfreeze')
  await expect.poll(async () => (await promoter.call(frontPromoter.commission)).freezePrice).toBe(0)
  const { brokeragePrice } = await promoter.call(frontPromoter.commission)
  const kept = bought.payShare - Math.floor((bought.payShare * 100) / BOUGHT) / 100
  expect(Math.abs(brokeragePrice - (kept * RATE) / 100)).toBeLessThanOrEqual(0.01)

  // Finance agrees to what is asked for, which is much money: the manager is asked, too.
  const { body: security } = await admin.call<{ values: { approval_amount: number } }>('GET', '/api/settings/security')
  await set('security', { approval_amount: Math.max(0.01, Math.floor(brokeragePrice) / 2) })
  await promoter.call(frontWithdrawal.cash, {
    body: { extractType: 'alipay', money: brokeragePrice, name: '王小明', alipayCode: `138${stamp}` },
  })
  const desk = await open(`/finance/extract?status=0&uid=${uid}`, { as: 'finance' })
  const row = desk.getByRole('row').filter({ hasText: '王小明' })
  await row.getByRole('button', { name: /^通\s*过$/ }).click()
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^通\s*过$/ })
    .click()
  await expect(desk.getByText(/已提交审批/)).toBeVisible()
  await expect(row).toContainText('待审核')
  const second = await open('/finance/approval', { as: 'admin' })
  const wish = second.getByRole('article', { name: /^提现 ¥.*王小明/ })
  await second
    .getByRole('button', { name: /提现 ¥.*王小明/ })
    .first()
    .click()
  await wish.getByRole('button', { name: /^同意/ }).click()
  await expect(second.getByText('已同意并执行')).toBeVisible()
  // Other journeys in this shop move money, too.
  await set('security', { approval_amount: security.values.approval_amount })

  // It is paid by hand with a voucher, and the books agree.
  await desk.goto(`/finance/extract?status=2&uid=${uid}`)
  await row.getByRole('button', { name: '已打款' }).click()
  const paid = desk.getByRole('dialog')
  await paid.getByLabel('打款凭证').fill(`工行回单 ${stamp}`)
  await paid.getByRole('button', { name: /^已打款 ¥/ }).click()
  await expect(desk.getByRole('dialog')).toHaveCount(0)
  const [record] = (await promoter.call(frontWithdrawal.record, { query: {} })).list
  expect(record).toMatchObject({ status: 1, extractPrice: brokeragePrice })
  expect((await promoter.call(frontPromoter.commission)).brokeragePrice).toBe(0)
  const lastNight = async () =>
    (await admin.call<{ time: string | null }>('GET', '/admin/finance/bill/night')).body.time
  const before = await lastNight()
  await runJob('reconcileDaily')
  await expect.poll(lastNight).not.toBe(before)
  const found = await admin.call<{ total: number }>('GET', '/admin/finance/bill/diff/list?state=open')
  expect(found).toMatchObject({ status: 200, body: { total: 0 } })

  async function uidOf(nickname: string): Promise<number> {
    const { body } = await admin.call<{ list: { id: number }[] }>('GET', `/admin/user/list?keywords=${nickname}`)
    return body.list[0]?.id ?? 0
  }
  async function runJob(name: string): Promise<void> {
    const { body } = await admin.call<{ list: { id: number; beanName: string }[] }>('GET', '/api/jobs?limit=100')
    const { id = 0 } = body.list.find(({ beanName }) => beanName === name) ?? {}
    const { status, body: said } = await admin.call('PUT', `/api/jobs/exec/${id}`)
    expect([status, said]).toMatchObject([expect.any(Number), {}])
    expect(status).toBeLessThan(300)
  }
})
