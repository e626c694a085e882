import { changeOf, keywords, rowOf } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { phone } from '../staff/admin-user.ts'

export const StoreStaffDraft = t.Object({
  /** The customer who verifies in the mini-program; without it none. */
  uid: t.Optional(t.Integer({ title: '绑定用户', minimum: 1 })),
  /** The account that verifies in the console; without it none. */
  adminId: t.Optional(t.Integer({ title: '后台账号', minimum: 1 })),
  storeId: t.Integer({ title: '所属门店', minimum: 1, ask: '请选择所属门店' }),
  avatar: t.Optional(t.String({ title: '头像', maxLength: 255 })),
  staffName: t.String({ title: '店员名称', minLength: 1, maxLength: 64 }),
  phone: t.Optional(phone),
  verifyStatus: t.Optional(t.Boolean({ title: '核销权限' })),
  status: t.Optional(t.Boolean({ title: '状态' })),
  /** Whether they are told of new pick-up orders. */
  notify: t.Optional(t.Boolean({ title: '接收通知' })),
})
export type StoreStaffDraft = t.Static<typeof StoreStaffDraft>

const StoreStaff = rowOf(StoreStaffDraft, {
  uid: t.Nullable(t.Integer()),
  adminId: t.Nullable(t.Integer()),
  storeId: t.Integer({ title: '所属门店' }),
  phone: t.String({ title: '手机号码' }),
  user: t.Nullable(t.Object({ uid: t.Integer(), nickname: t.String(), avatar: t.String(), phone: t.String() })),
  store: t.Object({ id: t.Integer(), name: t.String() }),
  admin: t.Nullable(t.Object({ id: t.Integer(), username: t.String() })),
})
export type StoreStaff = t.Static<typeof StoreStaff>
/** Somebody of the staff with the orders they verified within thirty days. */
const StoreStaffRow = t.Object({ ...StoreStaff.properties, verifyCount: t.Integer() })
export type StoreStaffRow = t.Static<typeof StoreStaffRow>

/** 店员: who works in which store, and who may verify (docs/stores.md, Staff of stores). */
export const storeStaff = routes('store-staff', {
  list: {
    method: 'GET',
    path: '/admin/system/store/staff/list',
    permission: 'admin:system:staff:list',
    summary: '店员列表',
    query: t.pageQuery({
      /** 0 for all stores. */
      storeId: t.Optional(t.Integer({ title: '所属门店' })),
      keywords: keywords(50),
      status: t.Optional(t.Boolean({ title: '状态' })),
    }),
    response: t.pageOf(StoreStaffRow),
  },
  info: {
    method: 'GET',
    path: '/admin/system/store/staff/info',
    permission: 'admin:system:staff:info',
    summary: '店员详情',
    query: t.Object({ id: t.Id }),
    response: StoreStaff,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: '/admin/system/store/staff/save',
    permission: 'admin:system:staff:save',
    summary: '新增店员',
    body: StoreStaffDraft,
    response: t.SavedVersion,
    errors: [403, 404, 409, 422],
  },
  update: {
    method: 'POST',
    path: '/admin/system/store/staff/update',
    permission: 'admin:system:staff:update',
    summary: '编辑店员',
    body: changeOf(StoreStaffDraft),
    response: t.SavedVersion,
    errors: [403, 404, 409, 422],
  },
  switch: {
    method: 'GET',
    path: '/admin/system/store/staff/update/status',
    permission: 'admin:system:staff:update:status',
    summary: '启用或停用店员',
    query: t.Object({ id: t.Id, status: t.Boolean({ title: '状态' }) }),
    changes: true,
    response: t.SavedVersion,
    errors: [403, 404, 409],
  },
  allow: {
    method: 'POST',
    path: '/admin/system/store/staff/update/verify',
    permission: 'admin:system:staff:update:status',
    summary: '修改店员的核销权限',
    body: t.Object({ id: t.Id, version: t.Version, verifyStatus: t.Boolean({ title: '核销权限' }) }),
    response: t.SavedVersion,
    errors: [403, 404, 409],
  },
  remove: {
    method: 'GET',
    path: '/admin/system/store/staff/delete',
    permission: 'admin:system:staff:delete',
    summary: '删除店员',
    query: t.Object({ id: t.Id }),
    changes: true,
    response: t.Done,
    errors: [403, 404],
  },
})
