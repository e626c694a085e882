import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { isForStaff, type Route } from '@zhanggui/contract/routes.ts'
import {
  MAX_VIEWS,
  type SavedView,
  SHARE_VIEWS,
  savedView,
  type ViewDraft,
} from '@zhanggui/contract/setting/saved-view.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { ServedList } from '../../../platform/http/serve.ts'
import { makeOrders } from '../../../testing/order.ts'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { givenViews } from './saved-view.service.ts'

const large: ViewDraft = { page: 'order.list', name: '大额', query: { minPrice: 5000 } }
const lists = [order.list, afterSales.list, shopUser.list, product.list]
/** Those who may share hold its permission by a route that takes it. */
const sharing: Route = { ...savedView.save, permission: SHARE_VIEWS }

const save = (caller: Caller, draft: Partial<ViewDraft> = {}) =>
  caller.call(savedView.save, { body: { ...large, ...draft } })
async function saved(caller: Caller, draft: Partial<ViewDraft> = {}): Promise<number> {
  const { status, body } = await save(caller, draft)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}
/** The views of a list but for those that come with it. */
async function viewsOf(caller: Caller, page: ViewDraft['page'] = 'order.list'): Promise<SavedView[]> {
  const { status, body } = await caller.call(savedView.list, { query: { page } })
  expect(status).toBe(200)
  return body.filter(({ id }) => id > 0)
}
const answersPages = ({ response }: Route) => {
  const { properties = {} } = response as { properties?: object }
  return 'list' in properties && 'total' in properties
}
const countOf = async (caller: Caller, ...ids: number[]) =>
  (await caller.call(savedView.count, { query: { ids } })).body as Record<string, number>

test('a view takes the permission of its list, a name, and a query that the list itself takes', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: lists })
  const nobody = await shop.signIn({ can: [product.list] })
  expect((await shop.visitor().send('GET', '/admin/common/view/list?page=order.list')).status).toBe(401)
  expect(await nobody.call(savedView.list, { query: { page: 'order.list' } })).toMatchObject({
    status: 403,
    body: { permission: 'admin:order:list' },
  })
  expect((await save(nobody)).status).toBe(403)
  for (const [page, status] of [
    ['role.list', 403],
    ['role.all', 404],
    ['buyer-order.list', 404],
    ['view', 400],
    ['__proto__.list', 400],
  ])
    expect((await staff.send('GET', `/admin/common/view/list?page=${page}`)).status, String(page)).toBe(status)
  for (const [draft, message] of [
    [{ name: '' }, '请输入视图名称'],
    [{ name: '长'.repeat(21) }, '视图名称不能超过20个字符，请缩短'],
    [{ query: {} }, '请先筛选，再存为视图'],
    [{ query: { page: 3, limit: 5, colour: 'red' } }, '请先筛选，再存为视图'],
    [{ query: { minPrice: 'much' } }, '最低金额：金额最多两位小数'],
    [{ query: { dateLimit: ['someday'] } }, undefined],
    [{ query: { keywords: 'a'.repeat(65) } }, '关键字不能超过64个字符，请缩短'],
    [{ sort: 'colour' }, undefined],
    [{ page: 'product.list', query: { type: 1 }, sort: 'price,asc' }, '此列表不能这样排序'],
    [{ page: 'product.list', query: {} }, undefined],
    [{ page: 'after-sales.list', query: { tab: 'lost' } }, undefined],
    [{ page: 'shop-user.list', query: { sex: 1 }, sort: 'nowMoney,desc' }, '不能按「nowMoney」排序'],
  ] as [Partial<ViewDraft>, string | undefined][]) {
    expect(await save(staff, draft), JSON.stringify(draft)).toMatchObject({
      status: 400,
      body: { ...(message && { message }) },
    })
  }
  expect(await viewsOf(staff)).toEqual([])
})

