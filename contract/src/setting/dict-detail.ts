import { apiRoutes, enabled, rowOf, sort } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const dictRef = t.Object({ id: t.Id }, { title: '字典', ask: '请选择字典' })
export const DictDetailDraft = t.Object({
  dict: dictRef,
  label: t.String({ title: '字典标签', minLength: 1, maxLength: 100 }),
  value: t.String({ title: '字典值', minLength: 1, maxLength: 100 }),
  sort: sort(999),
  color: t.Optional(
    t.String({ title: '颜色', maxLength: 20, pattern: /^(#[0-9a-fA-F]{6}|[a-z]+)$/, example: '#1890ff' }),
  ),
  enabled,
  remark: t.Optional(t.String({ title: '描述', clearable: true })),
})
export type DictDetailDraft = t.Static<typeof DictDetailDraft>

const DictDetail = rowOf(DictDetailDraft, { dict: t.Object({ id: t.Id, name: t.String() }) })
export type DictDetail = t.Static<typeof DictDetail>

const DictDetailQuery = t.sizeQuery({
  dictName: t.Optional(t.String({ title: '字典名称', maxLength: 50, example: 'user_status' })),
  dictId: t.Optional(t.Id),
  label: t.Optional(t.String({ title: '字典标签', maxLength: 50 })),
})
export type DictDetailQuery = t.Static<typeof DictDetailQuery>

const kept = apiRoutes({
  what: '字典详情',
  path: '/api/dictDetail',
  permission: 'admin:system:dict',
  draft: DictDetailDraft,
})

export const dictDetail = routes('dict-detail', {
  ...kept,
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
  remove: { ...kept.remove, path: '/api/dictDetail/:id', params: t.Object({ id: t.Id }), body: undefined },
})
