import { createHash } from 'node:crypto'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { sql } from 'drizzle-orm'
import type { Ctx, Db } from './context.ts'

/** The result of a request to a limit. */
export type Taken = { allowed: boolean; limit: number; remaining: number; resetSeconds: number }

/** At most `max` times within any `seconds`. */
export type Limit = { max: number; seconds: number }

/**
 * Rate limits shared by all processes, counted in the database with a sliding window. A process reserves a tenth of a limit
 * at a time, so a busy session needs one statement for many calls; no limit is ever exceeded.
 */
export type RateLimits = {
  /** Takes one call from the limit, if any is left. */
  take(key: string, limit: Limit): Promise<Taken>
  /** Returns a call that was taken in this process but shall not count. */
  giveBack(key: string, limit: Limit): void
}

declare module './context.ts' {
  interface Platform {
    limits: RateLimits
  }
}

/** A second since 1970, its window, and the share of the previous window that still counts. */
type Moment = { at: number; window: number; share: number }
type Lot = { window: number; left: number; remaining: number; refusedUntil: number }

const MAX_LOTS = 20_000
/** How long refusals are answered without querying the database again. */
const REFUSAL_MS = 500

function momentOf(now: Date, seconds: number): Moment {
  const at = now.getTime() / 1000
  const window = Math.floor(at / seconds)
  return { at, window, share: 1 - (at / seconds - window) }
}

export function makeRateLimits(db: Db, now: () => Date): RateLimits {
  const lots = new Map<string, Lot>()
  const drawings = new Map<string, Promise<void>>()

  /** Reserves `count` calls in the database. Returns what is left afterwards, or undefined if fewer were left. */
  const draw = async (key: string, { max, seconds }: Limit, count: number, window: number, share: number) => {
    const expiresAt = new Date((window + 2) * seconds * 1000)
    const { rows } = await db.execute<{ used: number }>(sql`
      insert into rate_limit as r (key, "window", current, previous, expires_at)
      select ${key}, ${window}::bigint, ${count}::int, 0, ${expiresAt.toISOString()}::timestamptz where ${count}::int <= ${max}::int
      on conflict (key) do update set
        previous = case when r."window" = excluded."window" then r.previous
          when r."window" = excluded."window" - 1 then r.current else 0 end,
        current = case when r."window" = excluded."window" then r.current else 0 end + excluded.current,
        "window" = excluded."window", expires_at = excluded.expires_at
      where excluded."window" >= r."window" and ceil(
        case when r."window" = excluded."window" then r.current + r.previous * ${share}::float8
          when r."window" = excluded."window" - 1 then r.current * ${share}::float8 else 0 end) + excluded.current <= ${max}::int
      returning ceil(current + previous * ${share}::float8)::int as used`)
    const used = rows[0]?.used
    return used === undefined ? undefined : Math.max(0, max - used)
  }

  /** Reserves the next lot, or a single call if fewer are left; else remembers that none is left. */
  const refill = async (key: string, limit: Limit, { at, window, share }: Moment) => {
    const lot = Math.max(1, Math.floor(limit.max / 10))
    let left = lot
    let remaining = await draw(key, limit, lot, window, share)
    if (remaining === undefined && lot > 1) {
      left = 1
      remaining = await draw(key, limit, 1, window, share)
    }
    lots.delete(key)
    const oldest = lots.size >= MAX_LOTS && lots.keys().next().value
    if (oldest) lots.delete(oldest)
    lots.set(
      key,
      remaining === undefined
        ? { window, left: 0, remaining: 0, refusedUntil: at + REFUSAL_MS / 1000 }
        : { window, left, remaining, refusedUntil: 0 },
    )
  }

  return {
    async take(key, limit) {
      const { max, seconds } = limit
      let moment: Moment | undefined
      for (;;) {
        const lot = lots.get(key)
        // A call that waited for its lot while a window ended takes from that lot, and is not counted in the next window too.
        if (!moment || !lot?.left || lot.window !== moment.window) moment = momentOf(now(), seconds)
        const { at, window } = moment
        const resetSeconds = Math.max(1, Math.ceil((window + 1) * seconds - at))
        if (lot?.window === window && lot.left > 0) {
          lot.left--
          return { allowed: true, limit: max, remaining: lot.remaining + lot.left, resetSeconds }
        }
        if (lot?.window === window && lot.refusedUntil > at)
          return { allowed: false, limit: max, remaining: 0, resetSeconds }
        // Concurrent calls share one lot: if each reserved its own, ten of them would use up the whole limit.
        const drawing = drawings.get(key) ?? refill(key, limit, moment).finally(() => drawings.delete(key))
        drawings.set(key, drawing)
        await drawing
      }
    },
    giveBack(key, { seconds }) {
      const lot = lots.get(key)
      if (lot?.window === Math.floor(now().getTime() / 1000 / seconds)) lot.left++
    },
  }
}