test('a view is kept as the list reads it, changed, renamed and deleted by its owner alone', async () => {
  const shop = await openShop()
  const [staff, other] = [await shop.signIn({ can: lists }), await shop.signIn({ can: [...lists, sharing] })]
  const columns = [{ name: 'lines', shown: false }]
  const id = await saved(staff, {
    query: { minPrice: '5000', status: 'notShipped', page: 2 },
    sort: 'payPrice',
    columns,
  })
  await saved(staff, { page: 'shop-user.list', query: { sex: 1 }, sort: 'payCount,desc' })
  await saved(staff, { page: 'after-sales.list', query: { tab: 'audit' } })
  expect(await viewsOf(staff, 'after-sales.list')).toMatchObject([{ query: { tab: 'audit' }, problem: '' }])
  await saved(staff, { page: 'product.list', query: { type: 2, priceOrder: 'asc' } })
  expect(await viewsOf(staff)).toEqual([
    {
      id,
      version: 0,
      name: '大额',
      query: { minPrice: 5000, status: 'notShipped' },
      columns,
      sort: 'payPrice',
      limit: null,
      roles: [],
      shared: false,
      seq: 1,
      own: true,
      ownerName: expect.any(String),
      problem: '',
    },
  ])
  expect(await save(staff, { name: ' 大额 ' })).toMatchObject({ status: 409, body: { message: '视图名称已存在' } })
  expect((await save(other, { id, name: '别人的' })).status).toBe(404)
  expect((await other.call(savedView.remove, { body: { id } })).status).toBe(404)
  expect((await save(staff, { id, page: 'product.list', query: { type: 1 } })).status).toBe(404)
  expect(await viewsOf(other)).toEqual([])
  expect(await countOf(other, id)).toEqual({})

  expect((await save(staff, { id, version: 0, name: '大单' })).body).toEqual({ id, version: 1 })
  expect((await save(staff, { id, version: 0, name: '晚了' })).status).toBe(409)
  expect((await viewsOf(staff)).map(({ name, columns: kept, seq }) => [name, kept, seq])).toEqual([['大单', null, 1]])
  expect((await staff.call(savedView.remove, { body: { id } })).status).toBe(200)
  expect((await staff.call(savedView.remove, { body: { id } })).status).toBe(404)
  expect(await viewsOf(staff)).toEqual([])
})

test('a shared view is seen by those who may read the list, and is the matter of those who may share', async () => {
  const shop = await openShop()
  const [staff, leader] = [await shop.signIn({ can: lists }), await shop.signIn({ can: [...lists, sharing] })]
  const nobody = await shop.signIn({ can: [product.list] })
  expect(await save(staff, { shared: true })).toMatchObject({ status: 403, body: { permission: SHARE_VIEWS } })
  const id = await saved(leader, { shared: true })
  expect(await viewsOf(staff)).toMatchObject([{ id, shared: true, own: false }])
  expect(await countOf(nobody, id, -1)).toEqual({})
  for (const attempt of [save(staff, { id, name: '我的' }), staff.call(savedView.remove, { body: { id } })])
    expect((await attempt).status).toBe(403)

  const another = await shop.signIn({ can: [...lists, sharing] })
  await saved(another, { id, name: '大单', shared: true })
  expect(await viewsOf(leader)).toMatchObject([{ id, name: '大单', own: true }])
  await saved(leader, { id, name: '大单' })
  expect(await viewsOf(staff)).toEqual([])
  expect((await another.call(savedView.remove, { body: { id } })).status).toBe(404)
})

test('a view shared with roles reaches those who have one of them, and nobody else once the role is gone', async () => {
  const shop = await openShop()
  const owner = await shop.signInAdmin()
  const [leader, clerk] = [await shop.signIn({ can: [...lists, sharing] }), await shop.signIn({ can: lists })]
  const [packer, chief] = [await shop.signIn({ can: lists }), await shop.signIn({ can: [...lists, sharing] })]
  const offered = await leader.call(savedView.roles)
  expect((await clerk.call(savedView.roles)).status).toBe(403)
  const all = (await owner.call(role.all)).body
  expect(offered.body.map(({ id }) => id).toSorted()).toEqual(all.map(({ id }) => id).toSorted())
  const roleOf = async ({ userId }: Caller) => {
    const found = await shop.ctx.db.execute<{ id: number }>(
      sql`select role_id as id from admin_user_role where user_id = ${userId}`,
    )
    return Number(found.rows[0]?.id)
  }
  const roleId = await roleOf(clerk)
  expect(await save(leader, { shared: true, roleIds: [roleId, 999_999] })).toMatchObject({
    status: 400,
    body: { message: '共享给的角色不存在，请重新选择' },
  })
  expect((await save(clerk, { shared: true, roleIds: [roleId] })).status).toBe(403)
  const id = await saved(leader, { shared: true, roleIds: [roleId, roleId], limit: 50 })
  const [mine] = await viewsOf(leader)
  expect(mine).toMatchObject({ id, limit: 50, roles: [{ id: roleId, name: expect.stringMatching(/./) }] })
  expect(await viewsOf(clerk)).toMatchObject([{ id, own: false, ownerName: mine?.ownerName }])
  expect(await countOf(clerk, id)).toEqual({ [id]: 0 })
  // Neither seen, counted, changed nor deleted by who has none of the roles, whatever else they may.
  for (const other of [packer, chief]) expect([await viewsOf(other), await countOf(other, id)]).toEqual([[], {}])
  expect((await save(chief, { id, name: '她的' })).status).toBe(404)
  expect((await chief.call(savedView.remove, { body: { id } })).status).toBe(404)

  await shop.ctx.db.execute(sql`delete from admin_user_role where role_id = ${roleId}`)
  await shop.ctx.db.execute(sql`delete from role where id = ${roleId}`)
  expect(await viewsOf(packer)).toEqual([])
  expect(await viewsOf(leader)).toMatchObject([{ id, shared: true, roles: [{ id: roleId, name: '' }] }])
  expect((await save(leader, { id, shared: true, roleIds: [roleId] })).status).toBe(400)
  await saved(leader, { id, shared: false, roleIds: [roleId] })
  expect(await viewsOf(leader)).toMatchObject([{ shared: false, roles: [] }])
})

