import { frontPages, frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { pageLayout, shopTheme } from '@zhanggui/contract/decor/layout.ts'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { file } from '@zhanggui/contract/file/file.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeCoupon } from '../../../testing/coupon.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { paint } from '../../../testing/files/upload-samples.ts'
import { idsOf, makeLive, makePage, openPageShop, partsOf, readPage, title } from '../../../testing/page.ts'
import { makeProduct, productDraft } from '../../../testing/product.ts'
import type { Caller } from '../../../testing/shop.ts'
import { flushPageStats } from '../page/page-stat.service.ts'

const show = async (who: Caller, id: number, query: object = {}) => {
  const { status, body } = await who.call(frontPages.info, { params: { id }, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const titlesOf = ({ componentsData }: Awaited<ReturnType<typeof show>>) =>
  componentsData.map(({ type, props }) => String(props.title ?? type))

test('a new shop has a home and a user centre, with theme, bottom navigation and a card to share', async () => {
  const { shop } = await openPageShop()
  const home = await show(shop.visitor(), 0)
  expect(home).toMatchObject({
    type: 2,
    isDefault: true,
    publishedNo: 1,
    settings: { pageTitle: '首页' },
    theme: { theme: 1 },
  })
  expect(home.tabBar.map(({ name }) => name)).toEqual(['首页', '分类', '购物车', '我的'])
  const centre = await shop.visitor().call(frontPages.userCenter)
  expect(centre.body).toMatchObject({ type: 4, isDefault: true, personal: true })
  expect((await shop.visitor().call(frontPages.info, { params: { id: 987_654 } })).body).toMatchObject({
    status: 404,
    message: '页面不存在或已下线',
  })
})

test('buyers see what is shown to them now: neither drafts nor what is hidden, for others, or over', async () => {
  const { shop, keeper } = await openPageShop()
  const now = shop.clock.now().getTime()
  const at = (minutes: number) => toWireTime(new Date(now + minutes * 60_000))
  const value = partsOf([
    ['titleBar', { title: '都看' }],
    ['titleBar', { title: '访客' }, { audience: 'guest' }],
    ['titleBar', { title: '会员' }, { audience: 'member' }],
    ['titleBar', { title: '老客' }, { audience: 'paid' }],
    ['titleBar', { title: '新客' }, { audience: 'new' }],
    ['titleBar', { title: '标签' }, { audience: 'tag', tagIds: [7] }],
    ['titleBar', { title: '程序' }, { terminals: ['routine'] }],
    ['titleBar', { title: '将来' }, { startTime: at(10) }],
    ['titleBar', { title: '隐藏' }],
  ])
  const hidden = idsOf(value).at(-1)
  for (const component of Object.values(value)) {
    const each = component as { id: string; isShow: boolean }
    if (each.id === hidden) each.isShow = false
  }
  await shop.ctx.db.execute(sql`insert into user_tag (id, name) overriding system value values (7, '母婴')`)
  const id = await makeLive(keeper, { value })
  const { version } = await readPage(keeper, id)
  await keeper.call(decorPage.update, { body: { id, version, value: partsOf([title('草稿')]) } })
  const visitor = shop.visitor()
  const first = await show(visitor, id, { terminal: 2 })
  expect(titlesOf(first)).toEqual(['都看', '访客', '新客'])
  expect(first).toMatchObject({ personal: true, nextChangeAt: at(10) })
  expect(titlesOf(await show(visitor, id, { terminal: 1 }))).toContain('程序')
  const old = await shop.buyer()
  await shop.ctx.db.execute(sql`update shop_user set pay_count = 2, tag_ids = '{7}' where id = ${old.userId}`)
  expect(titlesOf(await show(old, id, { terminal: 2 }))).toEqual(['都看', '会员', '老客', '标签'])
  expect(titlesOf(await show(await shop.buyer(), id, { terminal: 2 }))).toEqual(['都看', '会员', '新客'])
  shop.clock.advance(10 * 60_000)
  expect(titlesOf(await show(visitor, id, { terminal: 2 }))).toContain('将来')
})

test('products are those of the shop window, at once without what left the shelf', async () => {
  const { shop, keeper, staff, cateId } = await openPageShop()
  const make = (storeName: string) => makeProduct(staff, productDraft(cateId, { storeName, isShow: true }))
  const [towel, soap] = [await make('毛巾'), await make('香皂')]
  await make('牙刷')
  const id = await makeLive(keeper, {
    value: partsOf([
      ['categoryTabs', { tabs: [{ title: '首页' }, { title: '家纺', kind: 'category', cateIds: [cateId] }] }],
      ['goodsList', { source: 'manual', productIds: [soap.id, towel.id] }],
      ['goodsList', { source: 'newest', count: 2, paging: 'endless' }],
      [
        'goodsTabs',
        {
          tabs: [
            { title: '甲', productIds: [towel.id] },
            { title: '乙', source: 'category', cateIds: [cateId] },
          ],
        },
      ],
    ]),
  })
  const visitor = shop.visitor()
  const listed = async () => {
    const { componentsData } = await show(visitor, id)
    return componentsData.map(({ data }) =>
      (data as { list?: { storeName: string }[] } | undefined)?.list?.map((card) => card.storeName),
    )
  }
  expect(await listed()).toEqual([undefined, ['香皂', '毛巾'], ['牙刷', '香皂'], ['毛巾']])
  const ids = (await show(visitor, id)).componentsData.map((component) => component.id)
  const more = async (at: number, body: object) =>
    visitor.call(frontPages.data, { body: { pageId: id, componentId: ids[at] ?? '', ...body } })
  expect((await more(2, { page: 2 })).body.data).toMatchObject({ list: [{ storeName: '毛巾' }], hasMore: false })
  expect((await more(0, { tab: 1 })).body.data).toMatchObject({ tab: 1, list: { length: 3 } })
  expect((await more(3, { tab: 1 })).body.data).toMatchObject({ tab: 1, list: { length: 3 } })
  expect((await more(0, { componentId: 'c1000000000000000' })).status).toBe(404)
  const headed = await makeLive(keeper, {
    value: partsOf([
      ['headCombo', { tabs: [{ title: '首页' }, { title: '家纺', kind: 'category', cateIds: [cateId] }] }],
    ]),
  })
  const [head] = (await show(visitor, headed)).componentsData
  const ofHead = { pageId: headed, componentId: head?.id ?? '', tab: 1 }
  expect((await visitor.call(frontPages.data, { body: ofHead })).body.data).toMatchObject({
    tab: 1,
    list: { length: 3 },
  })
  const down = await staff.call(product.takeOffShelf, { params: { id: soap.id } })
  expect(down.status, JSON.stringify(down.body)).toBe(200)
  await expect.poll(listed).toEqual([undefined, ['毛巾'], ['牙刷', '毛巾'], ['毛巾']])
})

test('what is a buyer’s own is never shown to another', async () => {
  const { shop, keeper } = await openPageShop()
  const couponer = await shop.signInAdmin()
  const coupon = await makeCoupon(couponer, { limitPerUser: 1 })
  const id = await makeLive(keeper, { value: partsOf([['coupons'], ['memberCard']]) })
  const [one, other] = [await shop.buyer({ nickname: '甲' }), await shop.buyer({ nickname: '乙' })]
  expect((await one.send('POST', '/api/front/coupon/receive', { couponId: coupon })).status).toBe(200)
  const own = async (who: Caller) => (await show(who, id)).componentsData.map(({ data }) => data)
  // Whoever asks first, and in whichever order, nobody gets what was made for somebody else.
  for (const round of [1, 2]) {
    expect(await own(one), `${round}`).toMatchObject([
      { list: [{ id: coupon, isUse: true }] },
      { isSignedIn: true, nickname: '甲' },
    ])
    expect(await own(shop.visitor())).toMatchObject([{ list: [{ id: coupon, isUse: false }] }, { isSignedIn: false }])
    expect(await own(other)).toMatchObject([
      { list: [{ id: coupon, isUse: false }] },
      { isSignedIn: true, nickname: '乙' },
    ])
  }
  expect(JSON.stringify(await own(shop.visitor()))).not.toContain('甲')
})

test('a pass shows the draft for half an hour, of its page alone', async () => {
  const { shop, keeper } = await openPageShop()
  const id = await makeLive(keeper, { value: partsOf([title('线上')]) })
  const { version, liveVersionId } = await readPage(keeper, id)
  await keeper.call(decorPage.update, { body: { id, version, value: partsOf([title('草稿')]) } })
  const pass = async (versionId?: number) =>
    (await keeper.call(decorPage.preview, { body: { id, ...(versionId && { versionId }) } })).body.pass
  const visitor = shop.visitor()
  const draft = await pass()
  expect(titlesOf(await show(visitor, id, { preview: draft }))).toEqual(['草稿'])
  expect(titlesOf(await show(visitor, id, { preview: await pass(liveVersionId ?? 0) }))).toEqual(['线上'])
  expect(titlesOf(await show(visitor, id))).toEqual(['线上'])
  const opened = (page: number, preview: string) =>
    visitor.call(frontPages.info, { params: { id: page }, query: { preview } })
  const { id: other } = await makePage(keeper)
  expect((await opened(other, draft)).status).toBe(404)
  expect((await opened(id, `${draft.slice(0, -6)}AAAAAA`)).body).toMatchObject({
    status: 404,
    message: '预览已失效，请重新打开',
  })
  shop.clock.advance(31 * 60_000)
  expect((await opened(id, draft)).status).toBe(404)
})

test('homes and user centres are previewed where buyers find them, before they are any', async () => {
  const { shop, keeper } = await openPageShop()
  const { id: home } = (await keeper.call(decorPage.getDefault, { query: { terminal: 3 } })).body
  const { id: micro } = await makePage(keeper)
  const { id: centre } = await makePage(keeper, { type: 4, value: partsOf([title('新的个人中心')]) })
  const preview = async (id: number) => (await keeper.call(decorPage.preview, { body: { id } })).body
  const paths = await Promise.all([home, micro, centre].map(async (id) => new URL((await preview(id)).url, 'http://x')))
  expect(paths.map(({ pathname }) => pathname)).toEqual(['/h5', `/h5/page/${micro}`, '/h5/user'])
  const { pass } = await preview(centre)
  const { body } = await shop.visitor().call(frontPages.userCenter, { query: { preview: pass } })
  expect([body.id, titlesOf(body)]).toEqual([centre, ['新的个人中心']])
})

test('a page that is asked for again unchanged is answered with 304, whatever the time', async () => {
  const { shop, keeper } = await openPageShop()
  const id = await makeLive(keeper)
  const visitor = shop.visitor()
  const first = await visitor.call(frontPages.info, { params: { id } })
  shop.clock.advance(5000)
  const again = await visitor.send('GET', `/api/front/pagediy/info/${id}`, undefined, {
    'if-none-match': String(first.headers.etag),
  })
  expect(again.status).toBe(304)
  await keeper.call(shopTheme.save, { body: { theme: 3, radius: 2 } })
  expect(await show(visitor, id)).toMatchObject({ theme: { theme: 3 } })
})

test('what is kept for visitors leaves with the time of each answer, until a moment of a rule comes', async () => {
  const { shop, keeper } = await openPageShop()
  const soon = toWireTime(new Date(shop.clock.now().getTime() + 10_000))
  const value = partsOf([title('现在'), ['titleBar', { title: '马上' }, { startTime: soon }]])
  const id = await makeLive(keeper, { value })
  const ask = () => shop.visitor().call(frontPages.info, { params: { id } })
  const first = await ask()
  shop.clock.advance(6000)
  const again = await ask()
  expect(again.headers.etag).toBe(first.headers.etag)
  expect({ ...again.body, serverTime: '' }).toEqual({ ...first.body, serverTime: '' })
  expect(again.body.serverTime).toBe(toWireTime(shop.clock.now()))
  expect(titlesOf(again.body)).toEqual(['现在'])
  shop.clock.advance(6000)
  expect(titlesOf((await ask()).body)).toEqual(['现在', '马上'])
})

test('the name of the shop and its card are those of now', async () => {
  const { shop, keeper } = await openPageShop()
  const id = await makeLive(keeper)
  await show(shop.visitor(), id)
  const admin = await shop.signIn({ can: [setting.save] })
  const saved = await admin.call(setting.save, {
    params: { group: 'shop' },
    body: { values: { seo_title: '云上咖啡' } },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  expect((await show(shop.visitor(), id)).share.title).toBe('云上咖啡')
})

test('views and taps are counted by page, component and day', async () => {
  const { shop, keeper } = await openPageShop()
  const value = partsOf([title('新品')])
  const id = await makeLive(keeper, { value })
  const [component = ''] = idsOf(value)
  const items = [
    { kind: 'view' as const },
    { kind: 'view' as const, componentId: component },
    { kind: 'click' as const, componentId: component },
  ]
  await shop.visitor().call(frontPages.track, { body: { pageId: id, items } })
  await shop
    .visitor()
    .call(frontPages.track, { body: { pageId: id, items: [...items, { kind: 'click', componentId: '<b>' }] } })
  await shop.visitor().call(frontPages.track, { body: { pageId: 987_654, items } })
  await flushPageStats(shop.ctx)
  const { body } = await keeper.call(decorPage.stat, { params: { id } })
  expect(body).toMatchObject({
    days: [{ views: 2, clicks: 2 }],
    components: [{ componentId: component, name: '标题', views: 2, clicks: 2 }],
  })
  const { list } = (await keeper.call(decorPage.list, { query: { type: 2 } })).body
  expect(list.find((row) => row.id === id)).toMatchObject({ views7: 2 })
})

test('of components that a page does not have nothing is counted, however many ids are invented', async () => {
  const { shop, keeper } = await openPageShop()
  const id = await makeLive(keeper)
  const items = Array.from({ length: 20 }, (_, index) => ({
    kind: 'click' as const,
    componentId: `c${1_700_000_000_000_000 + index}`,
  }))
  expect((await shop.visitor().call(frontPages.track, { body: { pageId: id, items } })).status).toBe(200)
  await flushPageStats(shop.ctx)
  const { rows } = await shop.ctx.db.execute(sql`select from decor_page_stat where page_id = ${id}`)
  expect(rows).toEqual([])
})

test('the canvas gets the data of components in every place of a page', async () => {
  const { keeper, staff, cateId } = await openPageShop()
  await makeProduct(staff, productDraft(cateId, { storeName: '毛巾', isShow: true }))
  const components = Object.values(partsOf([['goodsList', { source: 'newest' }], title('x')])).reverse() as Record<
    string,
    unknown
  >[]
  const { body } = await keeper.call(decorPage.resolve, { body: { components } })
  expect(Object.values(body)).toMatchObject([{ list: [{ storeName: '毛巾' }] }])
})

test('a category that pages show is deleted with force alone, and then shows nothing', async () => {
  const { shop, keeper, staff } = await openPageShop()
  const { body: made } = await staff.call(category.save, { body: { name: '卫浴' } })
  const id = await makeLive(keeper, { value: partsOf([['categoryGrid', { cateIds: [made.id] }]]) })
  const shown = async () => (await show(shop.visitor(), id)).componentsData[0]?.data
  expect(await shown()).toMatchObject({ list: [{ name: '卫浴' }] })
  const remove = (force?: boolean) => staff.call(category.remove, { query: { id: made.id, ...(force && { force }) } })
  expect((await remove()).body).toMatchObject({ code: 'IN_USE', uses: [{ type: 'page', id }] })
  expect((await remove(true)).status).toBe(200)
  expect(await shown()).toMatchObject({ list: [] })
})

test('theme, bottom navigation, hot words and styles are saved and told to every channel; what breaks their limits is refused', async () => {
  const { shop, keeper } = await openPageShop()
  const theme = (body: { theme: 6; colour?: string; radius: 1 }) => keeper.call(shopTheme.save, { body })
  expect((await theme({ theme: 6, radius: 1 })).body).toMatchObject({ status: 400, message: '请选择颜色' })
  expect((await theme({ theme: 6, colour: 'red', radius: 1 })).body).toMatchObject({ status: 400 })
  expect((await theme({ theme: 6, colour: '#1A2B3C', radius: 1 })).status).toBe(200)
  const icons = { icon: 'https://m.example/a.png', activeIcon: 'https://m.example/b.png' }
  const item = (name: string, link: string, change: object = {}) => ({ name, link, show: true, ...icons, ...change })
  const items = [
    ['首页', '/pages/index/index'],
    ['分类', '/pages/goods_cate/goods_cate'],
    ['车', '/pages/order_addcart/order_addcart'],
    ['我', '/pages/user/index'],
  ].map(([name = '', link = '']) => item(name, link))
  const navigation = (given: object[]) =>
    keeper.send('POST', '/admin/page/layout/bottom/navigation/save', { isCustom: true, items: given })
  expect((await navigation(items.slice(1))).body.message).toBe('设置数据不能小于4条')
  expect((await navigation([...items, ...items])).body.message).toBe('设置数据不能超过5条')
  expect((await navigation([...items].reverse())).body.message).toBe('第一项须为首页')
  expect((await navigation([item('首页', '/pages/index/index', { icon: '' }), ...items.slice(1)])).body.message).toBe(
    '请上传图标',
  )
  expect((await navigation([item('', '/pages/index/index'), ...items.slice(1)])).body.message).toBe('请填写名称')
  expect((await navigation([item('首页', 'javascript:alert(1)'), ...items.slice(1)])).body.message).toBe('请选择链接')
  expect((await navigation(items)).status).toBe(200)
  await keeper.call(pageLayout.saveHotWords, { body: { words: ['夏装', '毛巾', '夏装'] } })
  await keeper.call(pageLayout.saveListStyle, { body: { style: 3 } })
  await keeper.call(pageLayout.saveCategory, { body: { style: 4, showFirstLevel: false } })
  const { body: site } = await shop.visitor().call(frontSite.site)
  expect(site).toMatchObject({
    theme: { theme: 6, colour: '#1a2b3c', radius: 1 },
    hotWords: ['夏装', '毛巾'],
    listStyle: 3,
    category: { style: 4, showFirstLevel: false },
  })
  expect(site.tabBar.map(({ name }) => name)).toEqual(['首页', '分类', '车', '我'])
  for (const [route, answer] of [
    [frontSite.theme, { theme: 6 }],
    [frontSite.navigation, { isCustom: true }],
    [frontSite.hotWords, { words: ['夏装', '毛巾'] }],
    [frontSite.listStyle, { style: 3 }],
    [frontSite.share, { title: expect.any(String) }],
    [frontSite.copyright, { icp: '' }],
    [frontSite.domain, { domain: '' }],
  ] as const)
    expect((await shop.visitor().call(route)).body).toMatchObject(answer)
})

test('a picture of the shop’s own has its size, and is given as JPEG for posters; no other is', async () => {
  const { shop, keeper } = await openPageShop()
  const { body } = await upload(await shop.signInAdmin(), file.picture, {
    'a.png': await paint(900, 300).png().toBuffer(),
  })
  const slides = [{ image: { url: body.url, alt: '海报' } }]
  const id = await makeLive(keeper, { value: partsOf([['carousel', { slides }]]) })
  const { componentsData } = await show(shop.visitor(), id)
  expect(componentsData).toMatchObject([{ props: { slides: [{ image: { url: body.url, w: 900, h: 300 } }] } }])
  const picture = (url: string) => shop.visitor().send('GET', `/api/front/share/picture?url=${encodeURIComponent(url)}`)
  expect(await picture(body.url)).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } })
  expect((await picture('https://evil.example/a.png')).status).toBe(404)
  expect((await picture('/file/public/2020/01/01/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.png')).status).toBe(404)
})
