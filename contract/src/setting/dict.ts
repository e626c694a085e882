import { apiRoutes, rowOf } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { chosenRows, exportRoute } from '../work/export.ts'

export const DictDraft = t.Object({
  name: t.String({
    title: '字典名称',
    minLength: 1,
    maxLength: 50,
    pattern: /^[a-z][a-z0-9_]*$/,
    example: 'user_status',
    hint: '字典名称须以小写字母开头，只能包含小写字母、数字和下划线',
  }),
  remark: t.Optional(t.String({ title: '描述', clearable: true })),
})
export type DictDraft = t.Static<typeof DictDraft>

const Dict = rowOf(DictDraft, { builtin: t.Boolean() })
export type Dict = t.Static<typeof Dict>

const DictQuery = t.sizeQuery({
  blurry: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 50 })),
  createTime: t.Optional(t.TimeRange),
})
export type DictQuery = t.Static<typeof DictQuery>

const kept = apiRoutes({ what: '字典', path: '/api/dict', permission: 'admin:system:dict', draft: DictDraft })

export const dict = routes('dict', {
  ...kept,
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
    query: t.Object({ ...DictQuery.properties, ...chosenRows }),
  }),
  remove: { ...kept.remove, path: '/api/dict/:id', params: t.Object({ id: t.Id }), body: undefined },
})
