import type { SmsLogQuery, SmsTemplateQuery } from '@zhanggui/contract/message/sms.ts'
import type { SmsResult, SmsTemplateStatus } from '@zhanggui/domain/message/sms.ts'
import { and, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { contains, containsPhone } from '../../../platform/data/contains.ts'
import { allRead } from '../../../platform/data/filters.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type FilterOf, type Page } from '../../../platform/http/paging.ts'
import { smsCodes, smsLogs, smsTemplates } from './sms.tables.ts'

/** How many tries of a code from other addresses than the one that asked for it, all together. */
const MAX_ELSEWHERE = 10

export type SmsCode = typeof smsCodes.$inferSelect

export type TemplateFilter = FilterOf<SmsTemplateQuery>

/** A page of templates, newest first. */
export async function listTemplates({ db }: Ctx, filter: TemplateFilter, { limit, offset }: Page) {
  const { title, type, status, ...left } = filter
  const where = and(
    allRead(left),
    title ? contains(smsTemplates.title, title) : undefined,
    type === undefined ? undefined : sql`${smsTemplates.type} = ${type}`,
    status && eq(smsTemplates.status, status),
  )
  const rows = await db
    .select()
    .from(smsTemplates)
    .where(where)
    .orderBy(desc(smsTemplates.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(smsTemplates, where) }
}

/** Stores a template. Returns undefined when the provider's id already exists. */
export async function insertTemplate({ db, caller }: Ctx, template: typeof smsTemplates.$inferInsert) {
  const [saved] = await db
    .insert(smsTemplates)
    .values({ ...template, createdBy: caller?.userId })
    .onConflictDoNothing()
    .returning({ id: smsTemplates.id })
  return saved
}

/** Templates the provider has not decided on yet. */
export function listWaiting({ db }: Ctx, limit: number) {
  return db.select().from(smsTemplates).where(eq(smsTemplates.status, '待审')).orderBy(smsTemplates.id).limit(limit)
}

export async function judgeTemplate({ db, now }: Ctx, id: number, status: SmsTemplateStatus, reason: string) {
  await db.update(smsTemplates).set({ status, reason, updatedAt: now() }).where(eq(smsTemplates.id, id))
}

/** The approved template with the id, or the newest one for a use. */
export async function findUsable({ db }: Ctx, which: { tempId: string } | { tempKey: string }) {
  const is = 'tempId' in which ? eq(smsTemplates.tempId, which.tempId) : eq(smsTemplates.tempKey, which.tempKey)
  const [template] = await db
    .select()
    .from(smsTemplates)
    .where(and(is, eq(smsTemplates.status, '通过')))
    .orderBy(desc(smsTemplates.id))
    .limit(1)
  return template
}

export async function insertLog({ db, now, caller }: Ctx, log: typeof smsLogs.$inferInsert): Promise<number> {
  const at = now()
  const [saved] = await db
    .insert(smsLogs)
    .values({ ...log, createdBy: caller?.userId, createdAt: at, updatedAt: at })
    .returning({ id: smsLogs.id })
  if (!saved) throw new Error('a message was not stored')
  return saved.id
}

export type Outcome = { resultCode: SmsResult; memo: string; bizId?: string }

export async function noteOutcome({ db, now }: Ctx, id: number, outcome: Outcome): Promise<void> {
  const receiptAt = outcome.resultCode === 100 ? now() : null
  await db
    .update(smsLogs)
    .set({ ...outcome, receiptAt, updatedAt: now() })
    .where(eq(smsLogs.id, id))
}

export type LogFilter = FilterOf<SmsLogQuery, 'createTime'> & { from?: Date; to?: Date }

/** A page of messages, newest first, and the total, as far as it is counted. */
export async function listLogs(ctx: Ctx, filter: LogFilter, { limit, offset }: Page) {
  const newest = [desc(smsLogs.createdAt), desc(smsLogs.id)]
  const rows = await ctx.db
    .select()
    .from(smsLogs)
    .where(logCondition(filter))
    .orderBy(...newest)
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countLogs(ctx, filter)) }
}

export const countLogs = ({ db }: Ctx, filter: LogFilter) => countBounded(db, smsLogs, logCondition(filter))

function logCondition({ phone, resultCode, from, to, ...left }: LogFilter): SQL | undefined {
  return and(
    allRead(left),
    phone ? containsPhone(smsLogs.phone, phone) : undefined,
    resultCode === undefined ? undefined : sql`${smsLogs.resultCode} = ${resultCode}`,
    from && gte(smsLogs.createdAt, from),
    to && lte(smsLogs.createdAt, to),
  )
}

/** Stores the newest code of a number for a purpose; an earlier one becomes void. */
export async function storeCode({ db }: Ctx, code: typeof smsCodes.$inferInsert): Promise<void> {
  const { digest, expiresAt, askedFrom } = code
  const target = [smsCodes.phone, smsCodes.purpose]
  await db
    .insert(smsCodes)
    .values(code)
    .onConflictDoUpdate({ target, set: { digest, expiresAt, askedFrom, tries: 0 } })
}

/** The code of a number for a purpose that has not expired. */
export async function findCode({ db, now }: Ctx, phone: string, purpose: string) {
  const [code] = await db
    .select()
    .from(smsCodes)
    .where(and(eq(smsCodes.phone, phone), eq(smsCodes.purpose, purpose), gt(smsCodes.expiresAt, now())))
  return code
}

/** Counts a try of a code from another address than the one that asked for it. Returns false when there were enough. */
export async function countElsewhere({ db }: Ctx, phone: string, purpose: string, digest: string): Promise<boolean> {
  const counted = await db
    .update(smsCodes)
    .set({ tries: sql`${smsCodes.tries} + 1` })
    .where(
      and(
        ...[eq(smsCodes.phone, phone), eq(smsCodes.purpose, purpose), eq(smsCodes.digest, digest)],
        lt(smsCodes.tries, MAX_ELSEWHERE),
      ),
    )
    .returning({ phone: smsCodes.phone })
  return counted.length > 0
}

/** Consumes a code: of two simultaneous calls, one succeeds. */
export async function takeCode({ db }: Ctx, phone: string, purpose: string, digest: string): Promise<boolean> {
  const taken = await db
    .delete(smsCodes)
    .where(and(eq(smsCodes.phone, phone), eq(smsCodes.purpose, purpose), eq(smsCodes.digest, digest)))
    .returning({ phone: smsCodes.phone })
  return taken.length > 0
}
