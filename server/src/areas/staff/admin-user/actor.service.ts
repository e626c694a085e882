import { and, eq, isNull } from 'drizzle-orm'
import type { Actor, Ctx } from '../../../platform/http/context.ts'
import { getRights } from '../role/rights.service.ts'
import { adminUsers } from './admin-user.tables.ts'

/**
 * A user as the actor of work they asked for, with the rights they have now.
 * @returns undefined for a user who is deleted or locked out
 */
export async function actorOf(ctx: Ctx, userId: number): Promise<Actor | undefined> {
  const [user] = await ctx.db
    .select({
      username: adminUsers.username,
      name: adminUsers.nickName,
      deptId: adminUsers.deptId,
      permVersion: adminUsers.permVersion,
    })
    .from(adminUsers)
    .where(and(eq(adminUsers.id, userId), eq(adminUsers.enabled, true), isNull(adminUsers.deletedAt)))
  if (!user) return undefined
  const { username, name, permVersion } = user
  const { roles, level, permissionSet, scope } = await getRights(ctx, userId, permVersion, user.deptId)
  return {
    userId,
    username,
    name,
    sessionId: '',
    roles,
    level,
    permissions: permissionSet,
    scope,
    permVersion,
    reauthAt: new Date(0),
    duty: undefined,
  }
}

/** The same, by sign-in name. */
export async function findActorByName(ctx: Ctx, username: string): Promise<Actor | undefined> {
  const [user] = await ctx.db.select({ id: adminUsers.id }).from(adminUsers).where(eq(adminUsers.username, username))
  return user && actorOf(ctx, user.id)
}
