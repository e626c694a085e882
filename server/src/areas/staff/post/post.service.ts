import type { Post, PostDraft } from '@zhanggui/contract/staff/post.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { keep } from '../../../platform/data/keep.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import * as depts from '../dept/dept.repository.ts'
import * as posts from './post.repository.ts'

/** The posts of the departments the caller sees. The department of a post must exist: 422. */
export const postService = keep(posts, {
  what: '岗位',
  taken: ['岗位名称已存在', 'name'],
  toRow: async ({ dept, ...draft }: PostDraft, tx) => {
    if (!(await depts.lock(tx, dept.id))) throw new Refusal('所属部门不存在，请重新选择')
    return { ...draft, deptId: dept.id }
  },
  show: describe,
})

/**
 * Deletes posts, all or none.
 * @throws 404, 422 while a user holds one
 */
export async function removePosts(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const locked = await posts.lockAll(tx, ids)
    if (locked.length < ids.length) throw notFound('岗位')
    if (await posts.isInUse(tx, ids)) throw new Refusal('所选岗位存在用户关联，请取消关联后再试')
    await posts.detachDeletedUsers(tx, ids)
    await postService.remove(tx, ids)
  })
}

function describe({ id, version, name, sort, enabled, deptId, deptName, ...row }: posts.PostRow): Post {
  return {
    id,
    version,
    name,
    sort,
    enabled,
    dept: { id: deptId, name: deptName },
    deptSuperiorName: row.deptSuperiorName ?? '',
    createTime: toWireTime(row.createdAt),
  }
}
