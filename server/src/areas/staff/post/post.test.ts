import { dept } from '@zhanggui/contract/staff/dept.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Caller, openShop } from '../../../testing/shop.ts'
import { crudLaws } from '../../../testing/walk/crud-laws.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'

const all = [...Object.values(post), dept.list, dept.save, dept.remove]

async function openOffice() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  return { shop, staff, deptId: await makeDept(staff, '客服部') }
}

async function makeDept(staff: Caller, name: string, pid = 0) {
  return (await staff.call(dept.save, { body: { name, pid } })).body.id
}

crudLaws(post, {
  a: 'a post',
  what: '岗位',
  taken: ['岗位名称已存在', 'name'],
  draft: (name, id) => ({ name, dept: { id } }),
  prepare: (staff) => makeDept(staff, '客服部'),
  can: [dept.save],
})

test('a post without a name, or without a department, is refused, and the message says so', async () => {
  const { staff, deptId } = await openOffice()
  const nameless = await staff.send('POST', '/api/job', { name: ' ', dept: { id: deptId } })
  expect(nameless).toMatchObject({ status: 400, body: { message: '岗位名称不能为空' } })
  const homeless = await staff.send('POST', '/api/job', { name: '客服' })
  expect(homeless).toMatchObject({ status: 400, body: { message: '请选择所属部门', errors: [{ field: 'dept' }] } })
  const astray = await staff.call(post.save, { body: { name: '客服', dept: { id: 999_999 } } })
  expect(astray).toMatchObject({ status: 422, body: { message: '所属部门不存在，请重新选择' } })
})

test('a post is shown with its department and the parent department', async () => {
  const { staff, deptId } = await openOffice()
  const below = await makeDept(staff, '夜班', deptId)
  await staff.call(post.save, { body: { name: '组长', dept: { id: below }, sort: 2 } })
  await staff.call(post.save, { body: { name: '主管', dept: { id: deptId }, sort: 1, enabled: false } })
  const { body } = await staff.call(post.list)
  expect(body).toMatchObject({
    total: 2,
    page: 1,
    limit: 20,
    list: [
      { name: '主管', sort: 1, enabled: false, dept: { id: deptId, name: '客服部' }, deptSuperiorName: '' },
      { name: '组长', sort: 2, enabled: true, dept: { id: below, name: '夜班' }, deptSuperiorName: '客服部' },
    ],
  })
})

test('posts are found by part of the name, state and department; % and _ are literal', async () => {
  const { staff, deptId } = await openOffice()
  const other = await makeDept(staff, '财务部')
  for (const name of ['A_b', 'Acb', '100%'])
    await staff.call(post.save, { body: { name, dept: { id: deptId }, enabled: name !== 'Acb' } })
  await staff.call(post.save, { body: { name: '出纳', dept: { id: other } } })
  const names = async (query: Parameters<typeof find>[0]) => (await find(query)).map(({ name }) => name).sort()
  const find = async (query: { name?: string; enabled?: boolean; deptId?: number; createTime?: string[] }) =>
    (await staff.call(post.list, { query })).body.list
  expect(await names({ name: 'a_B' })).toEqual(['A_b'])
  expect(await names({ name: '%' })).toEqual(['100%'])
  expect(await names({ enabled: false })).toEqual(['Acb'])
  expect(await names({ deptId: other })).toEqual(['出纳'])
  expect(await names({ createTime: ['today'] })).toHaveLength(4)
  expect(await names({ createTime: ['yesterday'] })).toEqual([])
})

test('a page of posts has at most a hundred rows, and a page past the end is empty with the same total', async () => {
  const { staff, deptId } = await openOffice()
  for (const name of ['一', '二', '三']) await staff.call(post.save, { body: { name, dept: { id: deptId } } })
  const second = (await staff.call(post.list, { query: { page: 2, limit: 2 } })).body
  expect(second).toMatchObject({ total: 3, page: 2, limit: 2, list: [{ name: '一' }] })
  const beyond = (await staff.call(post.list, { query: { page: 9, limit: 5000 } })).body
  expect(beyond).toEqual({ total: 3, page: 9, limit: 100, list: [] })
})

test('posts of different departments may share a name', async () => {
  const { staff, deptId } = await openOffice()
  for (const id of [deptId, await makeDept(staff, '财务部')])
    expect((await staff.call(post.save, { body: { name: '组长', dept: { id } } })).status).toBe(200)
})

test('posts are deleted all or none, and not while a user holds one', async () => {
  const { shop, staff, deptId } = await openOffice()
  const save = async (name: string) => (await staff.call(post.save, { body: { name, dept: { id: deptId } } })).body.id
  const [held, free] = [await save('主管'), await save('组长')]
  const holder = await shop.signIn()
  const holderRow = eq(adminUsers.id, holder.userId)
  await shop.ctx.db.update(adminUsers).set({ jobId: held }).where(holderRow)
  const refused = await staff.call(post.remove, { body: [free, held] })
  expect(refused).toMatchObject({ status: 422, body: { message: '所选岗位存在用户关联，请取消关联后再试' } })
  expect((await staff.call(post.remove, { body: [free, 999_999] })).status).toBe(404)
  expect((await staff.call(post.list)).body.total).toBe(2)
  await shop.ctx.db.update(adminUsers).set({ deletedAt: shop.clock.now() }).where(holderRow)
  expect((await staff.call(post.remove, { body: [free, held] })).body).toEqual({})
  expect((await staff.call(post.list)).body.total).toBe(0)
})

test('of deleting a department and adding a post to it at once, one is refused', async () => {
  const { staff } = await openOffice()
  for (let round = 0; round < 10; round++) {
    const deptId = await makeDept(staff, `临时${round}`)
    const [saved, removed] = await Promise.all([
      staff.call(post.save, { body: { name: '组长', dept: { id: deptId } } }),
      staff.call(dept.remove, { body: [deptId] }),
    ])
    expect([`${saved.status} ${removed.status}`]).toEqual([expect.stringMatching(/^(200 422|422 200)$/)])
  }
})

test('users who see only their own department neither see nor change posts of others', async () => {
  const { shop, staff, deptId } = await openOffice()
  const other = await makeDept(staff, '财务部')
  const own = (await staff.call(post.save, { body: { name: '客服', dept: { id: deptId } } })).body.id
  const foreign = (await staff.call(post.save, { body: { name: '出纳', dept: { id: other } } })).body.id
  const limited = await shop.signIn({ can: all, dataScope: '本级', deptId })
  expect((await limited.call(post.list)).body).toMatchObject({ total: 1, list: [{ id: own }] })
  const change = { id: foreign, name: '会计', dept: { id: other } }
  expect((await limited.call(post.update, { body: change })).status).toBe(404)
  expect((await limited.call(post.remove, { body: [foreign] })).status).toBe(404)
  const moved = await limited.call(post.update, { body: { id: own, name: '客服', dept: { id: other } } })
  expect(moved).toMatchObject({ status: 422, body: { message: '所属部门不存在，请重新选择' } })
})
