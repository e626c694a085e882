import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { pageLayout } from '@zhanggui/contract/decor/layout.ts'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import {
  makeLive,
  makePage,
  openPageShop,
  type PageShop,
  pageRoutes,
  partsOf,
  publish,
  readPage,
  title,
} from '../../../testing/page.ts'
import { makeProduct, productDraft } from '../../../testing/product.ts'
import { checkLinks, thinVersions, turnPages } from './page-clock.service.ts'
import { publishScheduled } from './page-publish.service.ts'
import * as versions from './page-version.repository.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3600_000
const { signal } = new AbortController()

function clockOf({ shop }: PageShop) {
  const start = shop.clock.now().getTime()
  return {
    at: (minutes: number) => toWireTime(new Date(start + minutes * MINUTE_MS)),
    /** The clock runs, some minutes after the beginning. */
    async turnAt(minutes: number) {
      shop.clock.advance(start + minutes * MINUTE_MS + 1000 - shop.clock.now().getTime())
      return turnPages(shop.ctx, signal)
    },
  }
}

const failures = async ({ shop, keeper }: PageShop) => {
  const { rows } = await shop.ctx.db.execute<{ title: string; content: string }>(
    sql`select title, content from notification where event = 'page.failed' and user_id = ${keeper.userId} order by id`,
  )
  return rows
}

test('what was scheduled goes live as it was then, once, by two workers of which one dies between two steps', async () => {
  const opened = await openPageShop()
  const { shop, keeper } = opened
  const { at } = clockOf(opened)
  const { id, version } = await makePage(keeper, { value: partsOf([title('定时')]) })
  await publish(keeper, id, { publishAt: at(10), note: '双十一' })
  await keeper.call(decorPage.update, { body: { id, version, value: partsOf([title('后来')]) } })
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 0, publishAt: at(10) })
  expect(await turnPages(shop.ctx, signal)).toBe(0)

  shop.clock.advance(11 * MINUTE_MS)
  const second = await shop.second()
  // One dies after it struck the schedule off and published: nothing of that is left.
  const dying = inTransaction(shop.ctx, async (tx) => {
    const due = await versions.lockDue(tx, [])
    if (!due) throw new Error('nothing is due')
    await publishScheduled(tx, due)
    throw new Error('the process died')
  })
  await expect(dying).rejects.toThrow('the process died')
  expect((await readPage(keeper, id)).publishState).toBe(0)
  const turned = await Promise.all([turnPages(shop.ctx, signal), turnPages(second.ownContext(), signal)])
  expect(turned[0] + turned[1]).toBe(1)
  expect(await readPage(keeper, id)).toMatchObject({ publishedNo: 1, publishState: 2, publishAt: null })
  const { body } = await shop.visitor().call(frontPages.info, { params: { id } })
  expect(body.componentsData).toMatchObject([{ props: { title: '定时' } }])
  const { list } = (await keeper.call(pageVersion.list, { query: { pageId: id } })).body
  expect(list).toMatchObject([{ no: 1, kind: 'schedule', live: true, note: '双十一', scheduleId: null }])
})

test('what is at fault when its time comes, or is over by then, is struck off, and its maker told', async () => {
  const opened = await openPageShop()
  const { keeper, staff, cateId } = opened
  const { at, turnAt } = clockOf(opened)
  const { id: towel } = await makeProduct(staff, productDraft(cateId, { isShow: true }))
  const link = `/pages/goods/goods_details/index?id=${towel}`
  const { id } = await makePage(keeper, { name: '会场', value: partsOf([title('毛巾', link)]) })
  await publish(keeper, id, { publishAt: at(5) })
  await publish(keeper, id, { publishAt: at(10), offlineAt: at(20) })
  await opened.shop.ctx.db.execute(sql`update product set is_del = true, is_show = false where id = ${towel}`)
  await turnAt(25)
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 0, publishAt: null })
  expect(await failures(opened)).toEqual([
    { title: '页面「会场」定时发布失败', content: '页面有1处问题：引用的商品已删除' },
    { title: '页面「会场」定时发布失败', content: '下线时间已过' },
  ])
})

test('a page whose end has come goes dark, unless a schedule takes over', async () => {
  const opened = await openPageShop()
  const { shop, keeper } = opened
  const { at, turnAt } = clockOf(opened)
  const { id } = await makePage(keeper)
  await publish(keeper, id, { offlineAt: at(10) })
  expect((await shop.visitor().call(frontPages.info, { params: { id } })).body.nextChangeAt).toBe(at(10))
  await publish(keeper, id, { publishAt: at(10), offlineAt: at(20) })
  await turnAt(10)
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 1, publishedNo: 2, offlineAt: at(20) })
  await turnAt(20)
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 3, offlineAt: null })
  expect((await shop.visitor().call(frontPages.info, { params: { id } })).status).toBe(404)
})

