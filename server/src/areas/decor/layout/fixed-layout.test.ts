import { type FixedLayout, fixedLayout, groupData, type LayoutItem } from '@zhanggui/contract/decor/fixed-layout.ts'
import { frontSite } from '@zhanggui/contract/decor/front-page.ts'
import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'

const PIC = 'https://m.example/a.png'
const item = (name: string, change: Partial<LayoutItem> = {}): LayoutItem => ({
  name,
  pic: PIC,
  url: '/pages/user/index',
  info: '',
  sort: 0,
  show: true,
  ...change,
})
const some = (count: number, change: Partial<LayoutItem> = {}) =>
  Array.from({ length: count }, (_, sort) => item(`项${sort}`, { sort, ...change }))

const whole = (): FixedLayout => ({
  indexMenu: some(5),
  indexBanner: some(1),
  indexNews: some(1),
  indexTable: some(2),
  userMenu: some(1),
  userBanner: some(1),
})

async function openLayout() {
  const shop = await openShop()
  const keeper = await shop.signIn({ can: [...Object.values(fixedLayout), ...Object.values(groupData)] })
  const post = (part: string, body: object) => keeper.send('POST', `/admin/page/layout/${part}/save`, body)
  return { shop, keeper, post }
}

test('each group is saved as a whole and shown in its order, without what is hidden', async () => {
  const { shop, keeper } = await openLayout()
  const indexMenu = [...some(5), item('藏', { show: false, sort: 1 })]
  expect((await keeper.call(fixedLayout.saveMenu, { body: { indexMenu } })).status).toBe(200)
  const indexTable = [item('后', { sort: 9, pic: '' }), item('先', { sort: 1, pic: '', info: '每天上新' })]
  await keeper.call(fixedLayout.saveTable, { body: { indexTable } })
  await keeper.call(fixedLayout.saveUserMenu, { body: { userMenu: some(2) } })
  const { body: stored } = await keeper.call(fixedLayout.index)
  expect(stored.indexMenu.map(({ name }) => name)).toEqual(['项0', '项1', '藏', '项2', '项3', '项4'])
  expect(stored.indexBanner).toEqual([])
  const { body } = await shop.visitor().call(frontSite.index)
  expect(body.indexMenu.map(({ name }) => name)).toEqual(['项0', '项1', '项2', '项3', '项4'])
  expect(body.indexTable).toEqual([
    { name: '先', pic: '', url: '/pages/user/index', info: '每天上新' },
    { name: '后', pic: '', url: '/pages/user/index', info: '' },
  ])
  expect((await shop.visitor().call(frontSite.userMenu)).body.userMenu).toHaveLength(2)
})

test('what breaks the limits of a group is refused, and nothing of it is stored', async () => {
  const { keeper, post } = await openLayout()
  const says = async (part: string, body: object, message: string, status = 422) =>
    expect(await post(part, body)).toMatchObject({ status, body: { message } })
  await says('index/menu', { indexMenu: some(4) }, '设置数据不能小于5条')
  await says('index/menu', { indexMenu: some(11) }, '设置数据不能超过10条')
  await says('index/menu', { indexMenu: [...some(4), item('藏', { show: false })] }, '设置数据不能小于5条')
  await says('index/banner', { indexBanner: some(11) }, '设置数据不能超过10条')
  await says('index/news', { indexNews: [] }, '设置数据不能小于1条')
  await says('index/table', { indexTable: some(1) }, '设置数据不能小于2条')
  await says('index/table', { indexTable: some(5) }, '设置数据不能超过4条')
  await says('user/menu', { userMenu: some(31) }, '设置数据不能超过30条')
  await says('user/banner', { userBanner: some(11) }, '设置数据不能超过10条')
  await says('index/menu', { indexMenu: [item('', {}), ...some(4)] }, '请填写名称', 400)
  await says('index/menu', { indexMenu: [item('无图', { pic: '' }), ...some(4)] }, '请上传图标', 400)
  await says(
    'index/menu',
    { indexMenu: [item('坏', { url: 'javascript:alert(1)' }), ...some(4)] },
    '链接不正确，请重新选择',
    400,
  )
  expect((await post('index/menu', { indexMenu: some(51) })).status).toBe(400)
  expect((await keeper.call(fixedLayout.saveAll, { body: { ...whole(), indexTable: some(1) } })).status).toBe(422)
  expect((await keeper.call(fixedLayout.index)).body).toEqual({
    indexMenu: [],
    indexBanner: [],
    indexNews: [],
    indexTable: [],
    userMenu: [],
    userBanner: [],
  })
})