test('the own views of a list are put in an order; those of others are refused', async () => {
  const shop = await openShop()
  const [staff, other] = [await shop.signIn({ can: lists }), await shop.signIn({ can: [...lists, sharing] })]
  const ids = [
    await saved(staff, { name: '一' }),
    await saved(staff, { name: '二' }),
    await saved(staff, { name: '三' }),
  ]
  const shared = await saved(other, { shared: true })
  const sort = (caller: Caller, order: number[], page = 'order.list') =>
    caller.call(savedView.sort, { body: { page, ids: order } })
  const order = [ids[2], ids[0], ids[1]] as number[]
  expect((await sort(staff, [...order, shared])).status).toBe(404)
  expect((await sort(other, order)).status).toBe(404)
  expect((await sort(staff, order, 'product.list')).status).toBe(404)
  expect((await sort(staff, order, 'role.list')).status).toBe(403)
  expect((await sort(staff, [1, 1])).status).toBe(400)
  expect((await viewsOf(staff)).map(({ id }) => id)).toEqual([...ids, shared])
  expect((await sort(staff, order)).status).toBe(200)
  expect((await viewsOf(staff)).map(({ id }) => id)).toEqual([...order, shared])
})

test('every paged list of the console takes views, also those asked by POST', async () => {
  const shop = await openShop()
  const owner = await shop.signInAdmin()
  const posted = await saved(owner, { page: 'points.list', query: { keywords: '南' } })
  await saved(owner, { page: 'pickup-order.list', query: { status: 'writtenOff' } })
  expect(await viewsOf(owner, 'points.list')).toMatchObject([{ id: posted, query: { keywords: '南' }, problem: '' }])
  expect(await countOf(owner, posted)).toEqual({ [posted]: 0 })
  for (const page of shop.ctx.platform.lists.keys())
    expect((await owner.call(savedView.list, { query: { page } })).status, page).toBe(200)
  // A page asked for by POST is a list if its route says that it changes nothing; this one stores what the provider answers.
  const byPost = shop.app.routes.filter((route) => route.method === 'POST' && isForStaff(route) && answersPages(route))
  const others = byPost.filter(({ name }) => !shop.ctx.platform.lists.has(name)).map(({ name }) => name)
  expect(others).toEqual(['sms.applications'])
})

test('views that come with lists have ids of their own and queries that their lists take', async () => {
  const shop = await openShop()
  const owner = await shop.signInAdmin()
  const given = shop.ctx.platform.hooks
    .of(givenViews)
    .flatMap(({ page, views }) => views.map((view) => ({ page, ...view })))
  // Counts are answered by id, whatever the list.
  expect(new Set(given.map(({ id }) => id)).size).toBe(given.length)
  for (const { page, name, query } of given) {
    const id = await saved(owner, { page, name, query })
    expect((await viewsOf(owner, page)).find((view) => view.id === id)?.query, name).toEqual(query)
  }
})

