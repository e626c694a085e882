import { type DictDraft, dict } from '@zhanggui/contract/setting/dict.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { describe, expect, test } from 'vitest'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { crudLaws } from '../../../testing/walk/crud-laws.ts'

const all = [...Object.values(dict), ...Object.values(dictDetail)]

async function openOffice() {
  const shop = await openShop()
  return { shop, staff: await shop.signIn({ can: all }) }
}

async function makeDict(staff: Caller, draft: DictDraft) {
  return (await staff.call(dict.save, { body: draft })).body
}

crudLaws(dict, {
  a: 'a dictionary',
  what: '字典',
  taken: ['字典名称已存在', 'name'],
  names: ['fabric', 'fabric', 'colour'],
  draft: (name) => ({ name }),
})

describe('dictionaries', () => {
  test('a dictionary is added, changed and deleted with its values', async () => {
    const { staff } = await openOffice()
    const { id, version } = await makeDict(staff, { name: 'fabric', remark: '面料' })
    await staff.call(dictDetail.save, { body: { dict: { id }, label: '棉', value: 'cotton' } })
    const renamed = await staff.call(dict.update, { body: { id, version, name: 'fabrics', remark: '面料' } })
    expect(renamed).toMatchObject({ status: 200, body: { id, version: version + 1 } })
    const values = (await staff.call(dictDetail.list, { query: { dictName: 'fabrics' } })).body
    expect(values).toMatchObject({ totalElements: 1, content: [{ label: '棉', dict: { id, name: 'fabrics' } }] })
    expect((await staff.call(dict.remove, { params: { id } })).body).toEqual({})
    const gone = (await staff.call(dictDetail.list, { query: { dictName: 'fabrics' } })).body
    expect(gone).toEqual({ content: [], totalElements: 0 })
  })

  test('a name consists of lower case letters, digits and underscores', async () => {
    const { staff } = await openOffice()
    const wrong = await staff.call(dict.save, { body: { name: '面料' } })
    const message = '字典名称须以小写字母开头，只能包含小写字母、数字和下划线'
    expect(wrong).toMatchObject({ status: 400, body: { message } })
  })

  test('a built-in dictionary keeps its name and cannot be deleted; its remark may change', async () => {
    const { staff } = await openOffice()
    const { body } = await staff.call(dict.all)
    const sex = body.find(({ name }) => name === 'sex')
    if (!sex) throw new Error('the shop has no dictionary sex')
    const renamed = await staff.call(dict.update, { body: { id: sex.id, name: 'gender' } })
    expect(renamed).toMatchObject({ status: 422, body: { message: '系统内置字典不能改名' } })
    const removed = await staff.call(dict.remove, { params: { id: sex.id } })
    expect(removed).toMatchObject({ status: 422, body: { message: '系统内置字典不能删除' } })
    const described = await staff.call(dict.update, { body: { id: sex.id, name: 'sex', remark: '称呼' } })
    expect(described.status).toBe(200)
  })

  test('are found by part of name or remark, in the requested order', async () => {
    const { staff } = await openOffice()
    await makeDict(staff, { name: 'size_b', remark: '尺码' })
    await makeDict(staff, { name: 'size_a', remark: '尺码' })
    const names = async (query: { blurry?: string; sort?: string[] }) =>
      (await staff.call(dict.list, { query })).body.content?.map(({ name }) => name)
    expect(await names({ blurry: '尺' })).toEqual(['size_a', 'size_b'])
    expect(await names({ blurry: 'SIZE', sort: ['name,desc'] })).toEqual(['size_b', 'size_a'])
    expect(await names({ blurry: 'size', sort: ['remark,asc', 'name,asc'] })).toEqual(['size_a', 'size_b'])
    const single = await staff.send('GET', '/api/dict?blurry=size&sort=name,asc')
    expect(single.body).toMatchObject({ content: [{ name: 'size_a' }, { name: 'size_b' }] })
  })

  test.each(['secret,asc', 'name;drop table dict', 'asc', '__proto__,asc', 'createdAt'])(
    'the sort order %j is refused',
    async (sort) => {
      const { staff } = await openOffice()
      const answer = await staff.send('GET', `/api/dict?sort=${encodeURIComponent(sort)}`)
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', errors: [{ field: 'sort' }] } })
    },
  )
})

describe('both forms of paging', () => {
  test('page from 0 with size answers content, also by default', async () => {
    const { staff } = await openOffice()
    const total = (await staff.call(dict.all)).body.length
    const usual = (await staff.call(dict.list)).body
    expect(usual).toMatchObject({ totalElements: total })
    expect(usual.content).toHaveLength(Math.min(total, 20))
    const second = (await staff.call(dict.list, { query: { page: 1, size: 3 } })).body
    expect(second.content).toEqual(usual.content?.slice(3, 6))
    expect(second).not.toHaveProperty('list')
  })

  test('page from 1 with limit answers list', async () => {
    const { staff } = await openOffice()
    const { body } = await staff.call(dict.list, { query: { page: 1, limit: 3 } })
    expect(body).toMatchObject({ page: 1, limit: 3 })
    expect(body.list).toHaveLength(3)
    expect(body).not.toHaveProperty('content')
    expect((await staff.call(dict.list, { query: { limit: 500 } })).body.limit).toBe(100)
  })

  test.each([
    ['size=20&limit=20', 'size 与 limit 不能同时使用'],
    ['page=0&limit=20', '页码不能小于1'],
    ['page=6000&size=20', '请缩小查询范围'],
  ])('%s is refused', async (query, message) => {
    const { staff } = await openOffice()
    expect(await staff.send('GET', `/api/dict?${query}`)).toMatchObject({ status: 400, body: { message } })
  })
})

test('a caller that adds a row does not choose its id', async () => {
  const { staff } = await openOffice()
  const answer = await staff.send('POST', '/api/dict', { id: 7, name: 'fabric' })
  expect(answer).toMatchObject({ status: 400, body: { message: '新增数据不能带ID', errors: [{ field: 'id' }] } })
  expect((await staff.send('POST', '/api/dict', { id: null, name: 'fabric' })).status).toBe(200)
})
