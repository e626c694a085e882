import { frontBargain } from '@zhanggui/contract/bargain/front-bargain.ts'
import { frontCombination } from '@zhanggui/contract/combination/front-combination.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { openMiniProgram, payOnPage } from '../../../scripts/mini-program.ts'
import { expect, test } from '../shop/journey.ts'
import { draftOf, expectWithin, findGoods, orderIn, yuan } from './activities.ts'

const oneFen = 0.01

test('a team is completed and its orders can be shipped; another fails when staff end the activity, and its buyer gets the money back', async ({
  shop,
  open,
  admin,
  ip,
}) => {
  const stamp = String(Date.now()).slice(-8)
  const title = `两人团${stamp}`
  const goods = await findGoods(admin, 1)
  const [sku] = goods.skus
  const saved = await admin.call<{ id: number }>('POST', '/admin/store/combination/save', {
    ...draftOf(goods, title),
    people: 2,
    effectiveTime: 24,
    num: 2,
    onceNum: 1,
    attrValue: [{ skuId: sku.id, price: yuan(sku.price - oneFen), quota: 3 }],
  })
  expect([saved.status, saved.body]).toMatchObject([200, { id: expect.any(Number) }])
  const combinationId = saved.body.id
  const [leader, friend, alone] = await Promise.all(
    ['a', 'b', 'c'].map((name) => openMiniProgram(shop.url, `journey-team-${name}-${stamp}`, ip)),
  )
  if (!leader || !friend || !alone) throw new Error('no buyers')
  const { attrValue } = await leader.call(frontCombination.detail, { params: { id: combinationId } })
  const attrValueId = attrValue.find(({ skuId }) => skuId === sku.id)?.id ?? 0
  const line = { attrValueId, productNum: 1, combinationId }
  const phone = `139${stamp}`

  // The leader pays and waits; a friend completes the team.
  const opened = await orderIn(leader, line, phone)
  await payOnPage(leader, opened)
  const pinkId = await pinkOf(leader, opened)
  const page = await open('/marketing/combination/list', { as: 'admin' })
  const teamRow = page.getByRole('row').filter({ hasText: title })
  await expect(teamRow.first()).toContainText('进行中')
  await page.goto(`/order/list?keywords=${opened}`)
  await expect(page.getByRole('row').filter({ hasText: opened.slice(-6) })).toContainText('待成团')
  const joined = await orderIn(friend, { ...line, pinkId }, phone)
  await payOnPage(friend, joined)
  await expect.poll(async () => (await friend.call(frontCombination.team, { params: { pinkId } })).team.status).toBe(2)
  for (const orderNo of [opened, joined]) {
    await page.goto(`/order/list?keywords=${orderNo}`)
    await expect(page.getByRole('row').filter({ hasText: orderNo.slice(-6) })).toContainText('待发货')
  }

  // Another opens a team that nobody joins; staff end the activity, and the money goes back by itself.
  const waiting = await orderIn(alone, line, phone)
  await payOnPage(alone, waiting)
  await page.goto(`/marketing/combination/goods?keywords=${combinationId}`)
  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByRole('button', { name: `更多：${title}` }).click()
  await page.getByRole('menuitem', { name: '提前结束' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '提前结束', exact: true }).click()
  await expect(row).toContainText('已结束')
  const failed = await pinkOf(alone, waiting)
  await expect
    .poll(async () => (await alone.call(frontCombination.team, { params: { pinkId: failed } })).joined?.refunded, {
      timeout: 60_000,
    })
    .toBe(true)
  await page.goto(`/order/list?keywords=${waiting}`)
  await expect(page.getByRole('row').filter({ hasText: waiting.slice(-6) })).toContainText('已退款')

  const small = await open(`/marketing/combination/list?keywords=${title}`, { as: 'admin', width: 390, height: 844 })
  await expect(small.getByRole('article').filter({ hasText: title })).toHaveCount(2)
  await expect(small.getByRole('article').filter({ hasText: '未完成' })).toHaveCount(1)
  await expectWithin(small, 390)
  for (const [of, width] of [
    [page, 1440],
    [small, 390],
  ] as const) {
    await of.goto(`/marketing/combination/team/${pinkId}`)
    await expect(of.getByRole('region', { name: '团员' }).getByRole('link', { name: `订单 ${opened}` })).toBeVisible()
    await expect(of.getByRole('region', { name: '这个活动' })).toContainText('成团率 50.0%')
    await expectWithin(of, width)
  }

  async function pinkOf(buyer: typeof alone, orderNo: string): Promise<number> {
    const read = async () => (await buyer?.call(frontOrder.detail, { params: { orderNo } }))?.pinkId ?? 0
    await expect.poll(read).toBeGreaterThan(0)
    return read()
  }
})

