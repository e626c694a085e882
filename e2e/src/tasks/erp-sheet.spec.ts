import { buffer } from 'node:stream/consumers'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { makePaidOrders } from '../orders/orders.ts'
import { expect, task } from './task.ts'
import { walk } from './ways.ts'

/** Ten receivers have ordered twice. */
const RECEIVERS = [...Array(50).keys(), ...Array(10).keys()]

// Sixty orders leave by the sheet, with merged parcels and three bad rows, and can be found again.
task("ship an ERP's sheet with merged parcels", async ({ shop, ip, begin }) => {
  const orders = await makePaidOrders(shop, RECEIVERS, ip)
  const stamp = Date.now() % 1_000_000
  const numberOf = (receiver: number) => `SF${stamp}${1_000_000 + receiver}`
  const rows = orders.map(({ orderNo, realName }, at) => {
    const receiver = RECEIVERS[at] ?? 0
    const express = receiver === 20 ? '牛牛快递' : '顺丰'
    // The number of another receiver's parcel; a number that has lost its end.
    const number = receiver === 30 ? numberOf(31) : receiver === 40 ? 'SF1' : numberOf(receiver)
    return [realName, express, number, orderNo]
  })
  const sheet = await writeXlsx({
    sheets: [{ name: '发货', rows: [['收件人', '物流公司', '运单号', '线上订单号'], ...rows] }],
  })

  const hands = await begin('warehouse')
  const { page } = hands
  await walk(hands, '订单', '批量发货')
  const file = { name: 'erp.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(sheet) }
  await hands.choose(page.getByRole('button', { name: '选择文件' }), file)
  await hands.wait(page.getByRole('button', { name: '确认发货 57 单' }))
  // What is wrong stands first, with its reason, and is mended where it stands.
  const bad = page.getByRole('row').filter({ hasText: '找不到物流公司「牛牛快递」' })
  await expect(page.getByRole('row').nth(1)).toContainText('找不到物流公司「牛牛快递」')
  await expect(page.getByRole('row').nth(2)).toContainText('已用于第 32 行的另一收货人')
  await expect(page.getByRole('row').nth(3)).toContainText('快递单号格式不正确')
  await hands.click(bad.getByRole('combobox'))
  await hands.click(page.locator('.ant-select-item-option').filter({ hasText: '顺丰速运' }))
  const confirm = page.getByRole('button', { name: '确认发货 58 单' })
  await hands.wait(confirm)
  const address = page.url()
  await hands.click(confirm)
  // A quick machine is done before anybody looks.
  const done = page.getByText('成功 58 行，没有发出 2 行', { exact: true }).first()
  await hands.wait(page.getByText('正在处理，可以离开此页').or(done))

  // Left, and found again in the list of batches.
  await page.goto('/order/shipment')
  const batch = page.getByRole('row').filter({ hasText: 'erp.xlsx' })
  await batch.getByRole('button', { name: '查看' }).click()
  await expect(page).toHaveURL(address)
  await expect(done).toBeVisible()
  await expect(page.getByRole('button', { name: '撤回本批' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载未发货的 2 行' }).click(),
  ])
  const { sheets } = await readXlsx(await buffer(await download.createReadStream()))
  const [, ...left] = sheets[0]?.rows ?? []
  expect(left.map((cells) => cells.at(-1))).toEqual([
    expect.stringContaining('已用于第 32 行的另一收货人'),
    expect.stringContaining('快递单号格式不正确'),
  ])

  // Both orders of the first receiver left in one parcel.
  await page.goto(`/order/list?keywords=${orders[0]?.phone}&status=toReceive`)
  for (const { orderNo } of [orders[0], orders[50]].flatMap((each) => each ?? []))
    await expect(page.getByRole('row').filter({ hasText: orderNo.slice(-6) })).toBeVisible()
})
