import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { adminUser } from './admin-user.ts'
import { role } from './role.ts'

/** As what the console can be looked at: a role, or a member of staff. */
export const seenKinds = { role: '角色', user: '管理员' } as const
export type SeenKind = keyof typeof seenKinds

/** Looking at the console as a role or a member of staff, without changing anything. */
export const seeAs = routes('see-as', {
  start: {
    method: 'POST',
    path: '/api/see-as',
    permission: [role.update.permission, adminUser.update.permission],
    summary: '以此身份查看',
    body: t.Object({
      kind: t.OneOf(t.keysOf(seenKinds), { title: '查看的身份' }),
      id: t.Integer({ title: '编号', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    response: t.Done,
  },
  leave: {
    method: 'DELETE',
    path: '/api/see-as',
    permission: 'auth',
    early: true,
    whileSeeing: true,
    summary: '退出查看',
    response: t.Done,
  },
})
