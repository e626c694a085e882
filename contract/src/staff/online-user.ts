import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'

/** A session of someone signed in, by its id, which is not the token. */
export const OnlineUser = t.Object({
  key: t.String(),
  userName: t.String(),
  nickName: t.String(),
  job: t.String(),
  browser: t.String(),
  os: t.String(),
  ip: t.String(),
  address: t.String(),
  loginTime: t.DateTime,
  lastActiveTime: t.DateTime,
  current: t.Boolean(),
})
export type OnlineUser = t.Static<typeof OnlineUser>

export const OnlineUserQuery = t.pageQuery({
  filter: t.Optional(t.String({ title: '用户名、昵称、IP、地点、浏览器', maxLength: 100 })),
  type: t.Optional(t.OneOfNumbers([0, 1], { title: '类型' })),
})
export type OnlineUserQuery = t.Static<typeof OnlineUserQuery>

const Key = t.String({
  title: '会话',
  pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  example: '0190b6a2-7c3e-7b5f-8a1d-2f3e4d5c6b7a',
})

export const onlineUser = routes('online-user', {
  list: {
    method: 'GET',
    path: '/auth/online',
    permission: 'admin:system:online:list',
    summary: '在线用户',
    query: OnlineUserQuery,
    response: t.pageOf(OnlineUser),
  },
  download: exportRoute({
    path: '/auth/online/download',
    permission: 'admin:system:online:list',
    summary: '导出在线用户',
    query: OnlineUserQuery,
  }),
  kick: {
    method: 'DELETE',
    path: '/auth/online',
    permission: 'admin:system:online:kick',
    errors: [404],
    summary: '强退用户',
    body: t.Array(Key, { title: '会话', minItems: 1, ask: '请选择要强退的用户', uniqueItems: true }),
    response: t.Done,
  },
})
