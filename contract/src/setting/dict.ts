import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'

export const DictDraft = t.Object({
  name: t.String({
    title: '字典名称',
    minLength: 1,
    maxLength: 50,
    pattern: /^[a-z][a-z0-9_]*$/,
    hint: '字典名称须以小写字母开头，只能包含小写字母、数字和下划线',
  }),
  remark: t.Optional(t.String({ title: '描述' })),
})
export type DictDraft = t.Static<typeof DictDraft>
export const DictChange = t.Object({ id: t.Id, version: t.Version, ...DictDraft.properties })
export type DictChange = t.Static<typeof DictChange>

export const Dict = t.Object({
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  remark: t.String(),
  builtin: t.Boolean(),
  createTime: t.DateTime,
})
export type Dict = t.Static<typeof Dict>

export const DictQuery = t.sizeQuery({
  blurry: t.Optional(t.String({ title: '关键字', maxLength: 50 })),
  createTime: t.Optional(t.TimeRange),
})
export type DictQuery = t.Static<typeof DictQuery>

export const dict = routes('dict', {
  list: {
    method: 'GET',
    path: '/api/dict',
    permission: 'admin:system:dict:list',
    summary: '字典列表',
    query: DictQuery,
    response: t.contentOf(Dict),
  },
  all: {
    method: 'GET',
    path: '/api/dict/all',
    permission: 'admin:system:dict:list',
    summary: '全部字典',
    response: t.Array(Dict),
  },
  download: exportRoute({
    path: '/api/dict/download',
    permission: 'admin:system:dict:list',
    summary: '导出字典',
    query: DictQuery,
  }),
  save: {
    method: 'POST',
    path: '/api/dict',
    permission: 'admin:system:dict:save',
    summary: '新增字典',
    body: DictDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'PUT',
    path: '/api/dict',
    permission: 'admin:system:dict:update',
    summary: '编辑字典',
    body: DictChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'DELETE',
    path: '/api/dict/:id',
    permission: 'admin:system:dict:delete',
    summary: '删除字典',
    params: t.Object({ id: t.Id }),
    response: t.Done,
  },
})
