import { and, eq, sql } from 'drizzle-orm'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { liveSeats } from './live-seat.tables.ts'

/** Maximum number of sockets of one account, across all processes (docs/files-and-messages.md, Page sockets). */
const MAX_SEATS = 10
/** Three times the interval at which a process renews its seats. */
const KEPT_MS = 90_000

/**
 * Takes one of the account's ten seats.
 * @returns a function that gives the seat back; undefined when all are taken
 */
export async function takeSeat(ctx: Ctx, userId: number): Promise<(() => Promise<void>) | undefined> {
  const holder = ctx.platform.sockets.id
  const seat = await inTransaction(ctx, async ({ db, now }) => {
    await db.execute(sql`select pg_advisory_xact_lock(hashtext('live_seat'), hashtext(${String(userId)}))`)
    const { rows } = await db.execute<{ seat: number }>(sql`
      insert into live_seat (user_id, seat, holder, until)
      select ${userId}::bigint, free.seat, ${holder}::uuid, ${until(ctx)}::timestamptz
      from generate_series(1, ${MAX_SEATS}::int) as free(seat)
      where not exists (select from live_seat as taken
        where taken.user_id = ${userId} and taken.seat = free.seat and taken.until >= ${now().toISOString()}::timestamptz)
      order by free.seat limit 1
      on conflict (user_id, seat) do update set holder = excluded.holder, until = excluded.until
      returning seat`)
    return rows[0]?.seat
  })
  if (seat === undefined) return undefined
  return async () => {
    const { db } = ctx
    await db
      .delete(liveSeats)
      .where(and(eq(liveSeats.userId, userId), eq(liveSeats.seat, seat), eq(liveSeats.holder, holder)))
  }
}

/** Renews the seats of this process. */
export async function keepSeats(ctx: Ctx): Promise<void> {
  await ctx.db
    .update(liveSeats)
    .set({ until: sql`${until(ctx)}::timestamptz` })
    .where(eq(liveSeats.holder, ctx.platform.sockets.id))
}

function until({ now }: Ctx): string {
  return new Date(now().getTime() + KEPT_MS).toISOString()
}
