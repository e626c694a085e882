import { and, desc, eq, or, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'
import { posts } from '../post/post.tables.ts'
import { isInScopeOf } from '../role/data-scope.repository.ts'
import { isLive } from '../sign-in/session.repository.ts'
import { sessions } from '../sign-in/session.tables.ts'

/** A page of the open sessions of users the caller sees, most recently active first. */
export async function list(ctx: Ctx, filter: string | undefined, { limit, offset }: Page) {
  const columns = [adminUsers.username, adminUsers.nickName, sessions.ip, sessions.address, sessions.browser]
  const where = and(
    isLive(ctx),
    isInScopeOf(ctx.actor),
    filter ? or(...columns.map((column) => contains(column, filter))) : undefined,
  )
  const rows = await ctx.db
    .select({ session: sessions, username: adminUsers.username, nickName: adminUsers.nickName, job: posts.name })
    .from(sessions)
    .innerJoin(adminUsers, eq(adminUsers.id, sessions.userId))
    .leftJoin(posts, eq(posts.id, adminUsers.jobId))
    .where(where)
    .orderBy(desc(sessions.lastActiveAt), desc(sessions.id))
    .limit(limit)
    .offset(offset)
  const [counted] = await ctx.db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(sessions)
    .innerJoin(adminUsers, eq(adminUsers.id, sessions.userId))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}

/** Owners of the given sessions whose users the caller sees. */
export function listOwners({ db, actor }: Ctx, ids: readonly string[]) {
  return db
    .select({ id: sessions.id, userId: sessions.userId, username: adminUsers.username })
    .from(sessions)
    .innerJoin(adminUsers, eq(adminUsers.id, sessions.userId))
    .where(and(sql`${sessions.id} = any(${sql.param([...ids])}::uuid[])`, isInScopeOf(actor)))
}
