import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const fields = {
  name: t.String({ title: '公司名称', minLength: 1, maxLength: 50 }),
  account: t.Optional(t.String({ title: '面单账号', clearable: true, maxLength: 100 })),
  password: t.Optional(t.String({ title: '面单密码', maxLength: 100, raw: true })),
  netName: t.Optional(t.String({ title: '网点名称', clearable: true, maxLength: 100 })),
  phone: t.Optional(
    t.String({
      title: '客服电话',
      pasted: 'phone',
      maxLength: 20,
      pattern: /^[0-9-]{5,20}$/,
      example: '95338',
      hint: '客服电话只能包含数字和短横线',
    }),
  ),
  logo: t.Optional(t.String({ title: '标志', clearable: true, maxLength: 255 })),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 999 })),
  isShow: t.Optional(t.Boolean({ title: '显示' })),
  status: t.Optional(t.Boolean({ title: '可用' })),
}
const code = t.String({
  title: '公司编码',
  minLength: 1,
  maxLength: 50,
  pattern: /^[A-Za-z0-9_]+$/,
  example: 'shunfeng',
  hint: '公司编码只能包含字母、数字和下划线',
})
const needs = {
  partnerId: t.Optional(t.Boolean({ title: '需要面单账号' })),
  partnerKey: t.Optional(t.Boolean({ title: '需要面单密码' })),
  net: t.Optional(t.Boolean({ title: '需要网点名称' })),
}

export const ExpressCompanyDraft = t.Object({ code, ...needs, ...fields })
export type ExpressCompanyDraft = t.Static<typeof ExpressCompanyDraft>
export const ExpressCompanyChange = t.Object({ id: t.Id, version: t.Version, ...needs, ...fields })
export type ExpressCompanyChange = t.Static<typeof ExpressCompanyChange>

export const ExpressCompany = t.Object({
  id: t.Id,
  version: t.Integer(),
  code: t.String(),
  /** Tracking provider → its code for this carrier. */
  codes: t.Map(t.String()),
  name: t.String(),
  partnerId: t.Boolean(),
  partnerKey: t.Boolean(),
  net: t.Boolean(),
  account: t.String(),
  hasPassword: t.Boolean(),
  netName: t.String(),
  phone: t.String(),
  logo: t.String(),
  sort: t.Integer(),
  isShow: t.Boolean(),
  status: t.Boolean(),
})
export type ExpressCompany = t.Static<typeof ExpressCompany>

export const ExpressCompanyQuery = t.pageQuery({
  keywords: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 50 })),
})
export type ExpressCompanyQuery = t.Static<typeof ExpressCompanyQuery>

/** How many carriers the tracking service has, and how many were added and changed here. */
export const CarrierSync = t.Object({ total: t.Integer(), added: t.Integer(), changed: t.Integer() })
export type CarrierSync = t.Static<typeof CarrierSync>

export const LabelTemplate = t.Object({ tempId: t.String(), title: t.String(), pic: t.String() })
export type LabelTemplate = t.Static<typeof LabelTemplate>

const byId = t.Object({ id: t.Id })

export const expressCompany = routes('express-company', {
  list: {
    method: 'GET',
    path: '/admin/express/list',
    permission: 'admin:express:list',
    summary: '物流公司列表',
    query: ExpressCompanyQuery,
    response: t.pageOf(ExpressCompany),
  },
  all: {
    method: 'GET',
    path: '/admin/express/all',
    permission: 'admin:express:all',
    summary: '可选的物流公司',
    query: t.Object({ type: t.Optional(t.OneOf(['normal', 'elec'], { title: '类型' })) }),
    response: t.Array(t.Object({ id: t.Id, code: t.String(), name: t.String(), logo: t.String() })),
  },
  info: {
    method: 'GET',
    path: '/admin/express/info',
    permission: 'admin:express:info',
    summary: '物流公司详情',
    query: byId,
    response: ExpressCompany,
  },
  save: {
    method: 'POST',
    path: '/admin/express/save',
    permission: 'admin:express:save',
    secret: ['password'],
    summary: '新增物流公司',
    body: ExpressCompanyDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'POST',
    path: '/admin/express/update',
    permission: 'admin:express:update',
    secret: ['password'],
    summary: '编辑物流公司',
    body: ExpressCompanyChange,
    response: t.SavedVersion,
  },
  updateShow: {
    method: 'POST',
    path: '/admin/express/update/show',
    permission: 'admin:express:update:show',
    summary: '显示或隐藏物流公司',
    body: t.Object({ id: t.Id, isShow: t.Boolean({ title: '显示' }) }),
    response: t.SavedVersion,
  },
  sync: {
    method: 'POST',
    path: '/admin/express/sync/express',
    permission: 'admin:express:sync',
    errors: [502],
    summary: '同步物流公司',
    response: CarrierSync,
  },
  traced: {
    method: 'GET',
    path: '/admin/express/trace/count',
    permission: 'admin:express:list',
    quiet: true,
    summary: '今日物流查询次数',
    response: t.Object({ isOpen: t.Boolean(), used: t.Integer(), limit: t.Integer() }),
  },
  template: {
    method: 'GET',
    path: '/admin/express/template',
    permission: 'admin:express:template',
    errors: [404, 422, 502],
    summary: '电子面单模板',
    query: t.Object({ com: t.String({ title: '公司编码', minLength: 1, maxLength: 50 }) }),
    response: t.Array(LabelTemplate),
  },
  remove: {
    method: 'GET',
    path: '/admin/express/delete',
    permission: 'admin:express:delete',
    changes: true,
    summary: '删除物流公司',
    query: byId,
    response: t.Done,
  },
})

/** Carriers that buyers may name for a parcel that they send back. */
export const frontExpress = routes('front-express', {
  list: {
    method: 'GET',
    path: '/api/front/express/list',
    permission: 'buyer',
    summary: '寄回商品可选的物流公司',
    response: t.Array(t.Object({ code: t.String(), name: t.String() })),
  },
})
