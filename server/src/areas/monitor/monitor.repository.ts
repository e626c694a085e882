import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/http/context.ts'

/** The backlog of background work. */
export async function countWaiting({ db }: Ctx) {
  const { rows } = await db.execute<{ outbox: number; pending: number; running: number }>(sql`
    select (select count(*) from outbox where due_at is not null) as outbox,
      (select count(*) from task where status = 'pending') as pending,
      (select count(*) from task where status = 'running') as running`)
  const { outbox = 0, pending = 0, running = 0 } = rows[0] ?? {}
  return { outbox, tasksPending: pending, tasksRunning: running }
}
