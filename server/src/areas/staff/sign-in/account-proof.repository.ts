import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'
import { emailCodes, resetTokens } from './account-proof.tables.ts'

const MAX_TRIES = 5

/** The account with an e-mail address, if it may sign in. */
export async function findByEmail({ db }: Ctx, email: string) {
  const [user] = await db
    .select()
    .from(adminUsers)
    .where(
      and(sql`lower(${adminUsers.email}) = ${email.toLowerCase()}`, adminUsers.enabled, isNull(adminUsers.deletedAt)),
    )
  return user
}

export async function insertReset({ db }: Ctx, token: typeof resetTokens.$inferInsert): Promise<void> {
  await db.insert(resetTokens).values(token)
}

/** The account a still valid token was mailed to. */
export async function findReset({ db, now }: Ctx, tokenHash: string) {
  const [row] = await db
    .select({ user: adminUsers })
    .from(resetTokens)
    .innerJoin(adminUsers, eq(adminUsers.id, resetTokens.userId))
    .where(
      and(
        eq(resetTokens.tokenHash, tokenHash),
        gt(resetTokens.expiresAt, now()),
        adminUsers.enabled,
        isNull(adminUsers.deletedAt),
      ),
    )
  return row?.user
}

/** Consumes a token and all others of its user: of two callers with one token, one succeeds. */
export async function takeReset({ db }: Ctx, tokenHash: string): Promise<boolean> {
  const [taken] = await db
    .delete(resetTokens)
    .where(eq(resetTokens.tokenHash, tokenHash))
    .returning({ userId: resetTokens.userId })
  if (taken) await db.delete(resetTokens).where(eq(resetTokens.userId, taken.userId))
  return Boolean(taken)
}

/** Voids codes mailed to an address the account no longer has. */
export async function forgetResets({ db }: Ctx, userId: number): Promise<void> {
  await db.delete(resetTokens).where(eq(resetTokens.userId, userId))
}

/** Stores the caller's newest code; earlier ones become void. */
export async function storeEmailCode({ db }: Ctx, code: typeof emailCodes.$inferInsert): Promise<void> {
  const { email, digest, expiresAt } = code
  const set = { email, digest, expiresAt, tries: 0 }
  await db.insert(emailCodes).values(code).onConflictDoUpdate({ target: emailCodes.userId, set })
}

/** Counts a try of the caller's code; undefined after five tries or when it has expired. */
export async function tryEmailCode({ db, actor, now }: Ctx) {
  const [code] = await db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(and(eq(emailCodes.userId, actor.userId), lt(emailCodes.tries, MAX_TRIES), gt(emailCodes.expiresAt, now())))
    .returning()
  return code
}

/** Consumes the caller's code: of two calls with it, one succeeds. */
export async function takeEmailCode({ db, actor }: Ctx, digest: string): Promise<boolean> {
  const taken = await db
    .delete(emailCodes)
    .where(and(eq(emailCodes.userId, actor.userId), eq(emailCodes.digest, digest)))
    .returning({ userId: emailCodes.userId })
  return taken.length > 0
}
