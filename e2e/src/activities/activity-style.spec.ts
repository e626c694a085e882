import { setTimeout as sleep } from 'node:timers/promises'
import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { openMiniProgram } from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'
import { expectWithin, findGoods } from './activities.ts'

const SECOND_MS = 1000
/** From when it is saved until it begins, and how long it lasts. */
const AHEAD_MS = 6 * SECOND_MS
const LASTS_MS = 6 * SECOND_MS

test('staff make a frame for a product, which buyers see from its first second to its last one, in lists and on the page of the product', async ({
  shop,
  open,
  admin,
  ip,
}) => {
  const stamp = String(Date.now()).slice(-8)
  const name = `秒级边框${stamp}`
  const { product } = await findGoods(admin, 3)
  const buyer = await openMiniProgram(shop.url, `journey-style-${stamp}`, ip)

  const page = await open('/marketing/style/edit/0', { as: 'admin' })
  await page.getByRole('textbox', { name: '活动名称' }).fill(name)
  await page.getByRole('button', { name: /^[* ]*边框$/ }).click()
  const library = page.getByRole('dialog', { name: '图片素材库' })
  await library
    .getByRole('button', { name: /^选择 / })
    .first()
    .click()
  await library.getByRole('button', { name: /^确\s?定$/ }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('radio', { name: '指定商品' }).check()
  await page.getByRole('button', { name: '添加商品' }).click()
  const picker = page.getByRole('dialog', { name: '商品列表' })
  await picker.getByRole('textbox', { name: /商品/ }).first().fill(product.storeName)
  await page.keyboard.press('Enter')
  await picker.getByRole('row').filter({ hasText: product.storeName }).getByRole('checkbox').check()
  await picker.getByRole('button', { name: /^确\s?定/ }).click()
  await page.getByRole('button', { name: '上一步' }).click()
  // The times last, so that a slow machine does not come too late.
  const begin = Math.ceil((Date.now() + AHEAD_MS) / SECOND_MS) * SECOND_MS
  const end = begin + LASTS_MS
  for (const [label, at] of [
    ['开始时间', begin],
    ['结束时间', end],
  ] as const) {
    await page.getByRole('textbox', { name: label }).fill(toWireTime(new Date(at)))
    await page.getByRole('textbox', { name: label }).press('Enter')
  }
  await page.getByRole('button', { name: /^提\s?交$/ }).click()

  // What buyers see, each time with the span in which they asked: a moment before it begins, while it runs and when it is over.
  const seen: { from: number; to: number; frames: (string | null)[] }[] = []
  while ((seen.at(-1)?.from ?? 0) < end + 2 * SECOND_MS) {
    const from = Date.now()
    const [{ list }, detail] = await Promise.all([
      buyer.call(shopWindow.byIds, { params: { ids: [product.id] } }),
      buyer.call(shopWindow.detail, { params: { id: product.id } }),
    ])
    seen.push({ from, to: Date.now(), frames: [list[0]?.activityStyle ?? null, detail.activityStyle] })
    await sleep(100)
  }
  const { body } = await admin.call<{ list: { style: string }[] }>('GET', `/admin/activitystyle/list?name=${name}`)
  const frame = body.list[0]?.style
  // Whole seconds are compared, and the last one counts.
  const running = seen.filter(({ from, to }) => from >= begin && to < end + SECOND_MS)
  const others = seen.filter(({ from, to }) => to < begin || from >= end + SECOND_MS)
  expect(frame).toBeTruthy()
  expect(running.length).toBeGreaterThan(0)
  expect(new Set(running.flatMap(({ frames }) => frames))).toEqual(new Set([frame]))
  expect(others.length).toBeGreaterThan(0)
  expect(others.flatMap(({ frames }) => frames)).not.toContain(frame)

  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('已结束')
  const small = await open(`/marketing/style/border?name=${name}`, { as: 'admin', width: 390, height: 844 })
  await expect(small.getByRole('article').filter({ hasText: name })).toContainText('已结束')
  await expectWithin(small, 390)
})