test('a view counts what the caller sees of it, for ten seconds, up to 10,000', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const { id: storeId } = (await admin.call(store.save, { body: storeDraft('南门店') })).body
  const uid = await makeCustomer(shop.ctx, { nickname: '南风' })
  await makeOrders(shop.ctx, [
    { uid, paid: true, shippingType: 2, storeId },
    { uid, paid: true, isRemind: true },
    { uid },
  ])
  const leader = await shop.signIn({ can: [...lists, sharing] })
  const clerk = await shop.signIn({ can: lists, dataScope: '本门店', storeIds: [storeId] })
  const all = await saved(leader, { name: '她的', query: { uid }, shared: true })
  const men = await saved(leader, { page: 'shop-user.list', name: '她', query: { keywords: '南风' } })
  expect(await countOf(leader, all, men, -2, -3, 999_999)).toEqual({ [all]: 3, [men]: 1, '-2': 1, '-3': 0 })
  expect(await countOf(clerk, all, men)).toEqual({ [all]: 1 })
  const searched = await leader.call(savedView.count, { query: { ids: [all, men], keywords: '北风' } })
  expect(searched.body).toEqual({ [all]: 0, [men]: 1 })
  await makeOrders(shop.ctx, [{ uid }])
  expect(await countOf(leader, all)).toEqual({ [all]: 3 })
  await saved(leader, { id: all, name: '她的', query: { uid, status: 'unPaid' }, shared: true })
  expect(await countOf(leader, all)).toEqual({ [all]: 2 })
  const { body } = await leader.call(savedView.list, { query: { page: 'order.list' } })
  expect(body.slice(0, 6).map(({ id, name }) => [id, name])).toEqual([
    ...[
      [-6, '退款待处理'],
      [-1, '超时未发'],
      [-2, '催发货'],
      [-4, '未打印'],
      [-5, '打印后有变更'],
      [-3, '可合单'],
    ],
  ])
})

test('one call counts for a second; the next finds those counted before and goes on', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: lists })
  const ids = []
  for (const name of ['甲', '乙', '丙']) ids.push(await saved(staff, { name, query: { keywords: name } }))
  const known = shop.ctx.platform.lists as Map<string, ServedList>
  const of = known.get('order.list')
  if (!of) throw new Error('no orders')
  const asked: unknown[] = []
  const slow: ServedList['ask'] = async (ctx, query) => {
    asked.push(query.keywords)
    // Longer than a call counts, so that each counts one on any machine.
    await sleep(1100)
    return of.ask(ctx, query)
  }
  known.set('order.list', { ...of, ask: slow })
  onTestFinished(() => void known.set('order.list', of))
  expect(await countOf(staff, ...ids)).toEqual({ [ids[0] ?? 0]: 0 })
  expect(asked).toEqual(['甲'])
  expect(await countOf(staff, ...ids)).toEqual({ [ids[0] ?? 0]: 0, [ids[1] ?? 0]: 0 })
  expect(asked).toEqual(['甲', '乙'])
})

test('a view whose query the list takes no more says so and is not counted', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: lists })
  const id = await saved(staff)
  await shop.ctx.db.execute(sql`update saved_view set query = '{"payType": "shells"}' where id = ${id}`)
  const [view] = await viewsOf(staff)
  expect(view?.problem).toMatch(/^支付方式只能是.+，请重新筛选后保存$/)
  expect(await countOf(staff, id)).toEqual({})
  // A filter that the list has no more is left out; without any other, the view is of no use.
  await shop.ctx.db.execute(sql`update saved_view set query = '{"minPrice": 9, "colour": "red"}' where id = ${id}`)
  expect(await viewsOf(staff)).toMatchObject([{ query: { minPrice: 9 }, problem: '' }])
  await shop.ctx.db.execute(sql`update saved_view set query = '{"colour": "red"}' where id = ${id}`)
  expect(await viewsOf(staff)).toMatchObject([{ problem: '列表不再有这些筛选条件，请重新筛选后保存' }])
})

test('of forty views saved at once thirty are kept, for each account and list', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: lists })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => save(staff, { name: `第 ${index}` })))
  const refused = answers.filter(({ status }) => status === 422)
  expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([MAX_VIEWS, 10])
  expect(refused[0]?.body).toMatchObject({ message: '最多保存 30 个视图，请先删除不用的视图' })
  expect(new Set((await viewsOf(staff)).map(({ seq }) => seq)).size).toBe(MAX_VIEWS)
  await saved(staff, { page: 'product.list', query: { type: 1 } })
  await saved(await shop.signIn({ can: lists }))
})

test('the audit trail names the list of a view as staff do', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await saved(admin)
  const { body } = await admin.call(audit.list, { query: { objectType: 'saved-view' } })
  expect(body.list[0]?.diff).toContainEqual(expect.objectContaining({ label: '列表', after: '订单列表' }))
})
