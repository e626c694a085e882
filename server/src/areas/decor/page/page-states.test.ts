import { frontPages } from '@zhanggui/contract/decor/front-page.ts'
import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { pageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { expect, test } from 'vitest'
import { makeLive, makePage, openPageShop, partsOf, publish, readPage, title } from '../../../testing/page.ts'
import { trailOf } from '../../../testing/trail.ts'

const OF_3 = { terminal: 3 }

test('a page is drafted, published, changed, published again, taken offline and brought back', async () => {
  const { shop, keeper } = await openPageShop()
  const visitor = shop.visitor()
  const served = (id: number) => visitor.call(frontPages.info, { params: { id } })
  const { id, version } = await makePage(keeper, { name: '秋季会场' })
  expect(await readPage(keeper, id)).toMatchObject({ name: '秋季会场', publishState: 0, changes: 0, publishedNo: null })
  expect(await served(id)).toMatchObject({ status: 404, body: { message: '页面不存在或已下线' } })

  const published = await keeper.call(decorPage.publish, { params: { id }, body: { version, note: '第一版' } })
  expect(published.body).toEqual({ id, version, publishedNo: 1, scheduleId: null })
  expect(await trailOf(shop, published)).toEqual(['publish'])
  expect((await served(id)).body.componentsData).toMatchObject([
    { type: 'titleBar', props: { title: '新品', more: '更多' } },
  ])

  const changed = await keeper.call(decorPage.update, {
    body: { id, version, value: partsOf([title('秋装'), title('冬装')]) },
  })
  expect(changed.body).toEqual({ id, version: version + 1 })
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 2, changes: 2, publishedNo: 1 })
  expect((await served(id)).body.componentsData).toHaveLength(1)
  expect(await publish(keeper, id)).toMatchObject({ publishedNo: 2 })
  expect((await served(id)).body.componentsData).toHaveLength(2)
  // What was changed back is no change, and nothing new to publish.
  expect(await publish(keeper, id)).toMatchObject({ publishedNo: 2 })

  const offline = await keeper.call(decorPage.offline, { params: { id } })
  expect(await trailOf(shop, offline)).toEqual(['status'])
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 3 })
  expect((await served(id)).status).toBe(404)
  expect((await keeper.call(decorPage.offline, { params: { id } })).body).toMatchObject({ code: 'STATE_CONFLICT' })
  expect((await keeper.call(decorPage.online, { params: { id } })).status).toBe(200)
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 1 })
  expect((await served(id)).status).toBe(200)
  expect((await keeper.call(decorPage.online, { params: { id } })).body).toMatchObject({ code: 'STATE_CONFLICT' })
})

test('a page is deleted, links to it answer 404, and restored under a name that is free', async () => {
  const { shop, keeper } = await openPageShop()
  const id = await makeLive(keeper, { name: '夏'.repeat(30) })
  const other = await makeLive(keeper, {
    value: partsOf([title('会场', `/pages/activity/small_page/index?id=${id}`)]),
  })
  const remove = (force?: boolean) => keeper.call(decorPage.remove, { query: { id, ...(force && { force }) } })
  expect((await remove()).body).toMatchObject({
    code: 'IN_USE',
    message: '该页面被1处引用',
    uses: [{ type: 'page', id: other }],
  })
  expect((await keeper.call(decorPage.references, { params: { id } })).body.uses).toMatchObject([{ id: other }])
  expect(await trailOf(shop, await remove(true))).toEqual(['delete'])
  expect((await shop.visitor().call(frontPages.info, { params: { id } })).status).toBe(404)
  expect((await keeper.call(decorPage.info, { params: { id } })).status).toBe(404)
  const recycled = await keeper.call(decorPage.list, { query: { recycled: true } })
  expect(recycled.body.list.map((row) => row.id)).toEqual([id])

  await makePage(keeper, { name: '夏'.repeat(30) })
  const restored = await keeper.call(decorPage.restore, { params: { id } })
  expect(restored.body.name).toBe(`${'夏'.repeat(27)}-恢复`)
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 1, isDefault: false })
  expect((await keeper.call(decorPage.restore, { params: { id } })).status).toBe(404)
})

test('another page becomes the home, and the home can neither be deleted nor taken offline', async () => {
  const { keeper } = await openPageShop()
  const home = (await keeper.call(decorPage.getDefault, { query: OF_3 as { terminal: 3 } })).body.id
  const { id } = await makePage(keeper)
  const become = (page: number) => keeper.call(decorPage.setDefault, { params: { id: page } })
  expect((await become(id)).body).toMatchObject({ status: 422, message: '请先发布页面再设为首页' })
  await publish(keeper, id)
  expect((await become(id)).status).toBe(200)
  expect(await readPage(keeper, home)).toMatchObject({ isDefault: false })
  expect(await readPage(keeper, 0)).toMatchObject({ id, isDefault: true })
  const stays = { status: 422, message: '首页不能删除或下线，请先将其他页面设为首页' }
  expect((await keeper.call(decorPage.offline, { params: { id } })).body).toMatchObject(stays)
  expect((await keeper.call(decorPage.remove, { query: { id, force: true } })).body).toMatchObject(stays)
  expect((await keeper.call(decorPage.offline, { params: { id: home } })).status).toBe(200)
  // Published and made the home in one step.
  const next = await makePage(keeper)
  await publish(keeper, next.id, { setDefault: true })
  expect(await readPage(keeper, 0)).toMatchObject({ id: next.id })
})

