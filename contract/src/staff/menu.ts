import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** 0 directory, 1 page, 2 button. */
const Type = t.OneOfNumbers([0, 1, 2], { title: '菜单类型' })

export const MenuDraft = t.Object({
  pid: t.Optional(t.Integer({ title: '上级类目', maximum: Number.MAX_SAFE_INTEGER })),
  type: t.Optional(Type),
  name: t.String({ title: '菜单名称', minLength: 1, maxLength: 50, ask: '请输入名称' }),
  permissions: t.Optional(
    t.Array(
      t.String({
        title: '权限标识',
        maxLength: 100,
        pattern: /^admin(:[a-z0-9]+){1,8}$/,
        example: 'admin:system:dept:list',
      }),
      {
        title: '权限标识',
        maxItems: 5,
      },
    ),
  ),
  path: t.Optional(t.String({ title: '路由地址', maxLength: 200, example: 'brand', ask: '请输入地址' })),
  component: t.Optional(
    t.String({
      title: '组件路径',
      maxLength: 200,
      pattern: /^[a-z0-9-]+(\/[a-z0-9-]+)*$/,
      example: 'product/brand-list',
      hint: '组件路径格式如 product/product-list',
    }),
  ),
  componentName: t.Optional(
    t.String({
      title: '组件名称',
      maxLength: 50,
      pattern: /^[A-Z][A-Za-z0-9]*$/,
      example: 'BrandList',
      hint: '组件名称须以大写字母开头，只能包含字母和数字',
    }),
  ),
  iframe: t.Optional(t.Boolean({ title: '外链', example: false })),
  icon: t.Optional(t.String({ title: '菜单图标', maxLength: 50 })),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 999 })),
  cache: t.Optional(t.Boolean({ title: '缓存' })),
  hidden: t.Optional(t.Boolean({ title: '隐藏' })),
  alwaysShow: t.Optional(t.Boolean({ title: '总是显示' })),
  activeMenu: t.Optional(t.String({ title: '高亮菜单', maxLength: 200 })),
  breadcrumb: t.Optional(t.Boolean({ title: '显示在面包屑' })),
  affix: t.Optional(t.Boolean({ title: '固定标签' })),
  blank: t.Optional(t.Boolean({ title: '独立页面' })),
})
export type MenuDraft = t.Static<typeof MenuDraft>

const menuFields = {
  id: t.Id,
  version: t.Integer(),
  pid: t.Integer(),
  type: Type,
  name: t.String(),
  permissions: t.Array(t.String()),
  path: t.String(),
  component: t.String(),
  componentName: t.String(),
  iframe: t.Boolean(),
  icon: t.String(),
  sort: t.Integer(),
  cache: t.Boolean(),
  hidden: t.Boolean(),
  alwaysShow: t.Boolean(),
  activeMenu: t.String(),
  breadcrumb: t.Boolean(),
  affix: t.Boolean(),
  blank: t.Boolean(),
  builtin: t.Boolean(),
  /** False for a seeded page whose screen this version does not have yet: it is not shown. */
  available: t.Boolean(),
  createTime: t.DateTime,
}
/** A menu row with its children. */
export type Menu = t.Static<t.TObject<typeof menuFields>> & { children?: Menu[] }
export const Menu = t.Tree<Menu>(menuFields)

export type MenuTreeNode = {
  id: number
  label: string
  type: 0 | 1 | 2
  permissions: string[]
  children?: MenuTreeNode[]
}
const MenuTreeNode = t.Tree<MenuTreeNode>({
  id: t.Id,
  label: t.String(),
  type: Type,
  permissions: t.Array(t.String()),
})

/** A route record from which the console builds its menu (docs/access.md, Menus and screens). */
export type MenuNode = {
  name?: string
  path: string
  component?: string
  hidden: boolean
  alwaysShow: boolean
  redirect?: string
  meta?: {
    title: string
    icon?: string
    noCache: boolean
    activeMenu?: string
    affix?: boolean
    breadcrumb?: boolean
    blank?: boolean
    badge?: number
  }
  children?: MenuNode[]
}
const MenuNode = t.Tree<MenuNode>({
  name: t.Optional(t.String()),
  path: t.String(),
  component: t.Optional(t.String()),
  hidden: t.Boolean(),
  alwaysShow: t.Boolean(),
  redirect: t.Optional(t.String()),
  meta: t.Optional(t.Json()),
})

export const MenuQuery = t.sizeQuery({
  blurry: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 50 })),
  createTime: t.Optional(t.TimeRange),
})
export type MenuQuery = t.Static<typeof MenuQuery>

export const menu = routes('menu', {
  list: {
    method: 'GET',
    path: '/api/menus',
    permission: 'admin:system:menu:list',
    summary: '菜单列表（树）',
    query: MenuQuery,
    response: t.Object({ content: t.Array(Menu), totalElements: t.Integer() }),
  },
  tree: {
    method: 'GET',
    path: '/api/menus/tree',
    permission: ['admin:system:menu:list', 'admin:system:role:list'],
    summary: '菜单树（含按钮）',
    response: t.Array(MenuTreeNode),
  },
  build: {
    method: 'GET',
    path: '/api/menus/build',
    permission: 'auth',
    early: true,
    summary: '当前用户的菜单',
    response: t.Array(MenuNode),
  },
  preview: {
    method: 'GET',
    path: '/api/roles/:id/menu',
    permission: 'admin:system:role:info',
    summary: '角色看到的菜单',
    params: t.Object({ id: t.Id }),
    response: t.Array(MenuNode),
  },
  save: {
    method: 'POST',
    path: '/api/menus',
    permission: 'admin:system:menu:add',
    reauth: true,
    summary: '新增菜单',
    body: MenuDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'PUT',
    path: '/api/menus',
    permission: 'admin:system:menu:update',
    reauth: true,
    summary: '编辑菜单',
    body: t.Object({ id: t.Id, version: t.Version, ...MenuDraft.properties }),
    response: t.SavedVersion,
  },
  sort: {
    method: 'PUT',
    path: '/api/menus/sort',
    permission: 'admin:system:menu:update',
    reauth: true,
    summary: '调整同级菜单顺序',
    body: t.Object({
      pid: t.Integer({ title: '上级类目', maximum: Number.MAX_SAFE_INTEGER }),
      ids: t.Array(t.Id, { title: '菜单', minItems: 1, uniqueItems: true }),
    }),
    response: t.Done,
  },
  remove: {
    method: 'DELETE',
    path: '/api/menus',
    permission: 'admin:system:menu:delete',
    reauth: true,
    summary: '删除菜单',
    body: t.Ids,
    response: t.Done,
  },
  restoreDefault: {
    method: 'POST',
    path: '/api/menus/restoreDefault',
    permission: 'super',
    reauth: true,
    summary: '恢复默认菜单',
    response: t.Object({ created: t.Integer() }),
  },
})
