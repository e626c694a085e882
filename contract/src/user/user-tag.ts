import { keywords, rowOf, shopRoutes } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const TagDraft = t.Object({ name: t.String({ title: '标签名称', minLength: 1, maxLength: 50 }) })
export type TagDraft = t.Static<typeof TagDraft>
const Tag = rowOf(TagDraft, {})
export type Tag = t.Static<typeof Tag>
/** A tag with the number of its customers, counted up to 10,000. */
const TagRow = t.Object({ ...Tag.properties, userCount: t.Integer() })
export type TagRow = t.Static<typeof TagRow>

const path = '/admin/user/tag'
const permission = 'admin:user:tag'

/** 用户标签. */
export const userTag = routes('user-tag', {
  ...shopRoutes({
    what: '用户标签',
    path,
    permission,
    // Also for the filters and forms of the customer list.
    offeredTo: ['admin:user:list'],
    draft: TagDraft,
    row: Tag,
    listed: TagRow,
    query: { keywords: keywords(50) },
  }),
  info: {
    method: 'GET',
    path: `${path}/info`,
    permission: `${permission}:info`,
    summary: '用户标签详情',
    query: t.Object({ id: t.Id }),
    response: Tag,
  },
  remove: {
    method: 'POST',
    path: `${path}/delete`,
    permission: `${permission}:delete`,
    summary: '删除用户标签',
    body: t.Ids,
    response: t.Done,
  },
})
