import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** The types of records that the search box finds, in their order. Each has its searcher in the area that keeps these records. */
export const searchTypes = {
  order: '订单',
  'after-sales': '售后单',
  user: '用户',
  product: '商品',
  sku: '规格',
  store: '门店',
  staff: '管理员',
  setting: '设置',
} as const
export type SearchType = keyof typeof searchTypes
const types = t.keysOf(searchTypes)

/** At most this many of each type. */
export const MAX_FOUND = 5
/** Searching begins with this many characters. */
export const SHORTEST_SEARCH = 2
export const LONGEST_SEARCH = 50

/** Something found: its name, what distinguishes it, its state, where it opens, and what can be done next. */
export const SearchItem = t.Object({
  id: t.String({ title: '编号，设置为其键' }),
  title: t.String({ title: '标题' }),
  sub: t.String({ title: '补充说明' }),
  state: t.String({ title: '状态' }),
  link: t.String({ title: '打开的页面' }),
  acts: t.Array(t.Object({ label: t.String(), link: t.String() }), { title: '可做的操作' }),
})
export type SearchItem = t.Static<typeof SearchItem>

export const SearchAnswer = t.Object({
  groups: t.Array(
    t.Object({
      type: t.OneOf(types, { title: '对象类型' }),
      label: t.String(),
      items: t.Array(SearchItem, { title: '找到的内容', maxItems: MAX_FOUND }),
      /** Only where there may be more than these. */
      more: t.Optional(t.String({ title: '列出全部的页面' })),
    }),
    { title: '按对象分组' },
  ),
})
export type SearchAnswer = t.Static<typeof SearchAnswer>

/** One search box for everything (docs/settings.md, Search box). */
export const search = routes('search', {
  find: {
    method: 'GET',
    path: '/api/search',
    permission: 'auth',
    summary: '全局搜索',
    query: t.Object({
      q: t.String({ title: '关键字', minLength: SHORTEST_SEARCH, maxLength: LONGEST_SEARCH, example: '苹果' }),
    }),
    response: SearchAnswer,
    quiet: true,
  },
})
