import { createHash } from 'node:crypto'
import { audit } from '../../../platform/data/audit.ts'
import type { Ctx, Scope } from '../../../platform/http/context.ts'
import { loadRights, loadRightsOfRole, NO_LEVEL, type Rights, WILDCARD } from '../role/rights.service.ts'
import * as seen from './see-as.repository.ts'
import type { SessionSeeing } from './session-seeing.ts'

/** Who looks, with their own rights. */
export type Viewer = { userId: number; deptId: number | null; rights: Rights }
/** What is seen, and why it is not to be seen any more. */
export type Seen = { rights: Rights; ended?: string }

const NOTHING: Rights = {
  roles: [],
  roleNames: [],
  level: NO_LEVEL,
  permissions: [],
  permissionSet: new Set<string>(),
  dataScopes: [],
  scope: { all: false, deptIds: [], storeIds: [] },
  storeIds: [],
}

/**
 * The rights of a role or a member of staff as they are at this very moment. A role is seen with the department and the stores
 * of the viewer. What is gone, disabled, or beyond the viewer's own rights shows nothing at all.
 */
export async function seenRights(
  ctx: Pick<Ctx, 'db'>,
  viewer: Viewer,
  { kind, id }: Pick<SessionSeeing, 'kind' | 'id'>,
): Promise<Seen> {
  const rights = await (kind === 'role' ? rightsOfRole(ctx, viewer, id) : rightsOfUser(ctx, id))
  if (typeof rights === 'string') return { rights: NOTHING, ended: rights }
  const ended = isBeyond(viewer.rights, rights)
  return ended ? { rights: NOTHING, ended } : { rights }
}

async function rightsOfRole(ctx: Pick<Ctx, 'db'>, { userId, deptId }: Viewer, id: number): Promise<Rights | string> {
  const role = await seen.findRole(ctx, id)
  if (!role) return '角色已删除'
  return role.status ? loadRightsOfRole(ctx, id, userId, deptId) : '角色已停用'
}

async function rightsOfUser(ctx: Pick<Ctx, 'db'>, id: number): Promise<Rights | string> {
  const user = await seen.findUser(ctx, id)
  if (!user || user.deletedAt) return '账号已删除'
  return user.enabled ? loadRights(ctx, id, user.deptId) : '账号已锁定'
}

/** Why a viewer may not see as somebody with these rights: they would see more than by themselves. */
function isBeyond(own: Rights, theirs: Rights): string | undefined {
  if (theirs.permissionSet.has(WILDCARD)) return '超级管理员拥有全部权限，不必查看'
  if (own.permissionSet.has(WILDCARD)) return undefined
  if (own.level !== 1 && theirs.level <= own.level) return '对方的角色级别不低于您，不能以此身份查看'
  if (theirs.permissions.some((each) => !own.permissionSet.has(each))) return '对方有您没有的权限，不能以此身份查看'
  return isWithin(own.scope, theirs.scope) ? undefined : '对方能看到您看不到的数据，不能以此身份查看'
}

function isWithin(own: Scope, theirs: Scope): boolean {
  if (own.all) return true
  if (theirs.all || !theirs.deptIds.every((id) => own.deptIds.includes(id))) return false
  return !own.storeIds || (theirs.storeIds?.every((id) => own.storeIds?.includes(id)) ?? false)
}

const FAR = 4_000_000_000

/** A version of seen rights, above every version of one's own, by which caches and open pages tell them apart. */
export function versionOf(own: number, { permissions, scope }: Rights): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([permissions, scope]))
    .digest()
  return FAR + own * FAR + digest.readUInt32BE(0)
}

/** Who looked as whom, and from when to when. */
export function auditSeeing(ctx: Ctx, action: 'seeAs' | 'seeAsEnd', { kind, id, name }: SessionSeeing): Promise<void> {
  return audit(ctx, { action, objectType: kind === 'role' ? 'role' : 'admin-user', objectId: id, objectName: name })
}
