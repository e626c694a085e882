import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { isForStaff, type Route } from '@zhanggui/contract/routes.ts'
import { search } from '@zhanggui/contract/setting/search.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { menu } from '@zhanggui/contract/staff/menu.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { seeAs } from '@zhanggui/contract/staff/see-as.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { expect, test } from 'vitest'
import { makeOrders } from '../../../testing/order.ts'
import { type Caller, openShop, type Shop, type SignInOptions } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'

const harmless = [
  ...['activity.conflicts', 'activity.lowest', 'coupon.info'],
  // Who only looks at a page is not seen by those who edit it.
  ...['decor-page.heartbeat', 'decor-page.preview', 'decor-page.resolve', 'decor-page.validate'],
  ...['draft-order.compute', 'freight-template.trial', 'order-edit.preview'],
  ...[
    'pickup-order.list',
    'points.list',
    'promoter.orders',
    'promoter.people',
    'recharge.balance',
    'refund.quote',
    'see-as.leave',
    'simulation.run',
    'user-segment.preview',
    'withdrawal.balance',
  ],
]
const readOnly = { status: 403, body: { code: 'SEEING' } }

/** A member of staff, and how the caller begins to see as them. */
async function member(shop: Shop, options: SignInOptions) {
  const caller = await shop.signIn(options)
  const { body } = await caller.call(auth.info)
  return { caller, id: body.id, name: body.name }
}
const start = (caller: Caller, kind: 'role' | 'user', id: number) => caller.call(seeAs.start, { body: { kind, id } })

async function roleNamed(admin: Caller, permission: string): Promise<number> {
  const { body } = await admin.call(role.list, { query: { limit: 100 } })
  const found = body.list.find((each) => each.permission === permission)
  if (!found) throw new Error(`no role ${permission}`)
  return found.id
}

test('nobody sees as themselves, as who stands above or has more, or as somebody outside their scope', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const can = [adminUser.list, adminUser.update, role.update, order.list]
  const leader = await member(shop, { can, level: 3 })
  const [weak, strong, rich] = [
    await member(shop, { can: [order.list], level: 5 }),
    await member(shop, { can: [order.list], level: 3 }),
    await member(shop, { can: [order.list, order.info], level: 5 }),
  ]
  expect((await start(shop.visitor(), 'user', weak.id)).status).toBe(401)
  expect((await start(weak.caller, 'user', strong.id)).status).toBe(403)
  const { body: own } = await admin.call(auth.info)
  for (const [caller, kind, id, status, message] of [
    [leader.caller, 'user', leader.id, 422, '不能以自己的身份查看'],
    [leader.caller, 'user', strong.id, 422, '对方的角色级别不低于您，不能以此身份查看'],
    [leader.caller, 'user', rich.id, 422, '对方有您没有的权限，不能以此身份查看'],
    [leader.caller, 'user', own.id, 422, '超级管理员拥有全部权限，不必查看'],
    [leader.caller, 'role', await roleNamed(admin, 'admin'), 422, '超级管理员拥有全部权限，不必查看'],
    [admin, 'user', own.id, 422, '不能以自己的身份查看'],
    [admin, 'user', 999_999, 404, undefined],
    [admin, 'role', 999_999, 404, undefined],
  ] as const) {
    const answer = await start(caller, kind, id)
    expect({ status: answer.status, ...answer.body }, message).toMatchObject({
      status,
      ...(message && { message }),
    })
  }
  const near = await member(shop, { can, level: 3, dataScope: '仅本人' })
  expect((await start(near.caller, 'user', weak.id)).status).toBe(404)
  const assigner = await shop.signIn({ can: [role.update, order.list], level: 3 })
  expect((await start(assigner, 'user', weak.id)).status).toBe(403)
  for (const body of [{}, { kind: 'all', id: 1 }, { kind: 'user', id: 0 }, { kind: 'user', id: '1; drop' }])
    expect((await admin.send('POST', '/api/see-as', body)).status, JSON.stringify(body)).toBe(400)
  expect((await leader.caller.call(auth.info)).body.seeing).toBeUndefined()
})

test('every route of staff that changes anything is refused while somebody sees as another, except leaving', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  const { id } = await member(shop, { role: 'readonly' })
  expect((await start(admin, 'user', id)).status).toBe(200)
  const sending = shop.app.routes.filter(
    (route) => isForStaff(route) && route.permission !== 'public' && (route.method !== 'GET' || route.changes),
  )
  // Lists and reckonings that are asked for by POST. Whoever adds one here makes sure that it changes nothing.
  expect(sending.flatMap(({ name, whileSeeing }) => (whileSeeing ? [name] : [])).toSorted()).toEqual(harmless)
  const writes = sending.filter(({ whileSeeing }) => !whileSeeing)
  expect(writes.length).toBeGreaterThan(200)
  for (let at = 0; at < writes.length; at += 20)
    await Promise.all(
      writes.slice(at, at + 20).map(async (route) => {
        expect(await bare(admin, route), route.name).toMatchObject(readOnly)
      }),
    )
  const message = expect.stringMatching(/^正在以「.+」的身份查看，不能修改；退出查看后再操作$/)
  expect(await bare(admin, adminUser.save)).toMatchObject({ body: { message } })
  expect((await admin.call(seeAs.leave)).status).toBe(200)
  expect((await admin.call(seeAs.leave)).status).toBe(200)
  expect((await bare(admin, adminUser.save)).status).toBe(400)
})

