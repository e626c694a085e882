import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const dictRef = t.Object({ id: t.Id }, { title: '字典', ask: '请选择字典' })
export const DictDetailDraft = t.Object({
  dict: dictRef,
  label: t.String({ title: '字典标签', minLength: 1, maxLength: 100 }),
  value: t.String({ title: '字典值', minLength: 1, maxLength: 100 }),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 999 })),
  color: t.Optional(t.String({ title: '颜色', maxLength: 20, pattern: /^(#[0-9a-fA-F]{6}|[a-z]+)$/ })),
  enabled: t.Optional(t.Boolean({ title: '状态' })),
  remark: t.Optional(t.String({ title: '描述' })),
})
export type DictDetailDraft = t.Static<typeof DictDetailDraft>
export const DictDetailChange = t.Object({ id: t.Id, version: t.Version, ...DictDetailDraft.properties })
export type DictDetailChange = t.Static<typeof DictDetailChange>

export const DictDetail = t.Object({
  id: t.Id,
  version: t.Integer(),
  label: t.String(),
  value: t.String(),
  sort: t.Integer(),
  dict: t.Object({ id: t.Id, name: t.String() }),
  color: t.String(),
  enabled: t.Boolean(),
  remark: t.String(),
  createTime: t.DateTime,
})
export type DictDetail = t.Static<typeof DictDetail>

export const DictDetailQuery = t.sizeQuery({
  dictName: t.Optional(t.String({ title: '字典名称', maxLength: 50 })),
  dictId: t.Optional(t.Id),
  label: t.Optional(t.String({ title: '字典标签', maxLength: 50 })),
})
export type DictDetailQuery = t.Static<typeof DictDetailQuery>

export const dictDetail = routes('dict-detail', {
  list: {
    method: 'GET',
    path: '/api/dictDetail',
    permission: 'auth',
    summary: '字典详情列表',
    etag: true,
    query: DictDetailQuery,
    response: t.contentOf(DictDetail),
  },
  map: {
    method: 'GET',
    path: '/api/dictDetail/map',
    permission: 'auth',
    summary: '多个字典的详情',
    etag: true,
    query: t.sizeQuery({
      dictName: t.Array(t.String({ title: '字典名称', maxLength: 50 }), {
        title: '字典名称',
        minItems: 1,
        maxItems: 20,
      }),
    }),
    response: t.Map(t.Array(DictDetail)),
  },
  save: {
    method: 'POST',
    path: '/api/dictDetail',
    permission: 'admin:system:dict:save',
    summary: '新增字典详情',
    body: DictDetailDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'PUT',
    path: '/api/dictDetail',
    permission: 'admin:system:dict:update',
    summary: '编辑字典详情',
    body: DictDetailChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'DELETE',
    path: '/api/dictDetail/:id',
    permission: 'admin:system:dict:delete',
    summary: '删除字典详情',
    params: t.Object({ id: t.Id }),
    response: t.Done,
  },
})
