import { dept } from '@zhanggui/contract/staff/dept.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'

const all = Object.values(dept)

test('a department without a name is refused, and the message says so', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const answer = await staff.send('POST', '/api/dept', { name: '   ' })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    code: 'VALIDATION_FAILED',
    message: '部门名称不能为空',
    errors: [{ field: 'name', message: '部门名称不能为空' }],
  })
})

test('users with read permission only cannot add a department', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [dept.list] })
  const answer = await staff.call(dept.save, { body: { name: '客服部' } })
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({ code: 'FORBIDDEN', permission: 'admin:system:dept:save' })
})

test('of two departments saved at once under one name, one is stored and the other refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = () => staff.call(dept.save, { body: { name: '客服部' } })
  const answers = await Promise.all([save(), save(), save(), save()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('departments are listed as a tree; a filter by name keeps the ancestors', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const top = (await staff.call(dept.save, { body: { name: '总部', sort: 1 } })).body.id
  const service = (await staff.call(dept.save, { body: { name: '客服部', pid: top, sort: 2 } })).body.id
  await staff.call(dept.save, { body: { name: '仓储部', pid: top, sort: 1 } })
  const { body } = await staff.call(dept.list)
  expect(body).toMatchObject([{ name: '总部', children: [{ name: '仓储部' }, { name: '客服部' }] }])
  const found = await staff.call(dept.list, { query: { name: '客服' } })
  expect(found.body).toMatchObject([{ id: top, children: [{ id: service }] }])
  expect(found.body[0]?.children).toHaveLength(1)
})

test('a department cannot come below itself', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const top = (await staff.call(dept.save, { body: { name: '总部' } })).body.id
  const below = (await staff.call(dept.save, { body: { name: '客服部', pid: top } })).body.id
  const itself = await staff.call(dept.update, { body: { id: top, name: '总部', pid: top } })
  expect(itself).toMatchObject({ status: 422, body: { message: '上级不能为自己' } })
  const under = await staff.call(dept.update, { body: { id: top, name: '总部', pid: below } })
  expect(under).toMatchObject({ status: 422, body: { message: '上级不能为自己的下级' } })
})

test('of two departments moved below each other at once, one is moved and the other refused, every time', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = async (name: string) => (await staff.call(dept.save, { body: { name } })).body.id
  for (const round of [1, 2, 3, 4, 5, 6]) {
    const [one, other] = [await save(`甲${round}`), await save(`乙${round}`)]
    const answers = await Promise.all([
      staff.call(dept.update, { body: { id: one, name: `甲${round}`, pid: other } }),
      staff.call(dept.update, { body: { id: other, name: `乙${round}`, pid: one } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  }
  expect((await staff.call(dept.list)).body).toHaveLength(6)
})

test('staff of a department in a cycle of rows can still sign in', async () => {
  const shop = await openShop()
  const admin = await shop.signIn({ can: all })
  const save = async (name: string, pid: number) => (await admin.call(dept.save, { body: { name, pid } })).body.id
  const top = await save('甲', 0)
  const below = await save('乙', top)
  await shop.ctx.db.execute(sql`update dept set pid = ${below} where id = ${top}`)
  const clerk = await shop.signIn({ can: all, deptId: top, dataScope: '本级' })
  expect((await clerk.call(dept.list)).status).toBe(200)
})

test('of two changes of one version of a department, the second is refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const { id, version } = (await staff.call(dept.save, { body: { name: '客服部' } })).body
  const change = (name: string) => staff.call(dept.update, { body: { id, version, name } })
  const answers = await Promise.all([change('客服一部'), change('客服二部')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'VERSION_CONFLICT', current: { id, version: version + 1 } })
})

test('a department with staff, or the last top-level one, is not deleted', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const top = (await staff.call(dept.save, { body: { name: '总部' } })).body.id
  const below = (await staff.call(dept.save, { body: { name: '客服部', pid: top } })).body.id
  await shop.signIn({ deptId: below })
  const used = await staff.call(dept.remove, { body: [top] })
  expect(used).toMatchObject({ status: 422, body: { message: '所选部门中存在岗位或者用户关联，请取消关联后再试' } })
  const spare = (await staff.call(dept.save, { body: { name: '闲置部' } })).body.id
  expect((await staff.call(dept.remove, { body: [spare] })).status).toBe(200)
  const names = (await staff.call(dept.list)).body.map(({ name }) => name)
  expect(names).toEqual(['总部'])
})

test('users who see only their own department see it and its subdepartments, not its siblings', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = async (name: string, pid = 0) => (await staff.call(dept.save, { body: { name, pid } })).body.id
  const top = await save('总部')
  const own = await save('客服部', top)
  await save('客服一组', own)
  await save('财务部', top)
  const limited = await shop.signIn({ can: [dept.list], dataScope: '本级', deptId: own })
  expect((await limited.call(dept.list)).body).toMatchObject([{ name: '客服部', children: [{ name: '客服一组' }] }])
})

test('users who see only their own department change and add nothing beyond it', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = async (name: string, pid = 0) => (await staff.call(dept.save, { body: { name, pid } })).body.id
  const top = await save('总部')
  const own = await save('客服部', top)
  const other = await save('财务部', top)
  const limited = await shop.signIn({ can: all, dataScope: '本级', deptId: own })
  expect((await limited.call(dept.update, { body: { id: other, name: '财会部' } })).status).toBe(404)
  expect((await limited.call(dept.remove, { body: [other] })).status).toBe(404)
  for (const pid of [0, other]) {
    const refusal = { status: 422, body: { message: '上级部门不存在，请重新选择' } }
    expect(await limited.call(dept.save, { body: { name: '新部', pid } })).toMatchObject(refusal)
    expect(await limited.call(dept.update, { body: { id: own, name: '客服部', pid } })).toMatchObject(refusal)
  }
  expect((await limited.call(dept.update, { body: { id: own, name: '客服中心', pid: top } })).status).toBe(200)
  expect((await limited.call(dept.save, { body: { name: '客服一组', pid: own } })).status).toBe(200)
})

test('a department with departments beyond the caller’s scope is not moved, to see them from above', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = async (name: string, pid = 0) => (await staff.call(dept.save, { body: { name, pid } })).body.id
  const [own, other] = [await save('客服部'), await save('财务部')]
  const hidden = await save('工资组', other)
  const limited = await shop.signIn({ can: all, dataScope: '自定义', scopeDeptIds: [own, other], deptId: own })
  const move = () => limited.call(dept.update, { body: { id: other, name: '财务部', pid: own } })
  expect(await move()).toMatchObject({ status: 422, body: { message: '该部门有您看不到的下级部门，不能移动' } })
  expect((await staff.call(dept.remove, { body: [hidden] })).status).toBe(200)
  expect((await move()).status).toBe(200)
})
