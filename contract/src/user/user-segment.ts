import { changeOf, keywords } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { UserFilter, UserRow } from './shop-user.ts'

export const SegmentDraft = t.Object({
  name: t.String({ title: '分群名称', minLength: 1, maxLength: 50 }),
  query: UserFilter,
})
export type SegmentDraft = t.Static<typeof SegmentDraft>

const Segment = t.Object({
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  query: UserFilter,
  size: t.Integer({ title: '人数' }),
  sizedAt: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})
export type Segment = t.Static<typeof Segment>

const path = '/admin/user/segment'

/** 智能分群: labels by rule, with the permissions of labels. */
export const userSegment = routes('user-segment', {
  list: {
    method: 'GET',
    path: `${path}/list`,
    permission: 'admin:user:tag:list',
    summary: '智能分群列表',
    query: t.pageQuery({ keywords: keywords(50) }),
    response: t.pageOf(Segment),
  },
  preview: {
    method: 'POST',
    path: `${path}/preview`,
    permission: 'admin:user:tag:list',
    summary: '试算分群人数',
    body: t.Object({ query: UserFilter }),
    quiet: true,
    whileSeeing: true,
    response: t.Object({ size: t.Integer({ title: '人数' }), sample: t.Array(UserRow, { title: '示例用户' }) }),
  },
  save: {
    method: 'POST',
    path: `${path}/save`,
    permission: 'admin:user:tag:save',
    summary: '新增智能分群',
    body: SegmentDraft,
    response: t.SavedVersion,
    errors: [422],
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    permission: 'admin:user:tag:update',
    summary: '编辑智能分群',
    body: changeOf(SegmentDraft),
    response: t.SavedVersion,
    errors: [422],
  },
  remove: {
    method: 'POST',
    path: `${path}/delete`,
    permission: 'admin:user:tag:delete',
    summary: '删除智能分群',
    body: t.Ids,
    response: t.Done,
  },
})
