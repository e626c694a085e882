import { audit } from '@zhanggui/contract/audit.ts'
import { dept } from '@zhanggui/contract/dept.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { liftRateLimits } from '../../testing/hostile.ts'
import { type Caller, openShop } from '../../testing/shop.ts'

type Walk = (admin: Caller, ids: Record<string, number>) => unknown

/** Calls that change something, in this order, by the name of their route; deeds without a row have tests of their own. */
const walks: Record<string, Walk> = {
  'dept.save': () => ({ name: '仓库', pid: 0 }),
  'dept.update': (_, ids) => ({ id: ids['dept.save'], name: '总仓', pid: 0 }),
  'post.save': (_, ids) => ({ name: '收银', dept: { id: ids['dept.save'] } }),
  'post.update': (_, ids) => ({ id: ids['post.save'], name: '收银员', dept: { id: ids['dept.save'] } }),
  'post.remove': (_, ids) => [ids['post.save']],
  'dept.remove': (_, ids) => [ids['dept.save']],
  'dict.save': () => ({ name: 'colour', remark: '颜色' }),
  'dict.update': (_, ids) => ({ id: ids['dict.save'], name: 'colours', remark: '颜色' }),
  'dict-detail.save': (_, ids) => ({ label: '红', value: 'red', dict: { id: ids['dict.save'] } }),
  'dict-detail.update': (_, ids) => ({
    id: ids['dict-detail.save'],
    label: '大红',
    value: 'red',
    dict: { id: ids['dict.save'] },
  }),
  'menu.save': () => ({ name: '帮助', type: 0, path: 'help' }),
  'menu.update': (_, ids) => ({ id: ids['menu.save'], name: '帮助中心', type: 0, path: 'help' }),
  'menu.remove': (_, ids) => [ids['menu.save']],
  'role.save': () => ({ name: '巡店', permission: 'role_patrol', level: 3, dataScope: '全部' }),
  'role.update': (_, ids) => ({ id: ids['role.save'], name: '巡店员', permission: 'role_patrol', dataScope: '全部' }),
  'role.remove': (_, ids) => [ids['role.save']],
}

test('SEC-41 SY-50 a call that changed something left its row in the audit trail', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  // One top department always stays.
  await admin.call(dept.save, { body: { name: '总部', pid: 0 } })
  const ids: Record<string, number> = {}
  for (const [name, walk] of Object.entries(walks)) {
    const route = shop.app.routes.find((each) => each.name === name) as Route
    const answer = await admin.send(route.method, route.path, walk(admin, ids))
    expect({ name, status: answer.status, message: answer.body.message }).toEqual({ name, status: 200 })
    ids[name] = Number(answer.body.id ?? 0)
    const requestId = String(answer.headers['x-request-id'])
    const { rows } = await shop.ctx.db.execute(sql`select from audit_entry where request_id = ${requestId}`)
    expect({ name, rows: rows.length }).toEqual({ name, rows: 1 })
  }
})

test('SEC-41 what somebody may not do, and invalid input in storms, is in the audit trail once a minute', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  const clerk = await shop.signIn()
  const noted = async (action: string) => {
    const { body } = await admin.call(audit.list, { query: { actor: clerk.username, action } })
    return body.list.map(({ objectType }) => objectType)
  }
  for (let tries = 0; tries < 3; tries++) await clerk.call(dept.save, { body: { name: '甲', pid: 0 } })
  await expect.poll(() => noted('denied')).toEqual(['dept'])
  for (let tries = 0; tries < 35; tries++) await clerk.send('PUT', '/api/users/center', { nickName: '' })
  await expect.poll(() => noted('storm')).toEqual(['user-center'])
})
