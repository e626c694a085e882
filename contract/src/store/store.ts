import { validators } from '@zhanggui/domain/validators.ts'
import { changeOf, keywords, rowOf } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const Day = (title: string) => t.String({ title, pattern: /^\d{4}-\d\d-\d\d$/, example: '2026-12-01' })
const Hour = t.String({
  title: '营业时间',
  pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
  hint: '请选择营业时间',
  example: '09:00',
})

export const StoreDraft = t.Object({
  name: t.String({ title: '门店名称', minLength: 1, maxLength: 40 }),
  introduction: t.Optional(t.String({ title: '门店简介', clearable: true, maxLength: 100 })),
  phone: t.String({
    title: '门店电话',
    pasted: 'phone',
    minLength: 1,
    maxLength: 20,
    pattern: validators.mobileOrLandline.pattern,
    hint: '请输入正确的门店电话',
    example: '010-12345678',
  }),
  /** From the province down, two or three places. */
  cityIds: t.Array(t.Id, {
    title: '门店地址',
    minItems: 2,
    maxItems: 3,
    ask: '请选择门店地址',
    hint: '请选择门店地址',
    example: [110000, 110100, 110101],
  }),
  detailedAddress: t.String({ title: '详细地址', minLength: 1, maxLength: 255 }),
  image: t.String({ title: '门店图片', minLength: 1, maxLength: 255, ask: '请上传门店图片' }),
  latitude: t.Number({ title: '纬度', minimum: -90, maximum: 90, ask: '请选择门店位置' }),
  longitude: t.Number({ title: '经度', minimum: -180, maximum: 180, ask: '请选择门店位置' }),
  /** The days on which pick-up orders may be placed and verified; without them always. */
  validTime: t.Optional(
    t.Array(Day('核销有效期'), {
      title: '核销有效期',
      minItems: 2,
      maxItems: 2,
      example: ['2026-12-01', '2026-12-31'],
    }),
  ),
  /** Opening and closing time; without them it is not said. */
  dayTime: t.Optional(
    t.Array(Hour, { title: '营业时间', minItems: 2, maxItems: 2, hint: '请选择营业时间', example: ['09:00', '21:00'] }),
  ),
  isShow: t.Optional(t.Boolean({ title: '是否显示' })),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 99_999 })),
})
export type StoreDraft = t.Static<typeof StoreDraft>

/** A store; `area` are the names of its places, from the province down. */
export const Store = rowOf(StoreDraft, {
  cityIds: t.Array(t.Integer()),
  latitude: t.Number({ title: '纬度' }),
  longitude: t.Number({ title: '经度' }),
  validTime: t.Nullable(t.Array(t.String())),
  dayTime: t.Nullable(t.Array(t.String())),
  area: t.Array(t.String()),
  isDel: t.Boolean(),
})
export type Store = t.Static<typeof Store>
/** A store with the number of its staff, and of its orders that wait to be picked up. */
const StoreRow = t.Object({ ...Store.properties, staffNum: t.Integer(), pendingNum: t.Integer() })
export type StoreRow = t.Static<typeof StoreRow>

const StoreId = t.Object({ id: t.Id })

/** 门店: where buyers pick up their orders (docs/stores.md, Stores). */
export const store = routes('store', {
  list: {
    method: 'GET',
    path: '/admin/system/store/list',
    // Also for the forms and filters that offer them.
    permission: [
      'admin:system:store:list',
      'admin:system:staff:list',
      'admin:system:staff:save',
      'admin:system:admin:save',
      'admin:system:admin:update',
    ],
    summary: '门店列表，最近修改在前',
    query: t.pageQuery({
      keywords: keywords(50),
      /** 1 shown, 0 hidden, 2 recycle bin, −1 all but the bin. */
      status: t.Optional(t.OneOfNumbers([1, 0, 2, -1], { title: '状态' })),
    }),
    response: t.pageOf(StoreRow),
  },
  count: {
    method: 'GET',
    path: '/admin/system/store/getCount',
    permission: 'admin:system:store:count',
    summary: '门店数量',
    query: t.Object({ keywords: keywords(50) }),
    response: t.Object({ show: t.Integer(), hide: t.Integer(), recycle: t.Integer() }),
  },
  info: {
    method: 'GET',
    path: '/admin/system/store/info',
    permission: 'admin:system:store:info',
    summary: '门店详情',
    query: StoreId,
    response: Store,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: '/admin/system/store/save',
    permission: 'admin:system:store:save',
    summary: '新增门店',
    body: StoreDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'POST',
    path: '/admin/system/store/update',
    permission: 'admin:system:store:update',
    summary: '编辑门店',
    body: changeOf(StoreDraft),
    response: t.SavedVersion,
  },
  show: {
    method: 'GET',
    path: '/admin/system/store/update/status',
    permission: 'admin:system:store:update:status',
    summary: '显示或隐藏门店',
    query: t.Object({ id: t.Id, status: t.Boolean({ title: '是否显示' }) }),
    changes: true,
    response: t.SavedVersion,
    errors: [404, 409],
  },
  recycle: {
    method: 'GET',
    path: '/admin/system/store/delete',
    permission: 'admin:system:store:delete',
    summary: '门店移入回收站',
    query: StoreId,
    changes: true,
    response: t.Done,
    errors: [404, 409, 422],
  },
  recover: {
    method: 'GET',
    path: '/admin/system/store/recovery',
    permission: 'admin:system:store:recovery',
    summary: '恢复门店',
    query: StoreId,
    changes: true,
    response: t.SavedVersion,
    errors: [404, 409, 422],
  },
  remove: {
    method: 'GET',
    path: '/admin/system/store/completely/delete',
    permission: 'admin:system:store:completely:delete',
    summary: '彻底删除门店',
    query: StoreId,
    changes: true,
    response: t.Done,
    errors: [404, 409, 422],
  },
})
