import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'

/**
 * Stores a new password if the stored one is still the one that was checked. Returns whether it was stored.
 * @param history hashes of former passwords, newest first
 */
export async function updatePassword(
  { db, now }: Ctx,
  id: number,
  present: string,
  { hash, history, mustChange }: { hash: string; history: string[]; mustChange: boolean },
): Promise<boolean> {
  const rows = await db
    .update(adminUsers)
    .set({ passwordHash: hash, passwordTime: now(), passwordHistory: history, mustChangePassword: mustChange })
    .where(and(eq(adminUsers.id, id), eq(adminUsers.passwordHash, present), isNull(adminUsers.deletedAt)))
    .returning({ id: adminUsers.id })
  return rows.length > 0
}
