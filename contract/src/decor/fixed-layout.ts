import { fixedGroupNames, fixedGroups } from '@zhanggui/domain/decor/fixed-layout.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** More than any group shows: hidden ones may stand beside. */
const MAX_ITEMS = 50

const fields = {
  name: t.String({ title: '名称', minLength: 1, maxLength: 20, ask: '请填写名称' }),
  pic: media('图标', { ask: '请上传图标' }),
  url: t.String({ title: '链接', maxLength: 512, example: '/pages/goods/goods_details/index?id=1' }),
  info: t.String({ title: '说明', maxLength: 60 }),
  /** Lower values come first. */
  sort: t.Integer({ title: '排序', maximum: 9999 }),
  show: t.Boolean({ title: '显示' }),
}
const LayoutItem = t.Object(fields)
export type LayoutItem = t.Static<typeof LayoutItem>

const items = (title: string) => t.Array(LayoutItem, { title, maxItems: MAX_ITEMS })
const indexMenu = items('首页菜单')
const indexBanner = items('首页轮播图')
const indexNews = items('首页新闻')
const indexTable = items('首页商品板块')
const userMenu = items('个人中心菜单')
const userBanner = items('个人中心轮播图')

/** What clients show that draw no decorated pages. */
export const FixedLayout = t.Object({ indexMenu, indexBanner, indexNews, indexTable, userMenu, userBanner })
export type FixedLayout = t.Static<typeof FixedLayout>

const base = '/admin/page/layout'
const save = (part: string, summary: string) =>
  ({ method: 'POST', path: `${base}/${part}/save`, summary, response: t.Done, errors: [422] }) as const

/** The home and the user centre of clients that draw no pages. Each save replaces its groups. */
export const fixedLayout = routes('fixed-layout', {
  index: {
    method: 'GET',
    path: `${base}/index`,
    permission: 'admin:page:layout:index',
    summary: '首页和个人中心的固定版式',
    response: FixedLayout,
  },
  saveMenu: {
    ...save('index/menu', '保存首页菜单'),
    permission: 'admin:page:layout:index:menu:save',
    body: t.Object({ indexMenu }),
  },
  saveBanner: {
    ...save('index/banner', '保存首页轮播图'),
    permission: 'admin:page:layout:index:banner:save',
    body: t.Object({ indexBanner }),
  },
  saveNews: {
    ...save('index/news', '保存首页新闻'),
    permission: 'admin:page:layout:index:news:save',
    body: t.Object({ indexNews }),
  },
  saveTable: {
    ...save('index/table', '保存首页商品板块'),
    permission: 'admin:page:layout:index:table:save',
    body: t.Object({ indexTable }),
  },
  saveUserMenu: {
    ...save('user/menu', '保存个人中心菜单'),
    permission: 'admin:page:layout:user:menu:save',
    body: t.Object({ userMenu }),
  },
  saveUserBanner: {
    ...save('user/banner', '保存个人中心轮播图'),
    permission: 'admin:page:layout:user:menu:save',
    body: t.Object({ userBanner }),
  },
  saveAll: {
    method: 'POST',
    path: `${base}/save`,
    permission: 'admin:page:layout:save',
    summary: '保存首页和个人中心的固定版式',
    body: FixedLayout,
    response: t.Done,
    errors: [422],
  },
})

const group = t.OneOf(fixedGroupNames, {
  title: '分组',
  description: fixedGroupNames.map((name) => `${name} ${fixedGroups[name].title}`).join('，'),
})

export const GroupItem = t.Object({ id: t.Id, group, ...fields, updateTime: t.DateTime })
export type GroupItem = t.Static<typeof GroupItem>
export const GroupItemForm = t.Object({ group, ...fields })
export type GroupItemForm = t.Static<typeof GroupItemForm>
export const GroupItemChange = t.Object({ id: t.Id, ...fields })
export type GroupItemChange = t.Static<typeof GroupItemChange>
export const GroupItemQuery = t.pageQuery({ group: t.Optional(group) })
export type GroupItemQuery = t.Static<typeof GroupItemQuery>

const data = '/admin/system/group/data'

/** 首页配置: items of the same groups, one by one. Of a group with a save of its own, whoever changes items needs its permission as well. */
export const groupData = routes('group-data', {
  list: {
    method: 'GET',
    path: `${data}/list`,
    permission: 'admin:system:group:data:list',
    summary: '首页配置',
    query: GroupItemQuery,
    response: t.pageOf(GroupItem),
  },
  info: {
    method: 'GET',
    path: `${data}/info`,
    permission: 'admin:system:group:data:info',
    summary: '首页配置详情',
    query: t.Object({ id: t.Id }),
    response: GroupItem,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${data}/save`,
    permission: 'admin:system:group:data:save',
    summary: '新增首页配置',
    body: GroupItemForm,
    response: t.Saved,
    errors: [403, 422],
  },
  update: {
    method: 'POST',
    path: `${data}/update`,
    permission: 'admin:system:group:data:update',
    summary: '修改首页配置',
    body: GroupItemChange,
    response: t.Saved,
    errors: [403, 404, 422],
  },
  remove: {
    method: 'GET',
    path: `${data}/delete`,
    permission: 'admin:system:group:data:delete',
    summary: '删除首页配置',
    changes: true,
    query: t.Object({ id: t.Id }),
    response: t.Done,
    errors: [403, 404, 422],
  },
})
