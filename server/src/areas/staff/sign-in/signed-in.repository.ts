import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers, preferences } from '../admin-user/admin-user.tables.ts'
import { depts } from '../dept/dept.tables.ts'
import { posts } from '../post/post.tables.ts'

const profile = prepared('signed_in_profile', (db) =>
  db
    .select({
      user: {
        id: adminUsers.id,
        username: adminUsers.username,
        nickName: adminUsers.nickName,
        phone: adminUsers.phone,
        email: adminUsers.email,
        sex: adminUsers.sex,
        avatar: adminUsers.avatar,
        introduction: adminUsers.introduction,
        enabled: adminUsers.enabled,
        deptId: adminUsers.deptId,
        passwordTime: adminUsers.passwordTime,
        lastLoginTime: adminUsers.lastLoginTime,
        lastLoginIp: adminUsers.lastLoginIp,
        createdAt: adminUsers.createdAt,
        mfaEnabled: sql<boolean>`${adminUsers.totpSecret} is not null`,
      },
      dept: { id: depts.id, name: depts.name },
      job: { id: posts.id, name: posts.name },
      preferences: preferences.data,
    })
    .from(adminUsers)
    .leftJoin(depts, eq(depts.id, adminUsers.deptId))
    .leftJoin(posts, eq(posts.id, adminUsers.jobId))
    .leftJoin(preferences, eq(preferences.userId, adminUsers.id))
    .where(eq(adminUsers.id, sql.placeholder('userId'))),
)

/** A user with department, post and preferences. */
export async function findProfile({ db }: Ctx, userId: number) {
  const [row] = await profile(db).execute({ userId })
  return row
}
