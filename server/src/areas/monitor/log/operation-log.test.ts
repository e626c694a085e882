import { errorLog, log, loginLog } from '@zhanggui/contract/monitor/log.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { savedView } from '@zhanggui/contract/setting/saved-view.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addressForm } from '../../../testing/address.ts'
import { makeOrder } from '../../../testing/order.ts'
import { makeProbe, probe } from '../../../testing/process/probe.ts'
import { openShop, signedInBy } from '../../../testing/shop.ts'

const names = Array.from({ length: 10 }, (_, index) => `部门${index}`)

test('a visitor who sends text the database cannot store costs no row of the log', async () => {
  const shop = await openShop()
  const [clerk, stranger] = [await shop.signIn({ can: [dept.save, log.list] }), shop.visitor()]
  for (const name of names) {
    const saved = clerk.call(dept.save, { body: { name, pid: 0, sort: 1, enabled: true } })
    const refused = ['%00', '%ED%A0%80', `a%00${'b'.repeat(80)}`].map((id) =>
      stranger.send('PUT', `/api/users/${id}/status`, { 'enabled\0': ['\ud800'] }),
    )
    expect((await saved).status).toBe(200)
    for (const { status } of await Promise.all(refused)) expect([400, 401]).toContain(status)
  }
  const rows = async () =>
    (
      await shop.ctx.db.execute<{ params: { name?: string }; id: string }>(
        sql`select params, object_id as id from operation_log`,
      )
    ).rows
  await expect
    .poll(async () =>
      (await rows())
        .map(({ params }) => params.name)
        .filter(Boolean)
        .sort(),
    )
    .toEqual(names)
  // The visitors' calls are logged too, with what is left of their text.
  expect((await rows()).filter(({ id }) => id === `a${'b'.repeat(39)}`)).toHaveLength(10)
})

test('one thing has one name in the lists of everybody, of the errors and of the own calls: requestIp', async () => {
  const { serveMore } = makeProbe()
  const shop = await openShop({ serveMore })
  const admin = await shop.signInAdmin()
  await admin.call(dept.save, { body: { name: '采购部', pid: 0, sort: 1, enabled: true } })
  await admin.call(probe.store, { body: { name: '甲', after: 'fail' } })
  await expect.poll(async () => (await admin.call(log.list)).body.total).toBe(2)
  const [failed, saved] = (await admin.call(log.list)).body.list
  expect(saved).toMatchObject({ logType: 'INFO', uid: admin.userId, requestIp: expect.stringMatching(/^203\.0\./) })
  expect(failed).toMatchObject({ logType: 'ERROR', uid: admin.userId })
  expect((await admin.call(errorLog.list)).body.list).toMatchObject([failed])
  const own = (await admin.call(userCenter.operationLogs)).body.list[1]
  expect(saved).toMatchObject(own ?? {})
})

test('the log is in words, names people by nick name and account, and lists no tickets', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await shop.ctx.db.execute(sql`update admin_user set nick_name = '店主' where id = ${admin.userId}`)
  await admin.call(ticket.make, { body: { purpose: 'websocket' } })
  await admin.call(dept.save, { body: { name: '采购部', pid: 0, sort: 1, enabled: true } })
  const listed = async () => (await admin.call(log.list)).body.list
  await expect.poll(listed).toHaveLength(1)
  expect((await listed())[0]).toMatchObject({
    username: admin.username,
    nickName: '店主',
    input: expect.arrayContaining([
      { label: '名称', value: '采购部' },
      { label: '是否启用', value: '是' },
    ]),
  })
  const all = await shop.ctx.db.execute(sql`select object_type from operation_log where object_type = 'ticket'`)
  expect(all.rows).toEqual([])
})

