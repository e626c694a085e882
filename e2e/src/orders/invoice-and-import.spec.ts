import { frontInvoice } from '@zhanggui/contract/order/invoice.ts'
import { checkOut, enterAddress, fillCart, openMiniProgram, payOnPage } from '../../../scripts/mini-program.ts'
import { expect, type Page, test } from '../shop/journey.ts'

/** Phones scroll down, never sideways. */
async function expectFits(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('a buyer asks for an invoice, finance reads what to write and notes its number, the buyer gets it', async ({
  shop,
  open,
  ip,
}) => {
  const stamp = String(Date.now()).slice(-8)
  const buyer = await openMiniProgram(shop.url, `journey-invoice-${stamp}`, ip)
  const line = await fillCart(buyer, () => 3)
  const { orderNo } = await checkOut(buyer, [line], { addressId: await enterAddress(buyer, `136${stamp}`) })
  await payOnPage(buyer, orderNo)
  const title = `禾苗文化${stamp}`
  const taxNo = `9133010${stamp}X`.padEnd(18, '0')
  await buyer.call(frontInvoice.apply, { body: { orderNo, titleType: 2, title, taxNo, kind: 1 } })

  // On the phone finance sees what waits, with one button for it.
  const phone = await open(`/order/invoice?state=0&keywords=${orderNo}`, { as: 'finance', width: 390, height: 844 })
  const card = phone.getByRole('article').filter({ hasText: title })
  await expect(card).toContainText('待开票')
  await expect(card.getByRole('button', { name: /^开\s*票$/ })).toHaveCount(1)
  await expectFits(phone)

  const desk = await open('/order/invoice', { as: 'finance' })
  await desk.getByRole('tab', { name: /^待开票/ }).click()
  const row = desk.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText(taxNo)
  await row.getByRole('button', { name: /^开\s*票$/ }).click()
  const dialog = desk.getByRole('dialog')
  await expect(dialog).toContainText(taxNo)
  const number = `263320000000${stamp}`
  await dialog.getByLabel('发票号码').fill(number)
  await dialog.getByRole('button', { name: '已开票' }).click()
  await expect(row).toHaveCount(0)
  await desk.getByRole('tab', { name: /^已开票/ }).click()
  await expect(row).toContainText(number)

  expect(await buyer.call(frontInvoice.info, { params: { orderNo } })).toMatchObject({
    invoice: { state: 1, number, title },
  })
  await row.getByRole('link', { name: orderNo }).click()
  await expect(desk.getByRole('region', { name: '发票' })).toContainText(number)
})

test('customers of another shop come over with a sheet, the row that is wrong stays behind, and all is taken back', async ({
  open,
  admin,
}) => {
  const stamp = String(Date.now()).slice(-7)
  const phones = [`1390${stamp}`, `1391${stamp}`]
  const names = phones.map((phone) => `老店${phone.slice(-8)}`)
  const name = `老店-${stamp}.csv`
  const sheet = [
    '手机号,昵称,积分,历史消费,历史单数',
    `${phones[0]},${names[0]},50,1200.5,12`,
    `${phones[1]},${names[1]},,,`,
    '12,坏的,,,',
  ]
  const found = async (keywords: string) =>
    (await admin.call<{ list: { nickname: string }[] }>('GET', `/admin/user/list?keywords=${keywords}`)).body.list

  const page = await open('/member/import', { as: 'admin' })
  await page
    .getByLabel('选择文件：选择文件')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(sheet.join('\n')) })
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('手机号格式不正确')).toBeVisible()
  expect(await found(phones[0] ?? ''), 'nothing is written before it is confirmed').toEqual([])
  await page.getByRole('button', { name: '导入 2 位客户' }).click()
  await expect(page.getByText('已导入 2 位客户').first()).toBeVisible()
  expect(await found(phones[0] ?? '')).toMatchObject([{ nickname: names[0] }])

  // On the phone the import is in the history, below a heading of its own.
  const phone = await open('/member/import', { as: 'admin', width: 390, height: 844 })
  await expect(phone.getByRole('heading', { name: '导入记录' })).toBeVisible()
  const card = phone.getByRole('article').filter({ hasText: name })
  await expect(card).toContainText('已完成')
  await expectFits(phone)
  await card.getByRole('button', { name: '查看' }).click()
  await expect(phone.getByText('已导入 2 位客户').first()).toBeVisible()

  await page
    .getByRole('main')
    .getByRole('button', { name: /^撤\s*销$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: `撤销导入：${name}` })
  await expect(dialog).toContainText('将收回积分 50')
  await dialog.getByRole('button', { name: '撤销导入' }).click()
  await expect(page.getByText('已撤销 2 位客户').first()).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('已撤销')
  expect(await found(phones[0] ?? '')).toEqual([])
})
