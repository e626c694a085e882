import { region } from '@zhanggui/contract/setting/region.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'

const all = Object.values(store)

async function openDesk() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [...all, ...Object.values(storeStaff)] })
  const add = async (name: string, more: object = {}) =>
    (await staff.call(store.save, { body: storeDraft(name, more) })).body.id
  const names = async (query: object = {}) =>
    (await staff.call(store.list, { query })).body.list.map(({ name }) => name)
  return { shop, staff, add, names }
}

test('a store with missing or invalid fields is refused, each with its own sentence', async () => {
  const { staff } = await openDesk()
  for (const [change, message] of [
    [{ name: '' }, '请输入门店名称'],
    [{ phone: '12345' }, '请输入正确的门店电话'],
    [{ cityIds: [110000, 310101] }, '请选择门店地址'],
    [{ cityIds: [110101, 110100, 110000] }, '请选择门店地址'],
    [{ detailedAddress: '' }, '请输入详细地址'],
    [{ image: '' }, '请上传门店图片'],
    [{ latitude: undefined }, '请选择门店位置'],
    [{ latitude: 91 }, '纬度不能大于90'],
    [{ validTime: ['2026-12-02', '2026-12-01'] }, '结束日期不能早于开始日期'],
    [{ validTime: ['2026-02-30', '2026-12-01'] }, '核销有效期不是有效的日期'],
    [{ dayTime: ['9', '18:00'] }, '请选择营业时间'],
    [{ dayTime: ['18:00', '09:00'] }, '营业结束时间应晚于开始时间'],
  ] as const) {
    const answer = await staff.send('POST', '/admin/system/store/save', { ...storeDraft('一店'), ...change })
    expect(answer, JSON.stringify(change)).toMatchObject({ status: 400, body: { message } })
  }
})

test('of two stores saved at once under one name one is stored; one in the recycle bin frees its name', async () => {
  const { staff, add } = await openDesk()
  const save = () => staff.call(store.save, { body: storeDraft('一店') })
  const answers = await Promise.all([save(), save()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ message: '门店名称已存在' })
  const { id } = (answers.find(({ status }) => status === 200) as (typeof answers)[number]).body
  await staff.call(store.recycle, { query: { id } })
  await add('一店')
  expect(await staff.call(store.recover, { query: { id } })).toMatchObject({ status: 409 })
})

test('a store is answered as it was kept: places by name, hours and days as pairs', async () => {
  const { staff, add } = await openDesk()
  const id = await add('一店', { validTime: ['2026-12-01', '2026-12-31'], dayTime: ['09:00', '21:30'] })
  expect((await staff.call(store.info, { query: { id } })).body).toMatchObject({
    name: '一店',
    area: ['北京市', '北京市', '东城区'],
    validTime: ['2026-12-01', '2026-12-31'],
    dayTime: ['09:00', '21:30'],
    isShow: true,
  })
  await staff.call(store.update, { body: { id, ...storeDraft('二店', { dayTime: ['10:00', '20:00'] }) } })
  const { body } = await staff.call(store.info, { query: { id } })
  expect(body).toMatchObject({ name: '二店', validTime: null, dayTime: ['10:00', '20:00'], version: 1 })
})

test('a store is hidden, put into the bin, recovered, and deleted only from there', async () => {
  const { staff, add, names } = await openDesk()
  const [id, other] = [await add('一店'), await add('二店')]
  expect(await names()).toEqual(['二店', '一店'])
  await staff.call(store.show, { query: { id, status: false } })
  expect(await names()).toEqual(['二店'])
  expect(await names({ status: 0 })).toEqual(['一店'])
  expect(await names({ status: -1 })).toEqual(['一店', '二店'])
  expect((await staff.call(store.count, { query: {} })).body).toEqual({ show: 1, hide: 1, recycle: 0 })

  expect(await staff.call(store.remove, { query: { id } })).toMatchObject({
    status: 409,
    body: { message: '请先移入回收站' },
  })
  await staff.call(store.recycle, { query: { id } })
  expect(await staff.call(store.recycle, { query: { id } })).toMatchObject({ status: 409 })
  expect(await staff.call(store.show, { query: { id, status: true } })).toMatchObject({ status: 409 })
  expect(await staff.call(store.update, { body: { id, ...storeDraft('三店') } })).toMatchObject({
    status: 409,
    body: { message: '请先恢复门店' },
  })
  expect(await names({ status: 2 })).toEqual(['一店'])
  await staff.call(store.recover, { query: { id } })
  expect(await names({ status: 0 })).toEqual(['一店'])
  await staff.call(store.recycle, { query: { id } })
  expect((await staff.call(store.remove, { query: { id } })).body).toEqual({})
  expect(await staff.call(store.info, { query: { id } })).toMatchObject({ status: 404 })
  expect(await staff.call(store.remove, { query: { id: other } })).toMatchObject({ status: 409 })
})

test('who is limited to a store sees it alone, may change it, and neither adds, deletes nor restores stores', async () => {
  const { shop, add } = await openDesk()
  const [own, other] = [await add('一店'), await add('二店')]
  const clerk = await shop.signIn({ can: all, dataScope: '本门店', storeIds: [own] })
  const { body } = await clerk.call(store.list, { query: {} })
  expect([body.total, body.list.map(({ id }) => id)]).toEqual([1, [own]])
  expect((await clerk.call(store.count, { query: {} })).body).toEqual({ show: 1, hide: 0, recycle: 0 })
  for (const route of [store.info, store.recycle, store.remove, store.recover])
    expect(await clerk.call(route, { query: { id: other } }), route.path).toMatchObject({ status: 404 })
  expect(await clerk.call(store.show, { query: { id: other, status: false } })).toMatchObject({ status: 404 })
  expect((await clerk.call(store.show, { query: { id: own, status: false } })).status).toBe(200)
  const refusal = { status: 422, body: { message: '仅可管理所属门店' } }
  expect(await clerk.call(store.save, { body: storeDraft('三店') })).toMatchObject(refusal)
  expect(await clerk.call(store.recycle, { query: { id: own } })).toMatchObject(refusal)
})

test('a place where a store lies cannot be deleted', async () => {
  const { shop, add } = await openDesk()
  const id = await add('一店')
  const admin = await shop.signIn({ can: [region.list, region.remove] })
  const { body } = await admin.call(region.list, { query: { parentId: 110100 } })
  const place = body.find(({ cityId }) => cityId === 110101)
  expect(await admin.call(region.remove, { query: { id: place?.id ?? 0 } })).toMatchObject({
    status: 422,
    body: { code: 'IN_USE', uses: [{ type: 'store', id, name: '一店' }] },
  })
})
