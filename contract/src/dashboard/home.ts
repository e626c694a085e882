import { homeTodos } from '@zhanggui/domain/dashboard/home-todo.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** What waits, as many as its list shows. */
export const HomeTodo = t.Object({
  key: t.OneOf(t.keysOf(homeTodos), { title: '待办' }),
  count: t.Integer({ title: '数量' }),
  /** There are more than are counted. */
  isLowerBound: t.Optional(t.Boolean({ title: '至少' })),
})
export type HomeTodo = t.Static<typeof HomeTodo>

/** 首页: each part answers only what the caller may see, within his stores. */
export const home = routes('home', {
  todo: {
    method: 'GET',
    path: '/admin/statistics/home/todo',
    permission: 'auth',
    quiet: true,
    summary: '首页待办，只有自己能看的',
    response: t.Object({ list: t.Array(HomeTodo), updateTime: t.DateTime }),
  },
})
