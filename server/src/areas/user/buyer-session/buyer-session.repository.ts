import { and, desc, eq, exists, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import { prepared } from '../../../platform/data/prepared.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'
import { type BuyerRevokeReason, buyerSessions } from './buyer-session.tables.ts'

const byToken = prepared('buyer_session_by_token', (db) =>
  db
    .select({
      id: buyerSessions.id,
      uid: buyerSessions.uid,
      channel: buyerSessions.channel,
      expiresAt: buyerSessions.expiresAt,
      revokedAt: buyerSessions.revokedAt,
      revokeReason: buyerSessions.revokeReason,
      nickname: shopUsers.nickname,
      isEnabled: shopUsers.status,
    })
    .from(buyerSessions)
    .innerJoin(shopUsers, eq(shopUsers.id, buyerSessions.uid))
    .where(eq(buyerSessions.tokenHash, sql.placeholder('tokenHash'))),
)

/** A session by its token's hash, with the fields of its buyer that every call needs; one indexed statement. */
export async function findByToken({ db }: Pick<Ctx, 'db'>, tokenHash: string) {
  const [row] = await byToken(db).execute({ tokenHash })
  return row
}

export async function insert({ db }: Ctx, session: typeof buyerSessions.$inferInsert): Promise<string> {
  const [saved] = await db.insert(buyerSessions).values(session).returning({ id: buyerSessions.id })
  if (!saved) throw new Error('a session was not stored')
  return saved.id
}

/** Moves the end of a session. When two processes do so, the later time stays. */
export async function extend({ db, now }: Pick<Ctx, 'db' | 'now'>, id: string, expiresAt: Date): Promise<void> {
  await db
    .update(buyerSessions)
    .set({
      lastActiveAt: sql`greatest(${buyerSessions.lastActiveAt}, ${now().toISOString()}::timestamptz)`,
      expiresAt: sql`greatest(${buyerSessions.expiresAt}, ${expiresAt.toISOString()}::timestamptz)`,
    })
    .where(and(eq(buyerSessions.id, id), isNull(buyerSessions.revokedAt)))
}

/** The open sessions of a buyer, most recently active first. */
export async function listOpen(ctx: Ctx, uid: number): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: buyerSessions.id })
    .from(buyerSessions)
    .where(and(eq(buyerSessions.uid, uid), isOpen(ctx)))
    .orderBy(desc(buyerSessions.lastActiveAt), desc(buyerSessions.loginTime))
  return rows.map(({ id }) => id)
}

/** Which sessions a revocation affects. */
export type Revocation = { uids?: readonly number[]; only?: readonly string[]; except?: string | undefined }

/** Revokes sessions that are not revoked yet. */
export async function revoke({ db, now }: Ctx, { uids, only, except }: Revocation, reason: BuyerRevokeReason) {
  if (uids?.length === 0 || only?.length === 0) return
  await db
    .update(buyerSessions)
    .set({ revokedAt: now(), revokeReason: reason })
    .where(
      and(
        isNull(buyerSessions.revokedAt),
        uids && inArray(buyerSessions.uid, [...uids]),
        only && inArray(buyerSessions.id, [...only]),
        except ? ne(buyerSessions.id, except) : undefined,
      ),
    )
}

/**
 * A page of the open sessions, most recently active first, and their total up to the limit of counts.
 * @param filter part of a nickname, an address or a browser, or a whole account: parts would reveal masked phones
 */
export async function listOnline(ctx: Ctx, filter: string | undefined, { limit, offset }: Page) {
  const { db } = ctx
  const columns = [buyerSessions.ip, buyerSessions.address, buyerSessions.browser]
  const isNamed = (typed: string) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(shopUsers)
        .where(
          and(
            eq(shopUsers.id, buyerSessions.uid),
            or(eq(shopUsers.account, typed), contains(shopUsers.nickname, typed)),
          ),
        ),
    )
  const where = and(
    isOpen(ctx),
    filter ? or(...columns.map((column) => contains(column, filter)), isNamed(filter)) : undefined,
  )
  const rows = await db
    .select({ session: buyerSessions, account: shopUsers.account, nickname: shopUsers.nickname })
    .from(buyerSessions)
    .innerJoin(shopUsers, eq(shopUsers.id, buyerSessions.uid))
    .where(where)
    .orderBy(desc(buyerSessions.lastActiveAt), desc(buyerSessions.id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, buyerSessions, where)) }
}

/** The owners of sessions, ended ones included. */
export function listOwners({ db }: Ctx, ids: readonly string[]) {
  return db
    .select({ id: buyerSessions.id, uid: buyerSessions.uid, account: shopUsers.account, nickname: shopUsers.nickname })
    .from(buyerSessions)
    .innerJoin(shopUsers, eq(shopUsers.id, buyerSessions.uid))
    .where(inArray(buyerSessions.id, [...ids]))
}

function isOpen({ now }: Ctx) {
  return and(isNull(buyerSessions.revokedAt), gt(buyerSessions.expiresAt, now()))
}
