import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const cityId = t.Integer({ title: '地区编号', minimum: 1, maximum: 999_999_999 })
const parentId = t.Integer({ title: '上级地区', maximum: 999_999_999 })
const level = t.Integer({ description: '0 省，1 市，2 区县，3 街道', maximum: 3 })
const isShow = t.Boolean({ title: '显示' })
const place = {
  name: t.String({ title: '地区名称', minLength: 1, maxLength: 100 }),
  areaCode: t.Optional(
    t.String({ title: '区号', maxLength: 10, pattern: /^0\d{2,3}$/, example: '0755', hint: '区号格式如 010、0755' }),
  ),
  lng: t.Optional(t.String({ title: '经度', maxLength: 20, pattern: /^-?\d{1,3}(\.\d{1,12})?$/, example: '114.0579' })),
  lat: t.Optional(t.String({ title: '纬度', maxLength: 20, pattern: /^-?\d{1,2}(\.\d{1,12})?$/, example: '22.5431' })),
  isShow: t.Optional(isShow),
}

export const RegionDraft = t.Object({ cityId, parentId, ...place })
export type RegionDraft = t.Static<typeof RegionDraft>
export const RegionChange = t.Object({ id: t.Id, version: t.Version, parentId, ...place })
export type RegionChange = t.Static<typeof RegionChange>

export const Region = t.Object({
  id: t.Id,
  version: t.Integer(),
  cityId,
  level,
  parentId,
  areaCode: t.String(),
  name: t.String(),
  mergerName: t.String(),
  lng: t.String(),
  lat: t.String(),
  isShow,
  hasChild: t.Boolean(),
})
export type Region = t.Static<typeof Region>

/** A place as pickers show it. */
export type RegionNode = {
  cityId: number
  parentId: number
  level: number
  name: string
  isShow: boolean
  child?: RegionNode[]
}
const RegionNode = t.Tree<RegionNode>({ cityId, parentId, level, name: t.String(), isShow })

/** A place as buyers choose it: shown, with the shown ones below it. */
export type ChoosableRegion = { cityId: number; name: string; child?: ChoosableRegion[] }
const ChoosableRegion = t.Tree<ChoosableRegion>({ cityId, name: t.String() })

export const RegionQuery = t.Object({
  parentId: t.Optional(parentId),
  keywords: t.Optional(t.String({ title: '地区名称', pasted: 'keyword', maxLength: 50 })),
})
export type RegionQuery = t.Static<typeof RegionQuery>

/** The result of an import of places, or of its dry run. */
export const RegionImport = t.Object({
  total: t.Integer(),
  added: t.Integer(),
  changed: t.Integer(),
  unlisted: t.Integer({ description: '文件中没有的现有地区，保持不变' }),
  changes: t.Array(
    t.Object({
      kind: t.OneOf(['add', 'change']),
      cityId,
      before: t.String({ maxLength: 400 }),
      after: t.String({ maxLength: 400 }),
    }),
  ),
  faultCount: t.Integer(),
  faults: t.Array(t.String()),
})
export type RegionImport = t.Static<typeof RegionImport>

const byId = t.Object({ id: t.Id })

/** 城市数据: the national division (docs/settings.md, Regions). */
export const region = routes('region', {
  list: {
    method: 'GET',
    path: '/admin/system/city/list',
    permission: 'admin:system:city:list',
    summary: '下级地区列表',
    query: RegionQuery,
    response: t.Array(Region),
  },
  tree: {
    method: 'GET',
    path: '/admin/system/city/list/tree',
    permission: 'admin:system:city:list:tree',
    summary: '地区树',
    etag: true,
    response: t.Array(RegionNode),
  },
  info: {
    method: 'GET',
    path: '/admin/system/city/info',
    permission: 'admin:system:city:info',
    summary: '地区详情',
    query: byId,
    response: Region,
  },
  save: {
    method: 'POST',
    path: '/admin/system/city/save',
    permission: 'admin:system:city:save',
    summary: '新增地区',
    body: RegionDraft,
    response: t.SavedVersion,
  },
  import: {
    method: 'POST',
    path: '/admin/system/city/import',
    permission: 'admin:system:city:save',
    summary: '导入地区数据',
    files: { kinds: ['sheet'], max: 1 },
    body: t.Object({ dryRun: t.Optional(t.Boolean({ title: '仅预览' })) }),
    response: RegionImport,
  },
  update: {
    method: 'POST',
    path: '/admin/system/city/update',
    permission: 'admin:system:city:update',
    summary: '编辑地区',
    body: RegionChange,
    response: t.SavedVersion,
  },
  updateStatus: {
    method: 'POST',
    path: '/admin/system/city/update/status',
    permission: 'admin:system:city:update:status',
    summary: '显示或隐藏地区',
    body: t.Object({ id: t.Id, status: isShow }),
    response: t.SavedVersion,
  },
  remove: {
    method: 'GET',
    path: '/admin/system/city/delete',
    permission: 'admin:system:city:delete',
    changes: true,
    summary: '删除地区',
    query: byId,
    response: t.Done,
  },
})

/** The places of addresses. */
export const frontRegion = routes('front-region', {
  tree: {
    method: 'GET',
    path: '/api/front/city/list',
    permission: 'visitor',
    summary: '可选择的地区树',
    etag: true,
    response: t.Array(ChoosableRegion),
  },
})
