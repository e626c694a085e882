import { and, desc, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'
import { mfaChallenges, recoveryCodes, totpSetups, trustedDevices } from './second-factor.tables.ts'
import { sessions } from './session.tables.ts'

const MAX_TRIES = 5

/** The columns of an account that its second factor needs. */
export type FactorOwner = { id: number; totpSecret: string | null }

/** An account by id, unless deleted. */
export async function findAccount({ db }: Ctx, id: number) {
  const [user] = await db
    .select()
    .from(adminUsers)
    .where(and(eq(adminUsers.id, id), isNull(adminUsers.deletedAt)))
  return user
}

/** Stores a secret until its first code is entered; it replaces an earlier one. */
export async function storeSetup({ db }: Ctx, setup: typeof totpSetups.$inferInsert): Promise<void> {
  const { secret, expiresAt } = setup
  await db
    .insert(totpSetups)
    .values(setup)
    .onConflictDoUpdate({ target: totpSetups.userId, set: { secret, expiresAt } })
}

export async function findSetup({ db, now }: Ctx, userId: number) {
  const [setup] = await db
    .select()
    .from(totpSetups)
    .where(and(eq(totpSetups.userId, userId), gt(totpSetups.expiresAt, now())))
  return setup
}

/** Activates the secret of a set-up unless one is active. Returns whether it was activated. */
export async function enable({ db }: Ctx, userId: number, secret: string, counter: number): Promise<boolean> {
  const taken = await db
    .delete(totpSetups)
    .where(and(eq(totpSetups.userId, userId), eq(totpSetups.secret, secret)))
    .returning({ userId: totpSetups.userId })
  if (!taken.length) return false
  const changed = await db
    .update(adminUsers)
    .set({ totpSecret: secret, totpCounter: counter })
    .where(and(eq(adminUsers.id, userId), isNull(adminUsers.totpSecret)))
    .returning({ id: adminUsers.id })
  return changed.length > 0
}

/** Deletes a user's second factor and everything that belongs to it. Returns whether there was one. */
export async function disable(ctx: Ctx, userId: number): Promise<boolean> {
  const changed = await ctx.db
    .update(adminUsers)
    .set({ totpSecret: null, totpCounter: 0 })
    .where(and(eq(adminUsers.id, userId), isNotNull(adminUsers.totpSecret)))
    .returning({ id: adminUsers.id })
  await ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await ctx.db.delete(totpSetups).where(eq(totpSetups.userId, userId))
  await ctx.db.delete(mfaChallenges).where(eq(mfaChallenges.userId, userId))
  await forgetDevices(ctx, userId)
  return changed.length > 0
}

/** Consumes a counter: of two callers with its code, one succeeds, and earlier codes become void. */
export async function takeCounter({ db }: Ctx, { id, totpSecret }: FactorOwner, counter: number): Promise<boolean> {
  if (!totpSecret) return false
  const taken = await db
    .update(adminUsers)
    .set({ totpCounter: counter })
    .where(and(eq(adminUsers.id, id), eq(adminUsers.totpSecret, totpSecret), lt(adminUsers.totpCounter, counter)))
    .returning({ id: adminUsers.id })
  return taken.length > 0
}

/** Consumes a recovery code: of two callers with it, one succeeds. */
export async function takeRecoveryCode({ db }: Ctx, userId: number, digest: string): Promise<boolean> {
  const taken = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.digest, digest)))
    .returning({ userId: recoveryCodes.userId })
  return taken.length > 0
}

export async function replaceRecoveryCodes({ db }: Ctx, userId: number, digests: readonly string[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db.insert(recoveryCodes).values(digests.map((digest) => ({ userId, digest })))
}

export async function markSession({ db }: Ctx, sessionId: string): Promise<void> {
  await db.update(sessions).set({ mfa: true }).where(eq(sessions.id, sessionId))
}

/** Stores a challenge and deletes the user's expired ones. */
export async function insertChallenge({ db, now }: Ctx, challenge: typeof mfaChallenges.$inferInsert): Promise<void> {
  await db
    .delete(mfaChallenges)
    .where(and(eq(mfaChallenges.userId, challenge.userId), lte(mfaChallenges.expiresAt, now())))
  await db.insert(mfaChallenges).values(challenge)
}

/** Counts a try of a challenge; undefined after five tries, or when it has expired or was met. */
export async function tryChallenge({ db, now }: Ctx, tokenHash: string) {
  const [challenge] = await db
    .update(mfaChallenges)
    .set({ tries: sql`${mfaChallenges.tries} + 1` })
    .where(
      and(
        eq(mfaChallenges.tokenHash, tokenHash),
        lt(mfaChallenges.tries, MAX_TRIES),
        gt(mfaChallenges.expiresAt, now()),
      ),
    )
    .returning()
  return challenge
}

/** Consumes a challenge that was met: of two callers who met it, one signs in. */
export async function takeChallenge({ db }: Ctx, tokenHash: string): Promise<boolean> {
  const taken = await db
    .delete(mfaChallenges)
    .where(eq(mfaChallenges.tokenHash, tokenHash))
    .returning({ userId: mfaChallenges.userId })
  return taken.length > 0
}

export async function insertDevice({ db }: Ctx, device: typeof trustedDevices.$inferInsert): Promise<void> {
  await db.insert(trustedDevices).values(device)
}

/** Whether the token belongs to a browser the user still trusts. */
export async function isTrusted({ db, now }: Ctx, userId: number, tokenHash: string): Promise<boolean> {
  const which = and(
    eq(trustedDevices.userId, userId),
    eq(trustedDevices.tokenHash, tokenHash),
    gt(trustedDevices.expiresAt, now()),
  )
  return (await db.$count(trustedDevices, which)) > 0
}

/** Browsers the user trusts, newest first. */
export function listDevices({ db, now }: Ctx, userId: number) {
  return db
    .select()
    .from(trustedDevices)
    .where(and(eq(trustedDevices.userId, userId), gt(trustedDevices.expiresAt, now())))
    .orderBy(desc(trustedDevices.createdAt))
}

/** Removes a trusted browser of the user. Returns whether it was the user's. */
export async function removeDevice({ db }: Ctx, userId: number, id: string): Promise<boolean> {
  const gone = await db
    .delete(trustedDevices)
    .where(and(eq(trustedDevices.userId, userId), eq(trustedDevices.id, id)))
    .returning({ id: trustedDevices.id })
  return gone.length > 0
}

/** Removes trust from every browser: each requires the second factor again. */
export async function forgetDevices({ db }: Ctx, userId: number): Promise<void> {
  await db.delete(trustedDevices).where(eq(trustedDevices.userId, userId))
}