test('the home never answers 404, whatever ends: it comes back to the last version without an end, or stays', async () => {
  const opened = await openPageShop()
  const { shop, keeper } = opened
  const { at, turnAt } = clockOf(opened)
  const home = async () => (await shop.visitor().call(frontPages.info, { params: { id: 0 } })).body
  const id = await makeLive(keeper, { value: partsOf([title('平时')]) })
  await keeper.call(decorPage.setDefault, { params: { id } })
  const { version } = await readPage(keeper, id)
  await keeper.call(decorPage.update, { body: { id, version, value: partsOf([title('大促')]) } })
  await publish(keeper, id, { offlineAt: at(10) })
  await keeper.call(decorPage.update, { body: { id, version: version + 1, value: partsOf([title('返场')]) } })
  await publish(keeper, id, { publishAt: at(10), offlineAt: at(20) })
  await turnAt(10)
  expect((await home()).componentsData).toMatchObject([{ props: { title: '返场' } }])
  await turnAt(20)
  expect((await home()).componentsData).toMatchObject([{ props: { title: '平时' } }])
  expect(await readPage(keeper, id)).toMatchObject({ publishedNo: 4, isDefault: true, offlineAt: null })

  // One whose first version ends, with nothing before it.
  const only = await makePage(keeper, { name: '只此一版' })
  await publish(keeper, only.id, { setDefault: true, offlineAt: at(30) })
  await turnAt(30)
  expect(await home()).toMatchObject({ id: only.id })
  expect(await failures(opened)).toEqual([
    { title: '页面「只此一版」到期没有下线', content: '没有可以回到的版本，页面保持原样' },
  ])
})

test('a page in the bottom navigation is neither taken offline nor ends', async () => {
  const opened = await openPageShop()
  const { keeper } = opened
  const { at, turnAt } = clockOf(opened)
  const id = await makeLive(keeper)
  const item = (name: string, link: string) => ({
    name,
    link,
    icon: 'https://m.example/a.png',
    activeIcon: 'https://m.example/b.png',
    show: true,
  })
  const items = [
    item('首页', '/pages/index/index'),
    item('活动', `/pages/activity/small_page/index?id=${id}`),
    item('购物车', '/pages/order_addcart/order_addcart'),
    item('我的', '/pages/user/index'),
  ]
  expect((await keeper.call(pageLayout.saveNavigation, { body: { isCustom: true, items } })).status).toBe(200)
  const refused = { code: 'IN_USE', uses: [{ type: 'page-layout', name: '底部导航' }] }
  expect((await keeper.call(decorPage.offline, { params: { id } })).body).toMatchObject(refused)
  expect((await keeper.call(decorPage.remove, { query: { id, force: true } })).body).toMatchObject(refused)
  await publish(keeper, id, { offlineAt: at(5) })
  await turnAt(5)
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 1 })
  expect(await failures(opened)).toHaveLength(1)
})

test('staff are notified once of each new fault of a live page', async () => {
  const opened = await openPageShop()
  const { shop, keeper, staff, cateId } = opened
  const { id: towel } = await makeProduct(staff, productDraft(cateId, { isShow: true }))
  await makeLive(keeper, {
    name: '会场',
    value: partsOf([title('毛巾', `/pages/goods/goods_details/index?id=${towel}`)]),
  })
  expect(await checkLinks(shop.ctx, signal)).toBe(3)
  await shop.ctx.db.execute(sql`update product set is_del = true, is_show = false where id = ${towel}`)
  await checkLinks(shop.ctx, signal)
  await checkLinks(shop.ctx, signal)
  const { rows } = await shop.ctx.db.execute(
    sql`select title, content from notification where event = 'page.broken' and user_id = ${keeper.userId}`,
  )
  expect(rows).toEqual([{ title: '页面「会场」有1处新问题', content: '引用的商品已删除' }])
})

test('versions that are too many go, but not what is live, waits, or may be come back to', async () => {
  const opened = await openPageShop()
  const { shop, keeper } = opened
  const { at } = clockOf(opened)
  const id = await makeLive(keeper)
  let { version } = await readPage(keeper, id)
  for (const text of ['一', '二', '三']) {
    const { body } = await keeper.call(decorPage.update, {
      body: { id, version, overwrite: true, value: partsOf([title(text)]) },
    })
    version = body.version
  }
  await publish(keeper, id, { offlineAt: at(60) })
  await publish(keeper, id, { publishAt: at(30) })
  const deleted = await makeLive(keeper)
  await keeper.call(decorPage.remove, { query: { id: deleted } })
  expect(await thinVersions(shop.ctx, signal)).toBe(0)
  shop.clock.advance(31 * DAY_MS)
  // Of three that were kept on one day one stays; what lay in the recycle bin is gone.
  expect(await thinVersions(shop.ctx, signal)).toBe(3)
  const later = await shop.signIn({ can: pageRoutes })
  const { list } = (await later.call(pageVersion.list, { query: { pageId: id } })).body
  expect(list.map(({ kind }) => kind).sort()).toEqual(['overwrite', 'publish', 'publish', 'schedule'])
  expect((await later.call(decorPage.restore, { params: { id: deleted } })).status).toBe(404)
})
