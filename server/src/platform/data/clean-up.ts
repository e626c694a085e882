import { type SQL, sql } from 'drizzle-orm'
import { defineHook } from '../hooks.ts'
import type { Ctx } from '../http/context.ts'

const BATCH = 5000
const DAY_MS = 24 * 3600_000

/** Deletes rows whose time is over, until the signal aborts. Returns how many. */
export type CleanUp = (ctx: Ctx, signal: AbortSignal) => Promise<number>

/** Rows that are good for minutes or days; every ten minutes. */
export const shortLived = defineHook<CleanUp>('clean-up of short-lived rows')

/** Logs, messages and whatever else is kept for a while; every night. */
export const oldRows = defineHook<CleanUp>('clean-up of old rows')

/** Deletes rows that were good until `expires_at`. */
export function expired(...tables: string[]): CleanUp {
  return eachOf(tables, ({ now }) => sql`expires_at < ${now().toISOString()}`)
}

/** Deletes rows of these tables for which a condition holds. */
export function eachOf(tables: readonly string[], where: (ctx: Ctx) => SQL | Promise<SQL>): CleanUp {
  return async (ctx, signal) => {
    const condition = await where(ctx)
    let removed = 0
    for (const table of tables) removed += await removeBatches(ctx, table, condition, signal)
    return removed
  }
}

/** Does what the areas have added to a hook, one after the other. */
export async function cleanUp(ctx: Ctx, hook: typeof shortLived, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (const each of ctx.platform.hooks.of(hook)) if (!signal.aborted) removed += await each(ctx, signal)
  return removed
}

export function daysAgo({ now }: Ctx, days: number): string {
  return new Date(now().getTime() - days * DAY_MS).toISOString()
}

/** In batches, each a transaction of its own, so that nobody waits long for a lock. */
async function removeBatches({ db }: Ctx, table: string, where: SQL, signal: AbortSignal): Promise<number> {
  const name = sql.identifier(table)
  for (let removed = 0; ; ) {
    if (signal.aborted) return removed
    const { rowCount } = await db.execute(
      sql`delete from ${name} where ctid = any(array(select ctid from ${name} where ${where} limit ${BATCH}))`,
    )
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return removed
  }
}
