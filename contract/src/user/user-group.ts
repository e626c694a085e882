import { keywords, rowOf, shopRoutes } from '../editable.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const GroupDraft = t.Object({ groupName: t.String({ title: '分组名称', minLength: 1, maxLength: 64 }) })
export type GroupDraft = t.Static<typeof GroupDraft>
const Group = rowOf(GroupDraft, {})
export type Group = t.Static<typeof Group>
/** A group with the number of its customers, counted up to 10,000. */
const GroupRow = t.Object({ ...Group.properties, userCount: t.Integer() })
export type GroupRow = t.Static<typeof GroupRow>

const path = '/admin/user/group'
const permission = 'admin:user:group'

/** 用户分组. */
export const userGroup = routes('user-group', {
  ...shopRoutes({
    what: '用户分组',
    path,
    permission,
    // Also for the filters and forms of the customer list.
    offeredTo: ['admin:user:list'],
    draft: GroupDraft,
    row: Group,
    listed: GroupRow,
    query: { keywords: keywords(64) },
  }),
  info: {
    method: 'GET',
    path: `${path}/info`,
    permission: `${permission}:info`,
    summary: '用户分组详情',
    query: t.Object({ id: t.Id }),
    response: Group,
  },
  remove: {
    method: 'POST',
    path: `${path}/delete`,
    permission: `${permission}:delete`,
    summary: '删除用户分组',
    body: t.Ids,
    response: t.Done,
  },
})
