import { desc } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { mailLogs } from './mail.tables.ts'

/** Logs the outcome of a mail; outside of any transaction, as the mail cannot be rolled back. */
export async function insertLog({ platform, caller, now }: Ctx, log: typeof mailLogs.$inferInsert): Promise<void> {
  const at = now()
  await platform.db.insert(mailLogs).values({ ...log, createdBy: caller?.userId, createdAt: at, updatedAt: at })
}

/** A page of the mail log, newest first, and the total, as far as it is counted (ER-31). */
export async function listLogs({ db }: Ctx, { limit, offset }: Page) {
  const newest = [desc(mailLogs.createdAt), desc(mailLogs.id)]
  const rows = await db
    .select()
    .from(mailLogs)
    .orderBy(...newest)
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, mailLogs, undefined)) }
}
