import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { GroupDraft, userGroup } from '@zhanggui/contract/user/user-group.ts'
import { answerPage, keep, wireRow } from '../../../platform/data/keep.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { forget } from '../forget/forget.service.ts'
import * as groups from './user-group.repository.ts'

/** Groups of customers; the members of a deleted one have none. */
export const groupService = keep(groups, {
  what: '用户分组',
  taken: ['用户分组已存在', 'groupName'],
  toRow: (draft: GroupDraft) => draft,
  show: (row: groups.GroupRow) => wireRow(row),
  named: ({ groupName }) => groupName,
  removed: (tx, { id }) => forget(tx, { kind: 'group', id }),
})

/** A page of groups with their numbers of customers. */
export const listGroups = (ctx: Ctx, { query }: RouteInput<typeof userGroup.list>) =>
  answerPage(ctx, query, groups.list, wireRow)
