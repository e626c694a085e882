import type { Post, PostChange, PostDraft, PostQuery } from '@zhanggui/contract/staff/post.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import * as depts from '../dept/dept.repository.ts'
import * as posts from './post.repository.ts'

const nameTaken = () => conflict('岗位名称已存在', 'name')

/** The posts of the departments the caller sees, in display order. */
export async function listPosts(ctx: Ctx, { createTime, page, limit, ...filter }: PostQuery) {
  const asked = readPage({ page, limit })
  const { rows, total } = await posts.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, asked)
  return { list: rows.map(describe), total, page: asked.page, limit: asked.limit }
}

/**
 * Adds a post.
 * @throws 409 when its department has one of that name, 422 for a department that does not exist
 */
export async function savePost(ctx: Ctx, { dept, ...draft }: PostDraft) {
  return inTransaction(ctx, async (tx) => {
    await lockDept(tx, dept.id)
    const saved = await posts.insert(tx, { ...draft, deptId: dept.id })
    if (!saved) throw nameTaken()
    await audit(tx, { objectId: saved.id, after: await currentPost(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a post.
 * @throws 404, 409 for a taken name or another version, 422 for a department that does not exist
 */
export async function updatePost(ctx: Ctx, { id, version, dept, ...draft }: PostChange) {
  return inTransaction(ctx, async (tx) => {
    if (!(await posts.lock(tx, [id])).length) throw notFound('岗位')
    await lockDept(tx, dept.id)
    const find = () => currentPost(tx, id)
    return audited(tx, { objectId: id }, find, async () => {
      const saved = await refuseTaken(posts.update(tx, id, version, { ...draft, deptId: dept.id }), nameTaken)
      if (!saved) throw versionConflict(await find())
      return saved
    })
  })
}

/**
 * Deletes posts, all or none.
 * @throws 404, 422 while a user holds one
 */
export async function removePosts(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const locked = await posts.lock(tx, ids)
    if (locked.length < ids.length) throw notFound('岗位')
    if (await posts.isInUse(tx, ids)) throw new Refusal('所选岗位存在用户关联，请取消关联后再试')
    for (const id of ids) await audit(tx, { objectId: id, before: await currentPost(tx, id) })
    await posts.detachDeletedUsers(tx, ids)
    await posts.remove(tx, ids)
  })
}

async function lockDept(tx: Ctx, id: number): Promise<void> {
  if (!(await depts.lock(tx, id))) throw new Refusal('所属部门不存在，请重新选择')
}

async function currentPost(ctx: Ctx, id: number) {
  const row = await posts.find(ctx, id)
  return row && describe(row)
}

function describe({ post, deptName, deptSuperiorName }: posts.PostRow): Post {
  const { id, version, name, sort, enabled, deptId, createdAt } = post
  return {
    id,
    version,
    name,
    sort,
    enabled,
    dept: { id: deptId, name: deptName },
    deptSuperiorName: deptSuperiorName ?? '',
    createTime: toWireTime(createdAt),
  }
}
