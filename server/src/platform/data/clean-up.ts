import { type SQL, sql } from 'drizzle-orm'
import { defineHook } from '../hooks.ts'
import type { Ctx } from '../http/context.ts'

const BATCH = 5000
const DAY_MS = 24 * 3600_000

/** Deletes expired rows until the signal aborts. Returns how many. */
export type CleanUp = (ctx: Ctx, signal: AbortSignal) => Promise<number>

/** Rows that are valid for minutes or days; cleaned up every ten minutes. */
export const shortLived = defineHook<CleanUp>('clean-up of short-lived rows')

/** Logs, messages and other rows with a retention period; cleaned up every night. */
export const oldRows = defineHook<CleanUp>('clean-up of old rows')

/** Deletes rows after their `expires_at`. */
export function expired(...tables: string[]): CleanUp {
  return eachOf(tables, ({ now }) => sql`expires_at < ${now().toISOString()}`)
}

/** Deletes the rows of these tables that match a condition. */
export function eachOf(tables: readonly string[], where: (ctx: Ctx) => SQL | Promise<SQL>): CleanUp {
  return async (ctx, signal) => {
    const condition = await where(ctx)
    let removed = 0
    for (const table of tables) removed += await removeBatches(ctx, table, condition, signal)
    return removed
  }
}

/** Runs what the areas have added to a hook, one after the other. */
export async function cleanUp(ctx: Ctx, hook: typeof shortLived, signal: AbortSignal): Promise<number> {
  let removed = 0
  for (const each of ctx.platform.hooks.of(hook)) if (!signal.aborted) removed += await each(ctx, signal)
  return removed
}

export function daysAgo({ now }: Ctx, days: number): string {
  return new Date(now().getTime() - days * DAY_MS).toISOString()
}

/** Deletes in batches, each in its own transaction, so that others wait only briefly for locks. */
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
