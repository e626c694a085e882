import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import type { SeenKind } from '@zhanggui/contract/staff/see-as.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, notFound } from '../../../platform/http/errors.ts'
import { getRights } from '../role/rights.service.ts'
import { reportRightsChanged } from '../role/rights-live.service.ts'
import * as seen from './see-as.repository.ts'
import { auditSeeing, seenRights, type Viewer } from './seen-rights.service.ts'

/**
 * Begins to look at the console as a role or a member of staff: this session has their menus, permissions and data scope from
 * now on, and changes nothing until it leaves.
 * @throws 403 for who may not change the role or the member, or with an API key; 404, also outside the caller's data scope;
 *   422 for oneself, and for who has or sees more than the caller
 */
export function startSeeing(ctx: Ctx, { kind, id }: { kind: SeenKind; id: number }): Promise<void> {
  const { actor } = ctx
  const needed = kind === 'role' ? role.update.permission : adminUser.update.permission
  if (actor.key || !holds(actor, needed)) throw forbidden(needed)
  return inTransaction(ctx, async (tx) => {
    const name = await nameOf(tx, kind, id)
    if (kind === 'user' && id === actor.userId) throw new Refusal('不能以自己的身份查看')
    const { ended } = await seenRights(tx, await viewerOf(tx), { kind, id })
    if (ended) throw new Refusal(ended)
    const seeing = { kind, id, name, since: tx.now().toISOString() }
    if (!(await seen.setSeeing(tx, actor.sessionId, seeing))) throw new Refusal('请先退出正在查看的身份')
    await auditSeeing(tx, 'seeAs', seeing)
    await reportRightsChanged(tx, [actor.userId])
  })
}

/** Returns to one's own rights. Leaving twice is leaving once. */
export async function leaveSeeing(ctx: Ctx): Promise<void> {
  const { seeing, sessionId, userId } = ctx.actor
  if (!seeing) return
  await inTransaction(ctx, async (tx) => {
    if (!(await seen.setSeeing(tx, sessionId, null))) return
    await auditSeeing(tx, 'seeAsEnd', { ...seeing, since: seeing.since.toISOString() })
    await reportRightsChanged(tx, [userId])
  })
}

async function nameOf(tx: Ctx, kind: SeenKind, id: number): Promise<string> {
  if (kind === 'user') {
    const found = await seen.findName(tx, id)
    if (found === undefined) throw notFound('管理员')
    return found
  }
  const found = await seen.findRole(tx, id)
  if (!found) throw notFound('角色')
  return found.name
}

/** The caller with their own rights, whatever they are looking as. */
export async function viewerOf(ctx: Ctx): Promise<Viewer> {
  const { userId } = ctx.actor
  const user = await seen.findUser(ctx, userId)
  if (!user) throw notFound('账号')
  const { deptId, permVersion } = user
  return { userId, deptId, rights: await getRights(ctx, userId, permVersion, deptId) }
}
