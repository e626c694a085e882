import { draftOf, expectWithin, findGoods, slotOfNow, yuan } from '../activities/activities.ts'
import { expect, type Page, test } from '../shop/journey.ts'
import { addAddress, chooseSku, openPhone, payOrder, signInAs } from './phone.ts'

const oneFen = 0.01
// The second SKU of a product: an activity of the same kind on the first belongs to the journeys of the console.

/** Copies the link for friends in the sheet that an invitation opens. @returns it */
async function copyLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: '复制链接' }).tap()
  await expect(page.getByText('链接已复制')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('a buyer finds a flash sale in its slot and buys it at its price', async ({
  browser,
  shop,
  admin,
  ip,
  trouble,
}) => {
  const stamp = String(Date.now()).slice(-8)
  const title = `手机抢${stamp}`
  const goods = await findGoods(admin, 1)
  const [, sku] = goods.skus
  const price = yuan(sku.price - oneFen)
  const slot = await slotOfNow(admin)
  const saved = await admin.call<{ id: number }>('POST', '/admin/store/seckill/save', {
    ...draftOf(goods, title),
    timeId: slot.id,
    num: 1,
    onceNum: 1,
    attrValue: [{ skuId: sku.id, price, quota: 2 }],
  })
  expect([saved.status, saved.body]).toMatchObject([200, { id: expect.any(Number) }])

  const page = await openPhone(browser, shop, ip)
  trouble.watch(page)
  await page.goto(`/h5/seckill?slot=${slot.id}`)
  await expect(page.getByRole('tab', { selected: true })).toBeVisible()
  await page.getByRole('link', { name: title }).tap()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expectWithin(page, 390)
  await page.getByRole('button', { name: /马上抢$/ }).tap()
  const sheet = page.getByRole('dialog', { name: '选择规格' })
  await chooseSku(sheet)
  await sheet.getByRole('button', { name: '马上抢' }).tap()
  await signInAs(page, `h5-seckill-${stamp}`)
  await expect(page.getByRole('heading', { name: '确认订单' })).toBeVisible()
  await addAddress(page, `139${stamp}`)
  await payOrder(page)
  await expect(page.getByRole('heading', { name: '待发货' })).toBeVisible()
  await expect(page.getByText(`¥${price.toFixed(2)}`, { exact: true }).first()).toBeVisible()
  const orderNo = /\d{20}/.exec(page.url())?.[0] ?? ''
  const { body } = await admin.call<{ list: { orderNo: string }[] }>(
    'GET',
    `/admin/store/order/list?keywords=${orderNo}&page=1&limit=10`,
  )
  expect(body.list.map((order) => order.orderNo)).toEqual([orderNo])
  await page.context().close()
})

test('a buyer starts a bargain, a friend reads it and cuts it to the lowest price, and it is ordered', async ({
  browser,
  shop,
  admin,
  ip,
  trouble,
}) => {
  const stamp = String(Date.now()).slice(-8)
  const title = `手机砍${stamp}`
  const goods = await findGoods(admin, 2)
  const [, sku] = goods.skus
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

  const owner = await openPhone(browser, shop, ip)
  trouble.watch(owner)
  await owner.goto('/h5/bargain')
  await owner.getByRole('link', { name: title }).tap()
  await owner.getByRole('button', { name: /砍到这个价$/ }).tap()
  await signInAs(owner, `h5-bargain-owner-${stamp}`)
  // The own cut comes with the start.
  await expect(owner.getByRole('heading', { name: '我的砍价' })).toBeVisible()
  await owner.getByRole('button', { name: '喊好友砍一刀，还要 1 位' }).tap()
  await expectWithin(owner, 390)
  const link = await copyLink(owner)

  const friend = await openPhone(browser, shop, ip)
  trouble.watch(friend)
  await friend.goto(link)
  await expect(friend.getByRole('heading', { name: /喊你砍价$/ })).toBeVisible()
  await friend.getByRole('button', { name: '帮 TA 砍一刀' }).tap()
  await signInAs(friend, `h5-bargain-friend-${stamp}`)
  await expect(friend.getByText('到最低价了').first()).toBeVisible()
  await expect(friend.getByText('2 人砍了')).toBeVisible()
  await friend.context().close()

  await owner.goto('/h5/bargain/mine')
  await owner.getByRole('link', { name: title }).tap()
  await owner.getByRole('button', { name: `¥${minPrice.toFixed(2)} 去下单` }).tap()
  await addAddress(owner, `139${stamp}`)
  await payOrder(owner)
  await expect(owner.getByRole('heading', { name: '待发货' })).toBeVisible()
  await owner.goto('/h5/bargain/mine')
  await expect(owner.getByRole('article').filter({ hasText: title })).toContainText('已买到')
  await owner.context().close()
})

test('a buyer opens a team and invites a friend, who completes it', async ({ browser, shop, admin, ip, trouble }) => {
  const stamp = String(Date.now()).slice(-8)
  const title = `手机团${stamp}`
  const goods = await findGoods(admin, 1)
  const [, sku] = goods.skus
  const saved = await admin.call<{ id: number }>('POST', '/admin/store/combination/save', {
    ...draftOf(goods, title),
    people: 2,
    effectiveTime: 24,
    num: 2,
    onceNum: 1,
    attrValue: [{ skuId: sku.id, price: yuan(sku.price - oneFen), quota: 3 }],
  })
  expect([saved.status, saved.body]).toMatchObject([200, { id: expect.any(Number) }])

  const leader = await openPhone(browser, shop, ip)
  trouble.watch(leader)
  await leader.goto('/h5/combination')
  await leader.getByRole('link', { name: title }).tap()
  await buyIn(leader, /开一个团$/, `h5-team-leader-${stamp}`, `139${stamp}`)
  await expect(leader.getByRole('heading', { name: '待成团' })).toBeVisible()
  await leader.getByRole('button', { name: '邀朋友，看团' }).tap()
  await expect(leader.getByRole('heading', { name: '还差 1 人就成团' })).toBeVisible()
  await leader.getByRole('button', { name: '邀朋友一起' }).tap()
  await expectWithin(leader, 390)
  const link = await copyLink(leader)

  const friend = await openPhone(browser, shop, ip)
  trouble.watch(friend)
  await friend.goto(link)
  await expect(friend.getByRole('heading', { name: /邀你拼团$/ })).toBeVisible()
  await buyIn(friend, /参加这个团$/, `h5-team-friend-${stamp}`, `138${stamp}`)
  await expect(friend.getByRole('heading', { name: '待发货' })).toBeVisible()
  await friend.getByRole('button', { name: '看团' }).tap()
  await expect(friend.getByRole('heading', { name: '拼团成功' })).toBeVisible()
  await friend.context().close()
  await leader.reload()
  await expect(leader.getByRole('heading', { name: '拼团成功' })).toBeVisible()
  await leader.context().close()
})

/** Buys in an activity for the first time, up to the order. */
async function buyIn(page: Page, act: RegExp, name: string, phone: string): Promise<void> {
  await page.getByRole('button', { name: act }).tap()
  const sheet = page.getByRole('dialog', { name: '选择规格' })
  await chooseSku(sheet)
  await sheet.getByRole('button', { name: act }).tap()
  await signInAs(page, name)
  await expect(page.getByRole('heading', { name: '确认订单' })).toBeVisible()
  await addAddress(page, phone)
  await payOrder(page)
}
