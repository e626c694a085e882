import { menuKinds } from '@zhanggui/domain/wechat/wechat-menu.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** Longer than any name or key may be: what is too long is told in the platform's own measures. */
const TYPED = 200

const kinds = Object.entries(menuKinds)
  .map(([type, title]) => `${type} ${title}`)
  .join('，')
const item = {
  name: t.String({ title: '菜单名称', maxLength: TYPED }),
  type: t.Optional(t.String({ title: '点了以后', maxLength: 40, description: kinds, example: 'view' })),
  key: t.Optional(t.String({ title: '关键字', maxLength: TYPED })),
  url: t.Optional(t.String({ title: '跳转地址', maxLength: 2000, example: 'https://shop.example.com/h5' })),
  appid: t.Optional(t.String({ title: '小程序 AppID', maxLength: TYPED })),
  pagepath: t.Optional(t.String({ title: '小程序页面', maxLength: 1024 })),
  media_id: t.Optional(t.String({ title: '素材', maxLength: TYPED })),
  article_id: t.Optional(t.String({ title: '图文的文章ID', maxLength: TYPED })),
}
/** The menu in the platform's own form; items with others below them have a name alone. */
const Menu = t.Object(
  {
    button: t.Array(
      t.Object({ ...item, sub_button: t.Optional(t.Array(t.Object(item), { title: '二级菜单', maxItems: 20 })) }),
      { title: '一级菜单', maxItems: 20 },
    ),
  },
  { title: '菜单' },
)

const MenuDraft = t.Object({ menu: Menu, version: t.Integer({ title: '版本号' }) })
export type MenuDraft = t.Static<typeof MenuDraft>

/** The menu as staff edit it, beside what fans see. */
export const EditedMenu = t.Object({
  menu: Menu,
  version: t.Integer({ title: '版本号' }),
  /** Whether it differs from what fans see. */
  dirty: t.Boolean({ title: '有未发布的修改' }),
  published: t.Nullable(Menu),
  publishTime: t.Nullable(t.DateTime),
  publishBy: t.String({ title: '发布人' }),
  source: t.OneOf(['shop', 'platform', 'none'], {
    title: '来源',
    description: 'shop 本店保存的，platform 从公众平台读取的，none 还没有菜单',
  }),
  /** What could not be taken over from the platform, and why it could not be read. */
  notes: t.Array(t.String(), { title: '说明' }),
  /** How often items were tapped in the last seven days, by their keyword, address or page. */
  clicks: t.Array(t.Object({ key: t.String({ title: '菜单项' }), count: t.Integer({ title: '点击次数' }) }), {
    title: '近7天点击',
  }),
  /** What is filled in for items that lead to the shop's own mini-program, and for those who cannot open one. */
  routineAppid: t.String({ title: '小程序 AppID' }),
  siteUrl: t.String({ title: '商城网址' }),
})
export type EditedMenu = t.Static<typeof EditedMenu>

export const MenuPublication = t.Object({
  id: t.Id,
  kind: t.OneOf(['publish', 'delete'], { title: '动作', description: 'publish 发布，delete 删除线上菜单' }),
  menu: Menu,
  createBy: t.String({ title: '操作人' }),
  createTime: t.DateTime,
})
export type MenuPublication = t.Static<typeof MenuPublication>

const base = '/admin/wechat/menu/public'
const permission = 'admin:wechat:menu:public'

/** 微信菜单: the official account's menu. */
export const wechatMenu = routes('wechat-menu', {
  get: {
    method: 'GET',
    path: `${base}/get`,
    permission: `${permission}:get`,
    summary: '公众号菜单，本店没有保存过时从公众平台读取',
    query: t.Object({ refresh: t.Optional(t.Boolean({ title: '重新从公众平台读取' })) }),
    response: EditedMenu,
    errors: [422, 502],
  },
  create: {
    method: 'POST',
    path: `${base}/create`,
    permission: `${permission}:create`,
    summary: '保存并发布公众号菜单',
    body: MenuDraft,
    response: t.SavedVersion,
    errors: [409, 422, 502],
  },
  draft: {
    method: 'POST',
    path: `${base}/draft`,
    permission: `${permission}:create`,
    summary: '保存公众号菜单草稿，不发布',
    body: MenuDraft,
    response: t.SavedVersion,
    errors: [409],
  },
  log: {
    method: 'GET',
    path: `${base}/log`,
    permission: `${permission}:create`,
    summary: '公众号菜单的发布记录，最近50次',
    response: t.Object({ list: t.Array(MenuPublication) }),
  },
  restore: {
    method: 'POST',
    path: `${base}/restore`,
    permission: `${permission}:create`,
    summary: '把发布过的菜单恢复到草稿',
    body: t.Object({ id: t.Id, version: t.Integer({ title: '版本号' }) }),
    response: t.SavedVersion,
    errors: [404, 409],
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除线上的公众号菜单，草稿保留',
    response: t.Done,
    errors: [409, 422, 502],
  },
})
