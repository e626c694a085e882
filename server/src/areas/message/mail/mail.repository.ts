import type { MailResult } from '@zhanggui/contract/message/email.ts'
import { and, desc, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { mailLogs } from './mail.tables.ts'

/** Logs the outcome of a mail; outside of any transaction, as the mail cannot be rolled back. */
export async function insertLog({ platform, caller, now }: Ctx, log: typeof mailLogs.$inferInsert): Promise<void> {
  const at = now()
  await platform.db.insert(mailLogs).values({ ...log, createdBy: caller?.userId, createdAt: at, updatedAt: at })
}

export type LogFilter = { result?: MailResult; from?: Date; to?: Date }

/** A page of the mail log, newest first, and the total, as far as it is counted. */
export async function listLogs(ctx: Ctx, filter: LogFilter, { limit, offset }: Page) {
  const newest = [desc(mailLogs.createdAt), desc(mailLogs.id)]
  const rows = await ctx.db
    .select()
    .from(mailLogs)
    .where(logCondition(filter))
    .orderBy(...newest)
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countLogs(ctx, filter)) }
}

export const countLogs = ({ db }: Ctx, filter: LogFilter) => countBounded(db, mailLogs, logCondition(filter))

/** Failed for good: word for word the condition of its index. */
const results: Readonly<Record<MailResult, SQL>> = {
  sent: sql`sent`,
  failed: sql`not sent and not retried`,
  retried: sql`retried`,
}

function logCondition({ result, from, to }: LogFilter): SQL | undefined {
  return and(result && results[result], from && gte(mailLogs.createdAt, from), to && lte(mailLogs.createdAt, to))
}
