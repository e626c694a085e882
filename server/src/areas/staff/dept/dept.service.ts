import type { Dept, DeptDraft, DeptQuery } from '@zhanggui/contract/staff/dept.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Change } from '../../../platform/data/keep.ts'
import { lockTree, toTree } from '../../../platform/data/tree.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { raisePermVersion } from '../role/rights.service.ts'
import * as depts from './dept.repository.ts'

const NAME_TAKEN = '部门名称已存在'

/** The departments the caller sees, as trees; with a filter, matches and their ancestors. */
export async function listDepts(ctx: Ctx, query: DeptQuery): Promise<Dept[]> {
  const { from, to } = query.createTime ? parseTimeRange(query.createTime, ctx.now()) : {}
  const rows = await depts.list(ctx, { enabled: query.enabled, from, to })
  const name = query.name?.toLowerCase()
  const matches = name ? (row: depts.DeptRow) => row.name.toLowerCase().includes(name) : undefined
  return toTree(rows, { matches, top: query.pid }).map(function toDept(node): Dept {
    return { ...describe(node), ...(node.children && { children: node.children.map(toDept) }) }
  })
}

/**
 * Adds a department.
 * @throws 409 when a sibling has the name, 422 when the parent does not exist
 */
export async function saveDept(ctx: Ctx, draft: DeptDraft) {
  return inTransaction(ctx, async (tx) => {
    await requireParent(tx, draft.pid ?? 0)
    const saved = await depts.insert(tx, draft)
    if (!saved) throw conflict(NAME_TAKEN, 'name')
    await raisePermVersion(tx, 'all')
    await audit(tx, { objectId: saved.id, after: await findDept(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a department.
 * @throws 404, 409 for a taken name or another version, 422 when it would become its own descendant, and for moving
 *   departments beyond the caller's scope
 */
export async function updateDept(ctx: Ctx, { id, version, ...draft }: Change<DeptDraft>) {
  return inTransaction(ctx, async (tx) => {
    await lockTree(tx, 'dept')
    const below = await depts.lockSubtrees(tx, [id])
    const row = await depts.find(tx, id)
    if (!row || !sees(tx, [id])) throw notFound('部门')
    if (draft.pid === id) throw new Refusal('上级不能为自己')
    if (draft.pid && below.includes(draft.pid)) throw new Refusal('上级不能为自己的下级')
    if (draft.pid !== undefined && draft.pid !== row.pid) {
      // Below a department of the scope 本级 the caller would see all of them.
      if (!sees(tx, below)) throw new Refusal('该部门有您看不到的下级部门，不能移动')
      await requireParent(tx, draft.pid)
    }
    const saved = await refuseTaken(depts.update(tx, id, version, draft), () => conflict(NAME_TAKEN, 'name'))
    if (!saved) throw versionConflict(describe(row))
    await audit(tx, { objectId: id, before: describe(row), after: await findDept(tx, id) })
    if (draft.pid !== undefined) await raisePermVersion(tx, 'all')
    return saved
  })
}

/**
 * Deletes departments with their descendants.
 * @throws 404, 422 while users or posts are attached, or when no top-level department would be left
 */
export async function removeDepts(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockTree(tx, 'dept')
    const all = await depts.lockSubtrees(tx, ids)
    if (!ids.every((id) => all.includes(id)) || !sees(tx, all)) throw notFound('部门')
    if (await depts.isInUse(tx, all)) throw new Refusal('所选部门中存在岗位或者用户关联，请取消关联后再试')
    for (const id of all) await audit(tx, { objectId: id, before: await findDept(tx, id) })
    await depts.detachDeletedUsers(tx, all)
    await depts.remove(tx, all)
    if (!(await depts.countTops(tx))) throw new Refusal('至少保留一个顶级部门')
    await raisePermVersion(tx, 'all')
  })
}

/** The parent must be in the caller's scope; only callers who see all may use the top level. */
async function requireParent(tx: Ctx, pid: number): Promise<void> {
  const isSeen = pid ? await depts.lock(tx, pid) : tx.actor.scope.all
  if (!isSeen) throw new Refusal('上级部门不存在，请重新选择')
}

function sees({ actor: { scope } }: Ctx, ids: readonly number[]): boolean {
  return scope.all || ids.every((id) => scope.deptIds.includes(id))
}

/** A department that the caller sees; undefined for others. */
export async function findDept(ctx: Ctx, id: number) {
  const row = sees(ctx, [id]) ? await depts.find(ctx, id) : undefined
  return row && describe(row)
}

function describe({ id, version, name, pid, sort, enabled, createdAt }: depts.DeptRow): Dept {
  return { id, version, name, pid, sort, enabled, createTime: toWireTime(createdAt) }
}