test('of two saves at once the later one counts, and never a mixture of both', async () => {
  const { keeper } = await openLayout()
  const save = (prefix: string, count: number) =>
    keeper.call(fixedLayout.saveMenu, {
      body: { indexMenu: some(count).map((each) => ({ ...each, name: `${prefix}${each.sort}` })) },
    })
  const answers = await Promise.all([save('甲', 5), save('乙', 7), save('丙', 9)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { indexMenu } = (await keeper.call(fixedLayout.index)).body
  const [first = ''] = indexMenu[0]?.name ?? ''
  expect(indexMenu.every(({ name }) => name.startsWith(first))).toBe(true)
  expect(indexMenu).toHaveLength({ 甲: 5, 乙: 7, 丙: 9 }[first] ?? 0)
})

test('items are added, changed and taken away one by one within the limits of their group, also at once', async () => {
  const { shop, keeper } = await openLayout()
  const add = (name: string, change: object = {}) =>
    keeper.call(groupData.save, { body: { group: 'index_table', ...item(name), ...change } })
  const made = await Promise.all(Array.from({ length: 6 }, (_, at) => add(`板块${at}`)))
  expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 422, 422])
  expect(made.find(({ status }) => status === 422)?.body).toMatchObject({ message: '设置数据不能超过4条' })
  expect((await add('藏着的', { show: false })).status).toBe(200)
  const { body } = await keeper.call(groupData.list, { query: { group: 'index_table' } })
  expect(body.total).toBe(5)
  const ids = body.list.filter(({ show }) => show).map(({ id }) => id)
  const [one = 0, two = 0, three = 0] = ids
  const remove = (id: number) => keeper.call(groupData.remove, { query: { id } })
  expect([(await remove(one)).status, (await remove(two)).status]).toEqual([200, 200])
  expect(await remove(three)).toMatchObject({ status: 422, body: { message: '设置数据不能小于2条' } })
  const hide = await keeper.call(groupData.update, { body: { id: three, ...item('藏', { show: false }) } })
  expect(hide).toMatchObject({ status: 422, body: { message: '设置数据不能小于2条' } })
  await keeper.call(groupData.update, { body: { id: three, ...item('改了名') } })
  expect((await keeper.call(groupData.info, { query: { id: three } })).body).toMatchObject({ name: '改了名' })
  expect((await remove(987_654)).status).toBe(404)
  await shop.ctx.db.execute(
    sql`insert into decor_group_item ("group", value) values ('theme', '{"theme":1,"radius":1}')`,
  )
  const { rows } = await shop.ctx.db.execute<{ id: number }>(
    sql`select id::int from decor_group_item where "group" = 'theme'`,
  )
  expect((await remove(rows[0]?.id ?? 0)).status, 'the theme has a screen of its own').toBe(404)
})

test('the right to change single items does not include saving their group', async () => {
  const { shop } = await openLayout()
  const helper = await shop.signIn({ can: Object.values(groupData) })
  const add = (group: 'index_menu' | 'spread_banner') => helper.call(groupData.save, { body: { group, ...item('一') } })
  expect(await add('index_menu')).toMatchObject({
    status: 403,
    body: { permission: 'admin:page:layout:index:menu:save' },
  })
  expect((await add('spread_banner')).status).toBe(200)
  const buyer = await shop.buyer()
  expect((await buyer.call(frontPromoter.posters)).body).toEqual([{ pic: PIC }])
})
