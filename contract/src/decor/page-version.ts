import { versionKinds } from '@zhanggui/domain/decor/page.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { documentFields } from './page.ts'

const rowFields = {
  id: t.Id,
  /** 1, 2, 3 of what went live; null for what was only kept. */
  no: t.Nullable(t.Integer({ title: '版本' })),
  kind: t.OneOf(t.keysOf(versionKinds), { title: '来历' }),
  note: t.String({ title: '发布说明' }),
  createBy: t.String({ title: '操作人' }),
  createTime: t.DateTime,
  components: t.Integer({ title: '组件数' }),
  live: t.Boolean({ title: '线上版本' }),
  /** Of a version that waits to go live; null for others. */
  scheduleId: t.Nullable(t.Id),
  publishAt: t.Nullable(t.DateTime),
  offlineAt: t.Nullable(t.DateTime),
  setDefault: t.Boolean({ title: '同时设为首页' }),
}

export const PageVersion = t.Object(rowFields)
export type PageVersion = t.Static<typeof PageVersion>

export const PageVersionInfo = t.Object({ ...rowFields, pageId: t.Id, ...documentFields })
export type PageVersionInfo = t.Static<typeof PageVersionInfo>

const side = (title: string) =>
  t.String({
    title,
    maxLength: 16,
    pattern: /^(draft|[1-9]\d{0,15})$/,
    example: 'draft',
    description: '版本编号或 draft',
  })

/** A difference, as `diffPages` of page-kit says it. */
const DiffRow = t.Object({
  kind: t.OneOf(['added', 'removed', 'moved', 'changed', 'setting', 'share'], { title: '种类' }),
  id: t.String({ title: '组件编号' }),
  path: t.Array(t.String(), { title: '字段' }),
  words: t.String({ title: '修改内容', maxLength: 1000 }),
  from: t.Optional(t.Unknown({ title: '原值' })),
  to: t.Optional(t.Unknown({ title: '新值' })),
  fromWords: t.Optional(t.String({ title: '原值', maxLength: 100_000 })),
  toWords: t.Optional(t.String({ title: '新值', maxLength: 100_000 })),
})
export type DiffRow = t.Static<typeof DiffRow>

const base = '/admin/pagediy/version'
const permission = 'admin:pagediy'

/** What pages were, and what waits to go live. */
export const pageVersion = routes('page-version', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: `${permission}:info`,
    summary: '页面版本，定时的在前，线上的其次，新的在前',
    query: t.pageQuery({ pageId: t.Id }),
    response: t.pageOf(PageVersion),
    errors: [404],
  },
  info: {
    method: 'GET',
    path: `${base}/info/:id`,
    permission: `${permission}:info`,
    summary: '页面版本详情',
    params: t.Object({ id: t.Id }),
    response: PageVersionInfo,
    errors: [404],
  },
  diff: {
    method: 'GET',
    path: `${base}/diff`,
    permission: `${permission}:info`,
    summary: '比较页面版本',
    query: t.Object({ pageId: t.Id, from: side('原版本'), to: side('新版本') }),
    response: t.Object({ rows: t.Array(DiffRow, { title: '差异', maxItems: 5000 }) }),
    errors: [404],
  },
  rollback: {
    method: 'POST',
    path: `${base}/rollback`,
    permission: `${permission}:update`,
    summary: '恢复到页面版本',
    body: t.Object({
      versionId: t.Id,
      /** Of the draft that is replaced. */
      version: t.Version,
      publish: t.Optional(t.Boolean({ title: '同时发布' })),
    }),
    response: t.Object({ ...t.SavedVersion.properties, publishedNo: t.Nullable(t.Integer({ title: '线上版本' })) }),
    errors: [404, 409, 422],
  },
})