function bare(caller: Caller, route: Route) {
  const path = route.path.replace(/:(\w+)/g, '1')
  return caller.send(route.method, path, route.method === 'GET' ? undefined : {})
}

test('a member is seen with their menus, permissions and stores, and nothing personal of them', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const add = async (name: string) => (await admin.call(store.save, { body: storeDraft(name) })).body.id
  const [own, other] = [await add('南门店'), await add('北门店')]
  const [mine] = await makeOrders(shop.ctx, [
    { paid: true, shippingType: 2, storeId: own, realName: '南一' },
    { paid: true, shippingType: 2, storeId: other, realName: '南二' },
  ])
  const can = [order.list, search.find]
  const clerk = await member(shop, { can, dataScope: '本门店', storeIds: [own] })
  await clerk.caller.call(userCenter.savePreferences, { body: { theme: '#123456' } })
  const before = (await admin.call(auth.info)).body
  const menus = (await clerk.caller.call(menu.build)).body
  expect((await start(admin, 'user', clerk.id)).status).toBe(200)
  const { body } = await admin.call(auth.info)
  expect(body).toMatchObject({
    id: before.id,
    username: before.username,
    sessionId: before.sessionId,
    preferences: before.preferences,
    seeing: { kind: 'user', id: clerk.id, name: clerk.name },
    permissions: (await clerk.caller.call(auth.info)).body.permissions,
  })
  expect((await admin.call(menu.build)).body).toEqual(menus)
  expect((await admin.call(order.list, { query: {} })).body.list.map(({ id }) => id)).toEqual([mine?.id])
  expect((await admin.call(search.find, { query: { q: '南二' } })).body.groups).toEqual([])
  expect((await admin.call(adminUser.list, { query: {} })).status).toBe(403)
  expect((await admin.call(auth.sessions)).body.map(({ id }) => id)).toEqual([before.sessionId])
  // Another session of the same administrator keeps its own rights.
  expect((await (await shop.signInAdmin()).call(adminUser.list, { query: {} })).status).toBe(200)
  await admin.call(seeAs.leave)
  expect((await admin.call(auth.info)).body).toEqual(before)
})

test('what is seen follows the role at once, and ends when the role is disabled or the viewer loses rights', async () => {
  const shop = await openShop()
  const boss = await shop.signInAdmin()
  const can = [adminUser.list, adminUser.update, role.update, order.list, order.info]
  const leader = await member(shop, { can, level: 3 })
  const clerk = await member(shop, { can: [order.list], level: 5 })
  const [held] = (await boss.call(adminUser.info, { params: { id: clerk.id } })).body.roles
  const roleId = held?.id ?? 0
  expect((await start(leader.caller, 'role', roleId)).status).toBe(200)
  expect((await leader.caller.call(order.list, { query: {} })).status).toBe(200)
  const ended = (message: string) => ({ status: 428, body: { code: 'SEEING_ENDED', message } })

  await boss.call(role.updateStatus, { params: { id: roleId }, body: { status: false } })
  expect(await leader.caller.call(order.list, { query: {} })).toMatchObject(ended('角色已停用，请退出查看'))
  expect((await leader.caller.call(auth.info)).body).toMatchObject({ permissions: [], seeing: { ended: '角色已停用' } })
  await boss.call(role.updateStatus, { params: { id: roleId }, body: { status: true } })
  expect((await leader.caller.call(order.list, { query: {} })).status).toBe(200)

  const { body: users } = await boss.call(adminUser.info, { params: { id: leader.id } })
  const [own] = users.roles
  await boss.call(role.updateMenus, { body: { id: own?.id ?? 0, menus: [] } })
  expect(await leader.caller.call(order.list, { query: {} })).toMatchObject(
    ended('对方有您没有的权限，不能以此身份查看，请退出查看'),
  )
  expect((await leader.caller.call(seeAs.leave)).status).toBe(200)
  expect((await leader.caller.call(order.list, { query: {} })).status).toBe(403)

  expect((await start(boss, 'user', clerk.id)).status).toBe(200)
  const other = await shop.signInAdmin()
  await other.call(adminUser.updateStatus, { params: { id: clerk.id }, body: { enabled: false } })
  expect(await boss.call(order.list, { query: {} })).toMatchObject(ended('账号已锁定，请退出查看'))
})

test('the trail says who looked as whom, from when to when, also when the session ends first', async () => {
  const shop = await openShop()
  const [admin, reader] = [await shop.signInAdmin(), await shop.signInAdmin()]
  const roleId = await roleNamed(reader, 'readonly')
  for (const leave of [() => admin.call(seeAs.leave), () => admin.call(auth.logout)]) {
    expect((await start(admin, 'role', roleId)).status).toBe(200)
    expect((await leave()).status).toBe(200)
  }
  expect((await admin.call(auth.info)).status).toBe(401)
  const { body } = await reader.call(audit.list, { query: { objectType: 'role', objectId: String(roleId) } })
  const entries = body.list.filter(({ action }) => action.startsWith('seeAs'))
  expect(entries.map(({ action, objectName }) => [action, objectName]).toReversed()).toEqual([
    ['seeAs', '只读'],
    ['seeAsEnd', '只读'],
    ['seeAs', '只读'],
    ['seeAsEnd', '只读'],
  ])
})