test('of two who set the home at the same time, one gets the answer that it changed meanwhile', async () => {
  const { keeper } = await openPageShop()
  const [one, other] = [await makeLive(keeper), await makeLive(keeper)]
  const answers = await Promise.all([one, other].map((id) => keeper.call(decorPage.setDefault, { params: { id } })))
  const statuses = answers.map(({ status }) => status).sort()
  expect([
    [200, 200],
    [200, 409],
  ]).toContainEqual(statuses)
  const { list } = (await keeper.call(decorPage.list, { query: { type: 2 } })).body
  expect(list.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  // Of a terminal that has none yet, too.
  const overrides = [await makeLive(keeper, { terminal: 2 }), await makeLive(keeper, { terminal: 2 })]
  await Promise.all(overrides.map((id) => keeper.call(decorPage.setDefault, { params: { id } })))
  const rows = (await keeper.call(decorPage.list, { query: { terminal: 2 } })).body.list
  expect(rows.filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('an override takes the place of the home in its channel alone, and gives it back', async () => {
  const { shop, keeper } = await openPageShop()
  const override = await makeLive(keeper, { terminal: 2, value: partsOf([title('浏览器')]) })
  await keeper.call(decorPage.setDefault, { params: { id: override } })
  const home = async (terminal: 1 | 2 | 3, id = 0) =>
    shop.visitor().call(frontPages.info, { params: { id }, query: { terminal } })
  expect((await home(2)).body).toMatchObject({ id: override, isDefault: true })
  expect((await home(1)).body.id).not.toBe(override)
  expect((await home(1, override)).status).toBe(404)
  const byHeader = await shop.visitor().call(frontPages.info, { params: { id: 0 }, headers: { 'form-type': 'h5' } })
  expect(byHeader.body.id).toBe(override)
  expect((await keeper.call(decorPage.offline, { params: { id: override } })).status).toBe(200)
  expect((await home(2)).body.id).not.toBe(override)
})

test('a draft comes back to a version, which may also be published; the draft before it is kept', async () => {
  const { keeper } = await openPageShop()
  const id = await makeLive(keeper)
  const info = await readPage(keeper, id)
  const { body: saved } = await keeper.call(decorPage.update, {
    body: { id, version: info.version, value: partsOf([]) },
  })
  await publish(keeper, id)
  const list = async () => (await keeper.call(pageVersion.list, { query: { pageId: id } })).body.list
  const [, first] = await list()
  const back = (change: object) =>
    keeper.call(pageVersion.rollback, { body: { versionId: first?.id ?? 0, version: saved.version, ...change } })
  expect((await back({ version: 0 })).body).toMatchObject({ code: 'VERSION_CONFLICT' })
  expect((await back({})).body).toMatchObject({ version: saved.version + 1, publishedNo: 2 })
  expect(await readPage(keeper, id)).toMatchObject({ publishState: 2, value: info.value })
  expect((await back({ version: saved.version + 1, publish: true })).body).toMatchObject({ publishedNo: 3 })
  expect(await list()).toMatchObject([
    { no: 3, kind: 'rollback', live: true, note: '回到 v1' },
    { no: null, kind: 'overwrite' },
    { no: null, kind: 'overwrite', components: 0 },
    { no: 2, kind: 'publish' },
    { no: 1, kind: 'publish', components: 1 },
  ])
  const diff = await keeper.call(pageVersion.diff, { query: { pageId: id, from: String(first?.id), to: 'draft' } })
  expect(diff.body.rows).toEqual([])
})

test('the right to edit does not restore a version for buyers, and the right to publish does not set the home', async () => {
  const { shop, keeper } = await openPageShop()
  const id = await makeLive(keeper)
  const editor = await shop.signIn({ permissions: ['admin:pagediy:update', 'admin:pagediy:info'] })
  const [version] = (await editor.call(pageVersion.list, { query: { pageId: id } })).body.list
  const body = { versionId: version?.id ?? 0, version: 0, publish: true }
  expect((await editor.call(pageVersion.rollback, { body })).status).toBe(403)
  const publisher = await shop.signIn({ permissions: ['admin:pagediy:publish'] })
  const setting = await publisher.call(decorPage.publish, { params: { id }, body: { setDefault: true } })
  expect(setting.status).toBe(403)
})

test('what is wrong with times and schedules is refused', async () => {
  const { shop, keeper } = await openPageShop()
  const { id } = await makePage(keeper)
  const now = shop.clock.now().getTime()
  const at = (minutes: number) => toWireTime(new Date(now + minutes * 60_000))
  const refused = async (body: object, message: string, status = 422) =>
    expect((await keeper.call(decorPage.publish, { params: { id }, body })).body).toMatchObject({ status, message })
  await refused({ publishAt: '明天' }, '发布时间格式不正确', 400)
  await refused({ publishAt: at(0) }, '时间须在1分钟之后、180天之内')
  await refused({ offlineAt: at(181 * 1440) }, '时间须在1分钟之后、180天之内')
  await refused({ publishAt: at(10), offlineAt: at(9) }, '下线时间要晚于发布时间')
  const first = await publish(keeper, id, { publishAt: at(10) })
  await refused({ publishAt: at(10) }, '该时间已有定时')
  for (const minutes of [11, 12, 13, 14]) await publish(keeper, id, { publishAt: at(minutes) })
  await refused({ publishAt: at(15) }, '最多5个定时')
  const move = (publishAt: string) =>
    keeper.call(decorPage.updateSchedule, { params: { id: first.scheduleId ?? 0 }, body: { publishAt } })
  expect((await move(at(11))).body).toMatchObject({ message: '该时间已有定时' })
  expect((await move(at(20))).status).toBe(200)
  expect((await keeper.call(decorPage.cancelSchedule, { params: { id: first.scheduleId ?? 0 } })).status).toBe(200)
  expect((await keeper.call(decorPage.cancelSchedule, { params: { id: first.scheduleId ?? 0 } })).status).toBe(404)
})
