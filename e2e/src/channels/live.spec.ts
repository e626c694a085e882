import type { Locator } from '@playwright/test'
import { liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { liveRoom } from '@zhanggui/contract/live/live-room.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { type FakeWechat, openFakeWechat } from '../../../server/src/platform/outside/wechat/fake/frame.ts'
import { openPhone } from '../buyers/storefront.ts'
import { sellable } from '../catalogue/sellable.ts'
import { expect, type Page, test } from '../shop/journey.ts'
import type { Staff } from '../shop/shop.ts'

const MINUTE_MS = 60_000

/** The first picture of the library as the cover of a room. */
async function chooseCover(page: Page, dialog: Locator): Promise<void> {
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
}

/** From in half an hour on, for an hour. The last key saves the form. */
async function fillTimes(dialog: Locator): Promise<void> {
  for (const [label, minutes] of [
    ['开播时间', 30],
    ['结束时间', 90],
  ] as const) {
    const time = dialog.getByRole('textbox', { name: label })
    await time.fill(toWireTime(new Date(Date.now() + minutes * MINUTE_MS)))
    await time.press('Enter')
  }
}

test('staff announce a 视频号 broadcast, and a buyer finds it in the shop with where to watch it', async ({
  open,
  shop,
  browser,
}) => {
  const title = `晚间直播${String(Date.now()).slice(-6)}`
  const page = await open('/live/room', { as: 'admin' })
  await page.getByRole('button', { name: '添加直播间' }).click()
  const dialog = page.getByRole('dialog', { name: '添加直播间' })
  await dialog.getByRole('textbox', { name: '直播标题' }).fill(title)
  await dialog.getByRole('textbox', { name: '主播昵称' }).fill('小夏')
  await dialog.getByRole('textbox', { name: '视频号ID' }).fill('sphZhanggui01')
  await chooseCover(page, dialog)
  await fillTimes(dialog)
  await expect(page.getByRole('row').filter({ hasText: title }).getByText('未开始')).toBeVisible()

  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await phone.goto(`${shop.url}/h5/live`)
  await phone.getByRole('button', { name: `怎么看：${title}` }).click()
  await expect(phone.getByRole('dialog', { name: title }).getByText('进入这场视频号直播')).toBeVisible()
  await phone.close()
})

type Stored = {
  id: number
  roomId: number | null
  name: string
  startTime: string
  endTime: string
  anchorName: string
}
type Reviewed = { id: number; goodsId: number | null; name: string; auditStatus: number; price: number; url: string }

/** A platform that has what the demo shop has, so that the shop loses nothing when it asks this one instead of its own. */
async function openPlatform(admin: Staff): Promise<FakeWechat> {
  const platform = await openFakeWechat({ now: () => new Date() })
  const rooms = await admin.call<{ list: Stored[] }>('GET', `${liveRoom.list.path}?limit=100`)
  const goods = await admin.call<{ list: Reviewed[] }>('GET', `${liveGoods.list.path}?limit=100`)
  const secondsOf = (time: string) => Date.parse(`${time.replace(' ', 'T')}+08:00`) / 1000
  const { live } = platform
  const fill = <Row>(
    rows: readonly Row[],
    numberOf: (row: Row) => number | null,
    add: (row: Row | undefined) => void,
  ) => {
    const known = new Map(rows.map((row) => [numberOf(row), row]))
    const last = Math.max(0, ...rows.map((row) => numberOf(row) ?? 0))
    for (let number = 1; number <= last; number++) add(known.get(number))
    return known
  }
  const knownRooms = fill(
    rooms.body.list,
    ({ roomId }) => roomId,
    (row) => live.addRoom(row ? { ...row, startTime: secondsOf(row.startTime), endTime: secondsOf(row.endTime) } : {}),
  )
  for (const number of live.rooms.keys()) if (!knownRooms.has(number)) live.rooms.delete(number)
  const knownGoods = fill(
    goods.body.list,
    ({ goodsId }) => goodsId,
    (row) =>
      live.addGoods({ name: row?.name, price: row?.price, priceType: 1, url: row?.url }, 2, row?.auditStatus ?? 0),
  )
  for (const number of live.goods.keys()) if (!knownGoods.has(number)) live.goods.delete(number)
  return platform
}

const turnTo = async (admin: Staff, mode: string, address: string) => {
  const values = { live_gateway_mode: mode, live_gateway_base_url: address }
  const { status } = await admin.call('PUT', '/api/settings/marketing', { values })
  expect(status).toBe(200)
}

test('a room is refused in words, mended, gets goods that were reviewed, is shown while it runs, and leaves a replay', async ({
  open,
  shop,
  admin,
  browser,
  ip,
  trouble,
}) => {
  trouble.allow(/422 POST .*live\/room\/save/, /^console: .*mmbiz\.qpic\.cn/)
  const stamp = String(Date.now()).slice(-6)
  const name = `周五专场${stamp}`
  const platform = await openPlatform(admin)
  await turnTo(admin, 'wechat', platform.endpoint)
  const page = await open('/live/room', { as: 'admin' })
  const row = page.getByRole('row').filter({ hasText: stamp })
  const synchronize = async () => {
    await page.getByRole('button', { name: '同步直播间' }).click()
    await expect(page.getByText(/^共 \d+ 个，新增/).last()).toBeVisible()
  }

  await page.getByRole('button', { name: '添加直播间' }).click()
  const dialog = page.getByRole('dialog', { name: '添加直播间' })
  await dialog.getByText('小程序直播', { exact: true }).click()
  await dialog.getByRole('textbox', { name: '房间名' }).fill(`违规专场${stamp}`)
  await dialog.getByRole('textbox', { name: '主播昵称' }).fill('小夏')
  await dialog.getByRole('textbox', { name: '主播微信号' }).fill('xiaxia_live')
  await chooseCover(page, dialog)
  await fillTimes(dialog)
  await expect(row).toContainText('房间名称违规')
  await expect(row).toContainText('提交失败')

  await row.getByRole('button', { name: /编辑/ }).click()
  const mend = page.getByRole('dialog', { name: '编辑直播间' })
  await mend.getByRole('textbox', { name: '房间名' }).fill(name)
  await mend.getByRole('button', { name: /^确\s?认$/ }).click()
  await expect(row).toContainText('未开始')

  const { body: stored } = await admin.call<{ list: (Stored & { coverImg: string })[] }>(
    'GET',
    `${liveRoom.list.path}?keywords=${encodeURIComponent(name)}`,
  )
  const product = await sellable(shop)
  const goods = await admin.call<{ goodsId: number }>('POST', liveGoods.save.path, {
    productId: product.id,
    name: `直播好物${stamp}`,
    coverImgUrl: stored.list[0]?.coverImg,
    priceType: 1,
    price: 19.9,
  })
  expect(goods.status).toBe(200)
  platform.live.review(goods.body.goodsId, true)
  expect((await admin.call('GET', liveGoods.synchronize.path)).status).toBe(200)
  await row.getByRole('button', { name: '商品' }).click()
  const panel = page.getByRole('dialog', { name: `「${name}」的商品` })
  await panel.getByRole('combobox', { name: '审核通过的商品' }).fill(stamp)
  await page.getByTitle(`直播好物${stamp}`).click()
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: /^添\s?加$/ }).click()
  await expect(panel.getByRole('switch', { name: `直播好物${stamp}：上架` })).toBeVisible()
  await panel.getByRole('button', { name: '关闭' }).click()

  const room = [...platform.live.rooms.values()].find(({ body }) => body.name === name)
  if (!room) throw new Error('the platform has no such room')
  const { page: phone, end } = await openPhone(browser, shop, ip, trouble)
  room.state = 101
  await synchronize()
  await expect(row).toContainText('直播中')
  await phone.goto('/h5/live')
  await expect(phone.getByText(name)).toBeVisible()
  await expect(phone.getByText('小夏 · 1 件商品')).toBeVisible()
  await expect(phone.getByRole('button', { name: `看直播：${name}` })).toBeVisible()

  room.state = 103
  room.replays = [{ media_url: 'https://vod.example/friday.m3u8', create_time: new Date().toISOString() }]
  await synchronize()
  await expect(row).toContainText('已结束')
  await phone.reload()
  await phone.getByRole('button', { name: `看回放：${name}` }).tap()
  await expect(phone.getByRole('link', { name: /^回放 / })).toHaveAttribute('href', 'https://vod.example/friday.m3u8')
  await end()

  // The shop goes back to the platform that it simulates, which knows nothing of this room.
  const removed = await admin.call('GET', `${liveRoom.remove.path}?id=${stored.list[0]?.id}`)
  expect(removed.status).toBe(200)
  await turnTo(admin, 'mock', '')
  platform.close()
})