test('a buyer starts a bargain, a friend cuts it to the lowest price, and it is ordered at that price; staff see who cut', async ({
  shop,
  open,
  admin,
  ip,
}) => {
  const stamp = String(Date.now()).slice(-8)
  const title = `砍到底${stamp}`
  const goods = await findGoods(admin, 2)
  const [sku] = goods.skus
  // Above its cost: below it a second person would have to agree.
  const minPrice = yuan(sku.price - 1)
  const saved = await admin.call<{ id: number }>('POST', '/admin/store/bargain/save', {
    ...draftOf(goods, title),
    peopleNum: 2,
    bargainNum: 1,
    num: 1,
    attrValue: [{ skuId: sku.id, price: sku.price, minPrice, quota: 1 }],
  })
  expect([saved.status, saved.body]).toMatchObject([200, { id: expect.any(Number) }])
  const bargainId = saved.body.id
  const [owner, friend] = await Promise.all(
    ['a', 'b'].map((name) => openMiniProgram(shop.url, `journey-bargain-${name}-${stamp}`, ip)),
  )
  if (!owner || !friend) throw new Error('no buyers')
  const { bargainUserId } = await owner.call(frontBargain.start, { body: { bargainId } })
  const { attrValue } = await owner.call(frontBargain.detail, { params: { id: bargainId } })
  const attrValueId = attrValue.find(({ skuId }) => skuId === sku.id)?.id ?? 0
  const line = { attrValueId, productNum: 1, bargainId, bargainUserId }
  await owner.call(frontBargain.help, { body: { bargainUserId } })
  await expect(orderIn(owner, line, `139${stamp}`)).rejects.toThrow('请先完成砍价活动')
  expect(await friend.call(frontBargain.help, { body: { bargainUserId } })).toMatchObject({
    leftPrice: 0,
    finished: true,
  })
  await expect(orderIn(friend, line, `139${stamp}`)).rejects.toThrow()
  const orderNo = await orderIn(owner, line, `139${stamp}`)
  await payOnPage(owner, orderNo)

  const page = await open(`/marketing/bargain/list?keywords=${title}`, { as: 'admin' })
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText(minPrice.toFixed(2))
  await row.getByRole('button', { name: /查看详情/ }).click()
  await expect(page.getByRole('dialog')).toContainText('2')
  await expectWithin(page, 1440)
  const small = await open(`/marketing/bargain/list?keywords=${title}`, { as: 'admin', width: 390, height: 844 })
  await expect(small.getByRole('article').filter({ hasText: title })).toHaveCount(1)
  await expectWithin(small, 390)
  for (const [of, width] of [
    [page, 1440],
    [small, 390],
  ] as const) {
    await of.goto(`/marketing/bargain/session/${bargainUserId}`)
    await expect(of.getByRole('region', { name: '谁砍了' })).toContainText('2 人')
    await expect(of.getByRole('region', { name: '砍成以后' })).toContainText(`1 件，¥${minPrice.toFixed(2)}`)
    await expectWithin(of, width)
  }
})
