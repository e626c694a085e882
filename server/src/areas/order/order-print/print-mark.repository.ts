import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { insertingLogs, logEntry, logsJson } from '../order/order.parts.ts'

/**
 * Locks orders in the order of their ids, before what goes on paper is read: nothing changes between reading and marking.
 * Numbers of no order are passed over.
 */
export async function lockToPrint({ db }: Ctx, orderNos: readonly string[]): Promise<void> {
  const given = sql`${sql.param([...orderNos])}::text[]`
  await db.execute(sql`select id from store_order where order_no = any(${given}) order by id for update`)
}

/**
 * Marks locked orders as on paper, from when on changes are shown; what had changed before is on it now.
 * @param message of the log
 */
export async function markPrinted(tx: Ctx, ids: readonly number[], message: string): Promise<void> {
  const at = tx.now().toISOString()
  await tx.db.execute(sql`
    update store_order set print_time = coalesce(print_time, ${at}::timestamptz), print_stale = false,
      version = version + 1, updated_at = ${at}::timestamptz, updated_by = ${tx.actor.userId}
    where id = any(${sql.param([...ids])}::bigint[])`)
  await notePrinted(tx, ids, message)
}

/** Says in the logs of orders that they were printed. */
export async function notePrinted(tx: Ctx, ids: readonly number[], message: string): Promise<void> {
  const rows = ids.map((id) => logEntry(tx, id, { changeType: 'print', message }))
  await tx.db.execute(insertingLogs(sql`${logsJson(rows)}`))
}
