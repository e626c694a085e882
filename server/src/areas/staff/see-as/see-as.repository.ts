import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'
import { isSeenBy } from '../role/data-scope.repository.ts'
import { roles } from '../role/role.tables.ts'
import { sessions } from '../sign-in/session.tables.ts'
import type { SessionSeeing } from './session-seeing.ts'

export async function findRole({ db }: Pick<Ctx, 'db'>, id: number) {
  const [role] = await db.select({ name: roles.name, status: roles.status }).from(roles).where(eq(roles.id, id))
  return role
}

export async function findUser({ db }: Pick<Ctx, 'db'>, id: number) {
  const { nickName, enabled, deletedAt, deptId, permVersion } = adminUsers
  const [user] = await db
    .select({ name: nickName, enabled, deletedAt, deptId, permVersion })
    .from(adminUsers)
    .where(eq(adminUsers.id, id))
  return user
}

/** The name of a member of staff whom the caller sees. */
export async function findName({ db, actor }: Ctx, userId: number): Promise<string | undefined> {
  const [user] = await db
    .select({ name: adminUsers.nickName })
    .from(adminUsers)
    .where(and(eq(adminUsers.id, userId), isSeenBy(actor)))
  return user?.name
}

/** Begins or ends looking at the console as somebody else. Returns whether there was something to begin or end. */
export async function setSeeing({ db }: Ctx, id: string, seeing: SessionSeeing | null): Promise<boolean> {
  const state = seeing ? isNull(sessions.seeing) : isNotNull(sessions.seeing)
  const rows = await db
    .update(sessions)
    .set({ seeing })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt), state))
    .returning({ id: sessions.id })
  return rows.length > 0
}
