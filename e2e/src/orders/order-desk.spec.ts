import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { openMiniProgram, payOnPage, placeOrder } from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'
import { hire, makeRole } from '../shop/shop.ts'

/** A phone of this run alone. */
const phoneOf = (end: string) => `138${String(Date.now()).slice(-4)}${end}`

test('an order of a buyer is found at the desk, repriced, paid and exported', async ({ shop, open, ip }) => {
  const buyer = await openMiniProgram(shop.url, 'journey-desk', ip)
  const { orderNo, payFee } = await placeOrder(buyer, { phone: phoneOf('7391'), mark: '请放小区驿站' })
  const desk = await open('/order/list', { as: 'admin' })
  await expect(desk.getByRole('tab', { name: /^全部/ })).toContainText(/\d/)
  const row = desk.getByRole('row').filter({ hasText: orderNo.slice(-6) })
  await expect(row).toContainText('待付款')
  await desk.getByRole('textbox', { name: '关键字' }).fill('7391')
  await expect(desk).toHaveURL(/keywords=7391/)
  await expect(row).toContainText('请放小区驿站')

  await row.getByRole('button', { name: /改\s*价/ }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('spinbutton', { name: '改后实付' }).fill(String(payFee - 1))
  await expect(dialog.getByText('少收 ¥1.00')).toBeVisible()
  await dialog.getByRole('button', { name: '老客优惠' }).click()
  await dialog.getByRole('button', { name: /改\s*价/ }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('已改价')

  await payOnPage(buyer, orderNo)
  await desk.getByRole('button', { name: '刷新' }).click()
  await expect(row).toContainText('待发货')

  await row.getByRole('checkbox').check()
  await desk.getByRole('button', { name: '导出所选' }).click()
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('menuitem', { name: '导出订单（每单一行）' }).click(),
  ])
  const { sheets } = await readXlsx(await buffer(await download.createReadStream()))
  const [heading = [], ...exported] = sheets[0]?.rows ?? []
  expect(exported).toHaveLength(1)
  const cell = (title: string) => exported[0]?.[heading.indexOf(title)]
  expect(cell('订单号')).toBe(orderNo)
  expect(Number(cell('实付'))).toBeCloseTo(payFee - 1)
})

test('a clerk sees the orders of their own store, and nothing of another', async ({
  shop,
  open,
  admin,
  ip,
  trouble,
}) => {
  const { body } = await admin.call<{ list: { id: number }[] }>(
    'GET',
    '/admin/system/store/list?status=1&page=1&limit=10',
  )
  const [own = 0, other = 0] = body.list.map(({ id }) => id)
  const buyer = await openMiniProgram(shop.url, 'journey-clerk', ip)
  const mine = await placeOrder(buyer, { phone: phoneOf('7392'), storeId: own })
  const theirs = await placeOrder(buyer, { phone: phoneOf('7393'), storeId: other })
  const rights = ['admin:order:list', 'admin:order:info', 'admin:order:status:num']
  const role = await makeRole(admin, rights, '本门店')
  const desk = await open('/order/list', { as: await hire(shop, admin, [role], ip, [own]) })

  const row = desk.getByRole('row').filter({ hasText: mine.orderNo.slice(-6) })
  await expect(row).toContainText('自提')
  await expect(desk.getByText(theirs.orderNo.slice(-6))).toHaveCount(0)
  await expect(row.getByRole('button', { name: /改\s*价/ })).toHaveCount(0)
  await row.getByRole('button', { name: /详\s*情/ }).click()
  await expect(desk.getByRole('dialog')).toContainText('何苗')
  await desk.goBack()
  await expect(desk.getByRole('dialog')).toHaveCount(0)

  trouble.allow(/404 GET \/admin\/store\/order\/info/)
  const found = await admin.call<{ id: number }>('GET', `/admin/store/order/info?orderNo=${theirs.orderNo}`)
  await desk.goto(`/order/detail/${found.body.id}`)
  await expect(desk.getByText('不存在')).toBeVisible()
})

test('the desk on a phone: cards, the detail as a whole page, a remark written in place', async ({
  shop,
  open,
  ip,
}) => {
  const buyer = await openMiniProgram(shop.url, 'journey-phone', ip)
  const { orderNo } = await placeOrder(buyer, { phone: phoneOf('7394'), mark: '周末不在家' })
  const desk = await open('/order/list?status=unPaid', { as: 'admin', width: 390, height: 844 })
  // The detail is an article too while it is shown.
  const card = desk.locator('article[data-row]').filter({ hasText: orderNo.slice(-6) })
  await expect(card).toContainText('周末不在家')
  expect(await desk.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  for (const name of [/改价|收款/, /更多/]) {
    const button = card.getByRole('button', { name }).first()
    await button.scrollIntoViewIfNeeded()
    expect(
      await button.evaluate(touchedHeight),
      `${name} is touched 44 px high, however high it is drawn`,
    ).toBeGreaterThanOrEqual(44)
  }
  await card.getByText('林知夏').click()
  const detail = desk.getByRole('dialog')
  await expect(detail.getByRole('region', { name: '金额' })).toBeVisible()
  await detail.getByRole('button', { name: '写备注' }).click()
  await desk.keyboard.type('老客')
  await desk.keyboard.press('Enter')
  await expect(detail.getByRole('button', { name: '备注：老客' })).toBeVisible()
  await desk.goBack()
  await expect(detail).toHaveCount(0)
  await expect(card).toContainText('老客')
})

/** How high the place is that leads to a button when it is touched. */
function touchedHeight(button: Element): number {
  const { left, top, bottom, width } = button.getBoundingClientRect()
  const leads = (y: number) => button.contains(document.elementFromPoint(left + width / 2, y))
  let [from, to] = [top, bottom]
  while (leads(from - 0.25)) from -= 0.25
  while (leads(to + 0.25)) to += 0.25
  return Math.round(to - from)
}