const DAY_MS = 24 * 3600_000
const dayKey = (name: string, at: Date) => `${name} ${toWireDay(at)}`

/**
 * Counts one more use of today in Shanghai unless there were so many already: exact, at the price of a statement, for what costs
 * money.
 * @returns false when none is left
 */
export async function takeOfDay({ db, now }: Ctx, name: string, max: number): Promise<boolean> {
  const at = now()
  const { rows } = await db.execute(sql`
    insert into rate_limit as r (key, "window", current, expires_at)
    select ${dayKey(name, at)}, 0, 1, ${new Date(at.getTime() + 2 * DAY_MS).toISOString()}::timestamptz where ${max}::int > 0
    on conflict (key) do update set current = r.current + 1 where r.current < ${max}::int
    returning current`)
  return rows.length > 0
}

/** How many uses were counted today. */
export async function usedOfDay({ db, now }: Ctx, name: string): Promise<number> {
  const { rows } = await db.execute<{ current: number }>(
    sql`select current from rate_limit where key = ${dayKey(name, now())}`,
  )
  return rows[0]?.current ?? 0
}

const thingKey = (name: string, thing: string) =>
  `${name} ${createHash('sha256').update(`${name} ${thing}`).digest('base64url')}`

/** `wait`: the seconds to wait, where there is none left. `isNew`: it was counted now, not before. */
export type TakenThing = { wait?: number; isNew: boolean }

/** Takes a thing from a limit of different things: one that was taken within the time is not counted again. */
export async function takeDifferent(
  { db, now, platform }: Ctx,
  name: string,
  thing: string,
  limit: Limit,
): Promise<TakenThing> {
  const key = thingKey(name, thing)
  const at = now()
  const known = await db.execute(sql`select from rate_limit where key = ${key} and expires_at > ${at.toISOString()}`)
  if (known.rowCount) return { isNew: false }
  const { allowed, resetSeconds } = await platform.limits.take(name, limit)
  if (!allowed) return { wait: resetSeconds, isNew: false }
  const until = new Date(at.getTime() + limit.seconds * 1000)
  const noted = await db.execute(sql`
    insert into rate_limit as r (key, "window", current, expires_at) values (${key}, 0, 1, ${until.toISOString()}::timestamptz)
    on conflict (key) do update set current = 1, expires_at = excluded.expires_at where r.expires_at <= ${at.toISOString()}
    returning key`)
  // Somebody took it in the meantime.
  if (!noted.rowCount) platform.limits.giveBack(name, limit)
  return { isNew: Boolean(noted.rowCount) }
}

/** Forgets a thing that came to nothing: it is counted when it is taken again. */
export async function forgetDifferent({ db, platform }: Ctx, name: string, thing: string, limit: Limit) {
  const { rowCount } = await db.execute(sql`delete from rate_limit where key = ${thingKey(name, thing)}`)
  if (rowCount) platform.limits.giveBack(name, limit)
}

/** Returns a thing that shall not count, neither now nor when it is taken again within the time. */
export async function giveBackDifferent({ db, platform }: Ctx, name: string, thing: string, limit: Limit) {
  const { rowCount } = await db.execute(
    sql`update rate_limit set current = 0 where key = ${thingKey(name, thing)} and current = 1`,
  )
  if (rowCount) platform.limits.giveBack(name, limit)
}
