import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { TagDraft, userTag } from '@zhanggui/contract/user/user-tag.ts'
import { answerPage, keep, wireRow } from '../../../platform/data/keep.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { forget } from '../forget/forget.service.ts'
import * as tags from './user-tag.repository.ts'

const WHAT = '用户标签'

/** Tags of customers; a deleted one is taken off them. */
export const tagService = keep(tags, {
  what: WHAT,
  taken: ['用户标签已存在', 'name'],
  toRow: (draft: TagDraft) => draft,
  show: wireRow,
  removed: (tx, { id }) => forget(tx, { kind: 'tag', id }),
})

/** A page of tags with their numbers of customers. */
export const listTags = (ctx: Ctx, { query }: RouteInput<typeof userTag.list>) =>
  answerPage(ctx, query, tags.list, wireRow)

/** Checks that the tags exist, and keeps them until the transaction ends. @throws 404 */
export async function requireTags(tx: Ctx, ids: readonly number[]): Promise<void> {
  if ((await tags.lockAgainstDeletion(tx, ids)) < new Set(ids).size) throw notFound(WHAT)
}
