import { dict } from '@zhanggui/contract/setting/dict.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { expect, test } from 'vitest'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { crudLaws } from '../../../testing/walk/crud-laws.ts'

const all = [...Object.values(dict), ...Object.values(dictDetail)]

async function openOffice() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const { id } = (await staff.call(dict.save, { body: { name: 'fabric' } })).body
  const add = (value: string, rest: { label?: string; sort?: number; color?: string } = {}) =>
    staff.call(dictDetail.save, { body: { dict: { id }, value, label: value, ...rest } })
  return { shop, staff, dictId: id, add }
}

const valuesOf = async (
  staff: Caller,
  query: { dictName?: string; dictId?: number; label?: string; sort?: string[] },
) => (await staff.call(dictDetail.list, { query })).body.content?.map(({ value }) => value)

crudLaws(dictDetail, {
  a: 'a value of a dictionary',
  what: '字典值',
  taken: ['字典值已存在', 'value'],
  names: ['cotton', 'cotton', 'linen'],
  draft: (value, id) => ({ dict: { id }, label: value, value }),
  prepare: async (staff) => (await staff.call(dict.save, { body: { name: 'fabric' } })).body.id,
})

test('anyone signed in reads the values of a dictionary as a whole, in display order, as text', async () => {
  const { shop, add } = await openOffice()
  await add('2', { sort: 2, color: '#ff0000' })
  await add('1', { sort: 1 })
  await add('3', { sort: 2 })
  const anybody = await shop.signIn()
  const answer = await anybody.call(dictDetail.list, { query: { dictName: 'fabric', page: 0, size: 9999 } })
  expect(answer.body.totalElements).toBe(3)
  expect(answer.body.content).toMatchObject([
    { value: '1', color: '', enabled: true, dict: { name: 'fabric' } },
    { value: '2', color: '#ff0000' },
    { value: '3' },
  ])
})

test('an unknown dictionary has no values; a request without a dictionary is refused', async () => {
  const { staff } = await openOffice()
  const unknown = await staff.call(dictDetail.list, { query: { dictName: 'nothing' } })
  expect(unknown.body).toEqual({ content: [], totalElements: 0 })
  const none = await staff.call(dictDetail.list)
  expect(none).toMatchObject({ status: 400, body: { message: '请指定字典名称' } })
})

test('values are found by dictionary and part of the label, in the requested order', async () => {
  const { staff, dictId, add } = await openOffice()
  await add('cotton', { label: '纯棉' })
  await add('linen', { label: '亚麻' })
  await add('mixed', { label: '棉麻' })
  expect(await valuesOf(staff, { dictId, sort: ['value,desc'] })).toEqual(['mixed', 'linen', 'cotton'])
  expect(await valuesOf(staff, { dictName: 'fabric', label: '棉' })).toEqual(['cotton', 'mixed'])
  expect(await valuesOf(staff, { label: '麻' })).toEqual(['linen', 'mixed'])
  const page = (await staff.call(dictDetail.list, { query: { dictName: 'fabric', page: 2, limit: 2 } })).body
  expect(page).toMatchObject({ total: 3, page: 2, limit: 2, list: [{ value: 'mixed' }] })
})

test('one answer holds several dictionaries by name, at most twenty', async () => {
  const { staff, add } = await openOffice()
  await add('cotton')
  const answer = await staff.send('GET', '/api/dictDetail/map?dictName=sex,fabric,nothing,__proto__&page=0&size=9999')
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body).sort()).toEqual(['__proto__', 'fabric', 'nothing', 'sex'])
  expect(answer.body).toMatchObject({
    sex: [{ value: '男' }, { value: '女' }],
    fabric: [{ value: 'cotton' }],
    nothing: [],
  })
  const many = Array.from({ length: 21 }, (_, index) => `d${index}`)
  expect((await staff.call(dictDetail.map, { query: { dictName: many } })).status).toBe(400)
})

test('a caller with current values gets 304, until the values change', async () => {
  const { staff, add } = await openOffice()
  await add('cotton')
  for (const route of [dictDetail.list, dictDetail.map] as const) {
    const read = (headers = {}) =>
      route === dictDetail.list
        ? staff.call(dictDetail.list, { query: { dictName: 'fabric' }, headers })
        : staff.call(dictDetail.map, { query: { dictName: ['fabric'] }, headers })
    const { headers } = await read()
    const etag = String(headers.etag)
    expect(headers['cache-control']).toBe('private, no-cache')
    const url = `${route.path}?dictName=fabric`
    const again = await staff.send('GET', url, undefined, { 'if-none-match': `"other", ${etag}` })
    expect(again).toMatchObject({ status: 304, body: '' })
    await add(`more ${route.name}`)
    expect((await read({ 'if-none-match': etag })).status).toBe(200)
  }
})

test('a change is visible at once to its author, and to other processes as soon as they are notified', async () => {
  const { shop, staff, dictId, add } = await openOffice()
  const other = await shop.second()
  const there = async () =>
    (await staff.call(dictDetail.list, { query: { dictName: 'fabric' }, process: other })).body.content?.length
  expect(await valuesOf(staff, { dictName: 'fabric' })).toEqual([])
  expect(await there()).toBe(0)
  await add('cotton')
  expect(await valuesOf(staff, { dictName: 'fabric' })).toEqual(['cotton'])
  await expect.poll(there).toBe(1)
  await staff.call(dict.update, { body: { id: dictId, name: 'cloth' } })
  expect(await valuesOf(staff, { dictName: 'cloth' })).toEqual(['cotton'])
  await expect.poll(there).toBe(0)
})

test('a value stays in its dictionary, and needs one that exists', async () => {
  const { staff, add } = await openOffice()
  const { id } = (await add('cotton')).body
  const other = (await staff.call(dict.save, { body: { name: 'colour' } })).body.id
  const moved = await staff.call(dictDetail.update, { body: { id, dict: { id: other }, label: '棉', value: 'cotton' } })
  expect(moved).toMatchObject({ status: 422, body: { message: '字典值不能移到另一个字典，请在那里新增' } })
  const astray = await staff.call(dictDetail.save, { body: { dict: { id: 999_999 }, label: '棉', value: 'cotton' } })
  expect(astray).toMatchObject({ status: 422, body: { message: '字典不存在，请重新选择' } })
})

test('a built-in value stays, only its label may change; other values can be deleted', async () => {
  const { staff, add } = await openOffice()
  const { content } = (await staff.call(dictDetail.list, { query: { dictName: 'sex' } })).body
  const man = content?.[0]
  if (!man) throw new Error('the dictionary sex is empty')
  const removed = await staff.call(dictDetail.remove, { params: { id: man.id } })
  expect(removed).toMatchObject({ status: 422, body: { message: '系统内置字典值不能删除' } })
  const body = { id: man.id, dict: { id: man.dict.id }, label: '先生' }
  const changed = await staff.call(dictDetail.update, { body: { ...body, value: 'm' } })
  expect(changed).toMatchObject({ status: 422, body: { message: '系统内置字典值不能修改' } })
  expect((await staff.call(dictDetail.update, { body: { ...body, value: '男' } })).status).toBe(200)
  const { id } = (await add('cotton')).body
  expect((await staff.call(dictDetail.remove, { params: { id } })).body).toEqual({})
})