test('a row of the login log names the user, the device and the session', async () => {
  const password = 'Kaixin-2026-men'
  const shop = await openShop({ env: { CAPTCHA_FIXED_CODE: '7' } })
  const [admin, staff] = [await shop.signInAdmin(), await shop.signIn({ password })]
  const visitor = shop.visitor()
  const attempt = async (typed: string) => {
    const { uuid } = (await visitor.call(auth.code)).body
    return visitor.call(auth.login, { body: { username: staff.username, password: typed, code: '7', uuid } })
  }
  await attempt('wrong')
  signedInBy(await attempt(password))
  await expect.poll(async () => (await admin.call(loginLog.list)).body.total).toBe(2)
  const [done, refused] = (await admin.call(loginLog.list)).body.list
  expect(done).toMatchObject({ reason: 'ok', uid: staff.userId, deviceId: expect.stringMatching(/\S{20}/) })
  expect(done?.sessionId).toMatch(/^[0-9a-f-]{36}$/)
  expect(refused).toMatchObject({ reason: 'password', uid: staff.userId, sessionId: null })
})

test('the log of calls shows no password, also of a refused call, and phones and addresses masked', async () => {
  const password = 'Kaixin-2026-men'
  const shop = await openShop()
  const [admin, staff] = [await shop.signInAdmin(), await shop.signIn({ password })]
  const body = { nickName: '小周', phone: '13812345678', password }
  expect((await staff.call(userCenter.updateProfile, { body })).status).toBe(200)
  expect((await staff.call(userCenter.updateProfile, { body: { ...body, nickName: '' } })).status).toBe(400)
  const change = { id: staff.userId, nickName: '小周', roles: [], phone: '13912345678', email: 'zhou.xin@example.com' }
  await admin.call(adminUser.update, { body: change })
  await admin.send('PUT', '/api/users', { ...change, password, token: { value: password } })
  const logged = async () => (await shop.ctx.db.execute(sql`select params from operation_log order by id`)).rows
  await expect.poll(async () => (await logged()).length).toBe(4)
  const text = JSON.stringify(await logged())
  expect(text).not.toMatch(/Kaixin|13812345678|13912345678|zhou\.xin/)
  expect(text).toContain('138****5678')
})

test('the log of calls keeps no phone and no pick-up code that was looked for', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [savedView.save, order.list, pickup.verify] })
  const view = { page: order.list.name, name: '找人', query: { keywords: '138 0013 8000' } }
  expect((await staff.call(savedView.save, { body: view })).status).toBe(200)
  await staff.call(pickup.verify, { params: { vCode: '1234567890' }, body: { confirm: true } as never })
  const logged = async () => (await shop.ctx.db.execute(sql`select params from operation_log order by id`)).rows
  await expect.poll(async () => (await logged()).length).toBe(2)
  expect(await logged()).toMatchObject([
    { params: { query: { keywords: '138****8000' } } },
    { params: { vCode: '***7890' } },
  ])
  const trail = await shop.ctx.db.execute(sql`select * from audit_entry`)
  expect(JSON.stringify(trail.rows)).not.toMatch(/138 0013 8000|13800138000/)
})

test('the log of calls shows neither where people live nor their identity numbers', async () => {
  const shop = await openShop()
  const [staff, buyer] = [await shop.signIn({ can: [shopUser.update, order.updateAddress] }), await shop.buyer()]
  const [detail, cardId] = ['幸福路8号2单元', '11010119900709001X']
  const place = { ...addressForm(), detail }
  const { orderNo } = await makeOrder(shop.ctx, { paid: true })
  const receiver = { realName: '周屿', userPhone: '13800138000', cityId: place.cityId, detail }
  const made = [
    await buyer.call(buyerAddress.edit, { body: place }),
    await staff.call(shopUser.update, { body: { id: buyer.userId, cardId, address: detail } }),
    await staff.call(order.updateAddress, { body: { orderNo, ...receiver } }),
  ]
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
  const logged = async () => (await shop.ctx.db.execute(sql`select params from operation_log`)).rows
  await expect.poll(async () => (await logged()).length).toBe(3)
  const text = JSON.stringify(await logged())
  for (const shown of [detail, cardId]) expect(text).not.toContain(shown)
  expect(text).toContain('110****001X')
})
