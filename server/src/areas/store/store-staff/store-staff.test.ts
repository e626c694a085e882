import { pickup } from '@zhanggui/contract/order/pickup.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { expect, test } from 'vitest'
import { makeOrder } from '../../../testing/order.ts'
import { openShop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { addWechatUser } from '../../wechat/wechat-user/wechat-user.service.ts'

const all = Object.values(storeStaff)

async function openDesk() {
  const shop = await openShop()
  const admin = await shop.signIn({ can: [...all, ...Object.values(store), pickup.verify], level: 1 })
  const makeStore = async (name: string) => (await admin.call(store.save, { body: storeDraft(name) })).body.id
  const [first, second] = [await makeStore('一店'), await makeStore('二店')]
  const makeCustomer = async (account: string) => {
    const row = { account, phone: account, nickname: '小满', avatar: 'https://example.com/face.png' }
    const [user] = await shop.ctx.db.insert(shopUsers).values(row).returning({ id: shopUsers.id })
    return user?.id ?? 0
  }
  const add = (more: object) => admin.call(storeStaff.save, { body: { storeId: first, staffName: '李梅', ...more } })
  return { shop, admin, first, second, makeCustomer, add }
}

test('staff without an account, a store or a name are refused', async () => {
  const { shop, admin, first, makeCustomer } = await openDesk()
  const uid = await makeCustomer('13800000001')
  for (const [body, status, message] of [
    [{ storeId: first, staffName: '李梅' }, 400, '请选择店员账号'],
    [{ uid, staffName: '李梅' }, 400, '请选择所属门店'],
    [{ uid, storeId: first }, 400, '请输入店员名称'],
    [{ uid, storeId: first, staffName: '李梅', phone: '123' }, 400, '请输入正确的11位手机号码'],
    [{ uid, storeId: 999_999, staffName: '李梅' }, 404, '门店不存在或已被删除'],
    [{ uid: 999_999, storeId: first, staffName: '李梅' }, 422, '绑定的用户不存在，请重新选择'],
    [{ adminId: 999_999, storeId: first, staffName: '李梅' }, 404, '管理员不存在或已被删除'],
  ] as const)
    expect(await admin.send('POST', '/admin/system/store/staff/save', body), JSON.stringify(body)).toMatchObject({
      status,
      body: { message },
    })
  const stranger = await shop.signIn({ can: [] })
  expect((await stranger.call(storeStaff.list, { query: {} })).status).toBe(403)
})

test('an account of a store binds no customer that it does not see, and does not learn which there are', async () => {
  const { shop, first, makeCustomer } = await openDesk()
  const [own, other] = [await makeCustomer('13800000001'), await makeCustomer('13800000002')]
  await makeOrder(shop.ctx, { uid: own, shippingType: 2, storeId: first, paid: true })
  const keeper = await shop.signIn({ can: all, dataScope: '本门店', storeIds: [first], level: 5 })
  const bind = (uid: number) => keeper.call(storeStaff.save, { body: { storeId: first, staffName: '李梅', uid } })
  for (const uid of [other, 999_999])
    expect(await bind(uid)).toMatchObject({ status: 422, body: { message: '绑定的用户不存在，请重新选择' } })
  expect((await bind(own)).status).toBe(200)
})

test('a customer works in one store, an account once in each; of two added at once one is', async () => {
  const { admin, second, add, makeCustomer } = await openDesk()
  const uid = await makeCustomer('13800000001')
  const answers = await Promise.all([add({ uid }), add({ uid })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ message: '该用户已是店员' })
  expect(await add({ uid, storeId: second })).toMatchObject({ status: 409 })

  expect((await add({ adminId: admin.userId })).status).toBe(200)
  expect(await add({ adminId: admin.userId })).toMatchObject({
    status: 409,
    body: { message: '该账号已是这家门店的店员' },
  })
  expect((await add({ adminId: admin.userId, storeId: second })).status).toBe(200)
})

test('staff are found by what is shown of their phones and by whole numbers, not by hidden digits', async () => {
  const { admin, add, makeCustomer } = await openDesk()
  const { id } = (await add({ uid: await makeCustomer('13800000001'), phone: '13912345678' })).body
  const found = async (keywords: string) =>
    (await admin.call(storeStaff.list, { query: { keywords } })).body.list.map((each) => each.id)
  for (const text of ['13912345678', '139', '5678', '139****5678']) expect(await found(text), text).toEqual([id])
  for (const text of ['1391', '45678', '2345', '39123']) expect(await found(text), text).toEqual([])
})

test('staff are shown with their customer, store and account; phones are masked and stay as they were', async () => {
  const { admin, first, add, makeCustomer } = await openDesk()
  const uid = await makeCustomer('13800000001')
  const { id } = (await add({ uid, phone: '13900000002', verifyStatus: true })).body
  const { body } = await admin.call(storeStaff.list, { query: { storeId: first, keywords: '李' } })
  expect(body.list).toMatchObject([
    {
      id,
      avatar: 'https://example.com/face.png',
      phone: '139****0002',
      user: { uid, nickname: '小满', phone: '138****0001' },
      store: { id: first, name: '一店' },
      admin: null,
      verifyStatus: true,
      status: true,
    },
  ])
  const change = { id, storeId: first, uid, staffName: '李梅梅', phone: '139****0002' }
  expect((await admin.call(storeStaff.update, { body: change })).status).toBe(200)
  expect((await admin.call(storeStaff.info, { query: { id } })).body).toMatchObject({
    staffName: '李梅梅',
    phone: '139****0002',
  })
  expect(await admin.call(storeStaff.allow, { body: { id, version: 0, verifyStatus: false } })).toMatchObject({
    status: 409,
  })
})

test('of the people known by WeChat those who are staff already can be left out, until they leave', async () => {
  const { shop, admin, add, makeCustomer } = await openDesk()
  const uid = await makeCustomer('13800000001')
  await addWechatUser(shop.ctx, { uid, openid: 'o-1', nickname: '小满', userType: 'wechat' })
  const offered = async () => (await admin.call(wechatUser.list, { query: { notStaff: true } })).body.total
  expect(await offered()).toBe(1)
  const { id } = (await add({ uid })).body
  expect(await offered()).toBe(0)
  await admin.call(storeStaff.remove, { query: { id } })
  expect(await offered()).toBe(1)
})

test('the stores an account sees follow its work, from its next call on', async () => {
  const { shop, admin, first, second, add } = await openDesk()
  const clerk = await shop.signIn({ can: [store.list], dataScope: '本门店' })
  const seen = async () => (await clerk.call(store.list, { query: {} })).body.list.map(({ id }) => id)
  expect(await seen()).toEqual([])
  const { id } = (await add({ adminId: clerk.userId })).body
  expect(await seen()).toEqual([first])
  await admin.call(storeStaff.update, { body: { id, adminId: clerk.userId, storeId: second, staffName: '李梅' } })
  expect(await seen()).toEqual([second])
  await admin.call(storeStaff.switch, { query: { id, status: false } })
  expect(await seen()).toEqual([])
  await admin.call(storeStaff.switch, { query: { id, status: true } })
  await admin.call(store.recycle, { query: { id: second } })
  expect(await seen()).toEqual([])
  await admin.call(store.recover, { query: { id: second } })
  expect((await admin.call(storeStaff.info, { query: { id } })).body.status).toBe(false)
  await admin.call(storeStaff.switch, { query: { id, status: true } })
  expect(await seen()).toEqual([second])
  await admin.call(storeStaff.remove, { query: { id } })
  expect(await seen()).toEqual([])
  expect(await admin.call(storeStaff.info, { query: { id } })).toMatchObject({ status: 404 })
})

test('nobody gives a store to an account that is not below them, nor staff to a store they do not see', async () => {
  const { shop, first, second, add } = await openDesk()
  const chief = await shop.signIn({ can: [], level: 1 })
  const clerk = await shop.signIn({ can: all, level: 5, dataScope: '本门店', storeIds: [first] })
  const save = (body: object) =>
    clerk.call(storeStaff.save, { body: { storeId: first, staffName: '王', ...body } as never })
  expect((await save({ adminId: chief.userId })).status).toBeGreaterThanOrEqual(403)
  const { id } = (await add({ adminId: chief.userId, storeId: second })).body
  for (const route of [storeStaff.info, storeStaff.remove])
    expect(await clerk.call(route, { query: { id } }), route.path).toMatchObject({ status: 404 })
  expect(await clerk.call(storeStaff.switch, { query: { id, status: false } })).toMatchObject({ status: 404 })
  expect(await save({ adminId: clerk.userId, storeId: second })).toMatchObject({ status: 404 })
  expect((await clerk.call(storeStaff.list, { query: { limit: 9999 } })).body.total).toBe(0)
})

test('nobody who keeps the list of staff verifies as a customer: the right is given by who has it, and by who may switch staff', async () => {
  const { shop, first, second, admin, makeCustomer } = await openDesk()
  const [own, other] = [await makeCustomer('13800000001'), await makeCustomer('13800000002')]
  const keeper = await shop.signIn({ can: [storeStaff.save, storeStaff.update] })
  const switcher = await shop.signIn({ can: all })
  const form = { storeId: first, staffName: '王' }
  const refused = (permission: string) => ({ status: 403, body: { permission } })
  expect(await keeper.call(storeStaff.save, { body: { ...form, uid: own, verifyStatus: true } })).toMatchObject(
    refused(storeStaff.allow.permission),
  )
  expect(await switcher.call(storeStaff.save, { body: { ...form, uid: own, verifyStatus: true } })).toMatchObject(
    refused(pickup.verify.permission),
  )
  const { id } = (await keeper.call(storeStaff.save, { body: { ...form, uid: own } })).body
  const edit = (who: typeof keeper, body: object) =>
    who.call(storeStaff.update, { body: { id, ...form, uid: own, ...body } })
  for (const body of [{ verifyStatus: true }, { status: false }])
    expect(await edit(keeper, body)).toMatchObject(refused(storeStaff.allow.permission))
  expect(await switcher.call(storeStaff.allow, { body: { id, verifyStatus: true } })).toMatchObject(
    refused(pickup.verify.permission),
  )
  expect((await admin.call(storeStaff.allow, { body: { id, verifyStatus: true } })).status).toBe(200)
  for (const body of [{ uid: other }, { storeId: second }])
    expect(await edit(keeper, body)).toMatchObject(refused(pickup.verify.permission))
  expect((await edit(keeper, { staffName: '王小' })).status).toBe(200)
  expect((await switcher.call(storeStaff.switch, { query: { id, status: false } })).status).toBe(200)
  expect(await switcher.call(storeStaff.switch, { query: { id, status: true } })).toMatchObject(
    refused(pickup.verify.permission),
  )
})
