import { toWireTime } from '@zhanggui/domain/time.ts'
import { expect, test } from '../shop/journey.ts'

const MINUTE_MS = 60_000

test('staff announce a 视频号 broadcast, and a buyer finds it in the shop with where to watch it', async ({
  open,
  shop,
  browser,
}) => {
  const title = `晚间直播${String(Date.now()).slice(-6)}`
  const page = await open('/live/room', { as: 'admin' })
  await page.getByRole('button', { name: '添加直播间' }).click()
  const dialog = page.getByRole('dialog', { name: '新增直播间' })
  await dialog.getByRole('textbox', { name: '直播标题' }).fill(title)
  await dialog.getByRole('textbox', { name: '主播昵称' }).fill('小夏')
  await dialog.getByRole('textbox', { name: '视频号ID' }).fill('sphZhanggui01')
  await dialog
    .getByRole('button', { name: /封面图|添加|选择/ })
    .first()
    .click()
  const library = page.getByRole('dialog', { name: '图片素材库' })
  await library
    .getByRole('button', { name: /^选择 / })
    .first()
    .click()
  await library.getByRole('button', { name: /^确\s?定$/ }).click()
  for (const [label, minutes] of [
    ['开播时间', 30],
    ['结束时间', 90],
  ] as const) {
    const time = dialog.getByRole('textbox', { name: label })
    await time.fill(toWireTime(new Date(Date.now() + minutes * MINUTE_MS)))
    // The key takes the time, and of the last field saves the form.
    await time.press('Enter')
  }
  await expect(page.getByRole('row').filter({ hasText: title }).getByText('未开始')).toBeVisible()

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(`${shop.url}/h5/live`)
  await phone.getByRole('button', { name: `怎么看：${title}` }).click()
  await expect(phone.getByRole('dialog', { name: title }).getByText('进入这场视频号直播')).toBeVisible()
  await phone.close()
})
