import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { apiKey } from '@zhanggui/contract/staff/api-key.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { expect, test } from 'vitest'
import { type Answer, type Caller, openShop, type Shop } from '../../../testing/shop.ts'

/** The acting user may call all of these; their level limits the effect. */
const can = [adminUser, apiKey, onlineUser, role]
  .flatMap((routes) => Object.values(routes))
  .filter(({ permission }) => permission !== 'auth')
  .concat([dept.list])

type Rank = 'super' | 1 | 2 | 3
type Target = { caller: Caller; keyId: number; roleId: number }
type Act = (actor: Caller, target: Target) => Promise<Answer<unknown>>

const acts: Record<string, Act> = {
  'reset the password': (actor, { caller }) => actor.call(adminUser.resetPassword, { params: { id: caller.userId } }),
  disable: (actor, { caller }) =>
    actor.call(adminUser.updateStatus, { params: { id: caller.userId }, body: { enabled: false } }),
  unlock: (actor, { caller }) => actor.call(adminUser.unlock, { params: { id: caller.userId } }),
  kick: (actor, { caller }) => actor.call(adminUser.kick, { params: { id: caller.userId } }),
  'end a session': (actor, { caller }) => actor.call(onlineUser.kick, { body: [caller.sessionId] }),
  'change phone and e-mail': (actor, { caller, roleId }) =>
    actor.call(adminUser.update, {
      body: {
        id: caller.userId,
        nickName: '改名',
        roles: [{ id: roleId }],
        phone: `139${String(caller.userId).padStart(8, '0')}`,
        email: `user${caller.userId}@example.com`,
      },
    }),
  'change a key': (actor, { keyId }) =>
    actor.call(apiKey.update, {
      body: { id: keyId, name: `改${keyId}`, scopes: ['admin:system:dept:list'], status: true },
    }),
  'delete a key': (actor, { keyId }) => actor.call(apiKey.remove, { body: [keyId] }),
  'delete the account': (actor, { caller }) => actor.call(adminUser.remove, { body: [caller.userId] }),
}

/** The rule of levels; besides, only a super administrator acts on another. */
const mayAct = (actor: Rank, target: Rank) =>
  actor === 'super' || (target !== 'super' && (actor === 1 || target > actor))

async function openRanks(): Promise<{ shop: Shop; signIn(rank: Rank): Promise<Caller> }> {
  const shop = await openShop()
  return { shop, signIn: (rank) => shop.signIn(rank === 'super' ? { role: 'admin' } : { can, level: rank }) }
}

const ranks: readonly Rank[] = ['super', 1, 2, 3]

test.each(ranks)('a user of level %s acts on others where the levels allow it, and nowhere else', async (rank) => {
  const open = await openRanks()
  for (const [name, act] of Object.entries(acts)) {
    const actor = await open.signIn(rank)
    for (const other of ranks) {
      const caller = await open.signIn(other)
      const { body: key } = await caller.call(apiKey.save, {
        body: { name: `${name}${other}`, scopes: ['admin:system:dept:list'] },
      })
      const { body: roles } = await caller.call(role.all)
      const held = roles.find(
        ({ permission }) => permission === (other === 'super' ? 'admin' : `role_${caller.username}`),
      )
      const answer = await act(actor, { caller, keyId: key.id, roleId: held?.id ?? 0 })
      const who = `${rank} on ${other}, to ${name}: ${JSON.stringify(answer.body)}`
      expect.soft(answer.status, who).toBe(mayAct(rank, other) ? 200 : 403)
    }
  }
})

test('sessions and keys of users outside the data scope can be neither seen nor changed', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const deptId = (await admin.call(dept.save, { body: { name: '客服部' } })).body.id
  const clerk = await shop.signIn({ can, level: 2, dataScope: '本级', deptId })
  const colleague = await shop.signIn({ can, level: 5, dataScope: '仅本人', deptId })
  const stranger = await shop.signIn({ can, level: 5 })
  const keyOf = async (caller: Caller) =>
    (await caller.call(apiKey.save, { body: { name: `密钥${caller.username}`, scopes: ['admin:system:dept:list'] } }))
      .body.id
  const [near, far] = [await keyOf(colleague), await keyOf(stranger)]
  expect((await clerk.call(apiKey.list)).body).toMatchObject({ total: 1, list: [{ id: near }] })
  expect((await clerk.call(apiKey.remove, { body: [far] })).status).toBe(404)
  const change = { body: { id: far, name: '改', scopes: ['admin:system:dept:list'] } }
  expect((await clerk.call(apiKey.update, change)).status).toBe(404)
  const seen = (await clerk.call(onlineUser.list)).body.list.map(({ userName }) => userName)
  expect(seen.sort()).toEqual([clerk.username, colleague.username].sort())
  expect((await clerk.call(onlineUser.kick, { body: [stranger.sessionId] })).status).toBe(404)
  expect((await clerk.call(onlineUser.kick, { body: [colleague.sessionId] })).status).toBe(200)
})
