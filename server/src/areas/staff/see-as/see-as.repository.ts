import { eq } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'
import { roles } from '../role/role.tables.ts'

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
