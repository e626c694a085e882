import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../../platform/http/context.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'

/** Users in the actor's data scope, also deleted: all, or those of the actor's departments; always the actor. */
export function isInScopeOf({ scope, userId }: Actor): SQL | undefined {
  if (scope.all) return undefined
  return or(eq(adminUsers.id, userId), sql`${adminUsers.deptId} = any(${sql.param([...scope.deptIds])}::bigint[])`)
}

/** Users in the actor's data scope that are not deleted. */
export function isSeenBy(actor: Actor): SQL | undefined {
  return and(isNull(adminUsers.deletedAt), isInScopeOf(actor))
}
