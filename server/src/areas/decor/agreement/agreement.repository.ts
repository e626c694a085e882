import type { AgreementKey } from '@zhanggui/domain/decor/agreement.ts'
import { and, asc, desc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { agreementConsents, agreements, agreementVersions } from './agreement.tables.ts'

export type AgreementRow = typeof agreements.$inferSelect
export type VersionRow = typeof agreementVersions.$inferSelect

export const { update } = rows(agreements)

const nameOf = (column: SQL | typeof agreements.updatedBy) =>
  sql<string>`coalesce((select nick_name from admin_user where admin_user.id = ${column}), '')`

/** The agreements with what was published of them last, in their order. */
export async function listAll({ db }: Ctx) {
  return db
    .select({
      ...getTableColumns(agreements),
      updateName: nameOf(agreements.updatedBy),
      effectiveTime: agreementVersions.effectiveTime,
      isSame: sql<boolean>`coalesce(agreement_version.title = agreement.title
        and agreement_version.content = agreement.content
        and agreement_version.require_consent = agreement.require_consent, false)`,
    })
    .from(agreements)
    .leftJoin(
      agreementVersions,
      and(eq(agreementVersions.key, agreements.key), eq(agreementVersions.no, agreements.publishedNo)),
    )
    .orderBy(asc(agreements.place))
}
export type ListedAgreement = Awaited<ReturnType<typeof listAll>>[number]

/** Locks an agreement: two that publish it at once make two versions, one after the other. */
export async function lock({ db }: Ctx, key: AgreementKey): Promise<AgreementRow | undefined> {
  const [row] = await db.select().from(agreements).where(eq(agreements.key, key)).for('no key update')
  return row
}

export async function insertVersion({ db }: Ctx, row: typeof agreementVersions.$inferInsert): Promise<void> {
  await db.insert(agreementVersions).values(row)
}

export async function findVersion({ db }: Ctx, key: AgreementKey, no: number): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(agreementVersions)
    .where(and(eq(agreementVersions.key, key), eq(agreementVersions.no, no)))
  return row
}

/** A page of the versions of an agreement, newest first. */
export async function listVersions({ db }: Ctx, key: AgreementKey, { limit, offset }: Page) {
  const where = eq(agreementVersions.key, key)
  const found = await db
    .select({
      ...getTableColumns(agreementVersions),
      createName: nameOf(sql`agreement_version.created_by`),
      consents: sql<number>`(select count(*)::int from agreement_consent
        where agreement_consent.key = agreement_version.key and agreement_consent.no = agreement_version.no)`,
    })
    .from(agreementVersions)
    .where(where)
    .orderBy(desc(agreementVersions.no))
    .limit(limit)
    .offset(offset)
  return { rows: found, total: await db.$count(agreementVersions, where) }
}

/** The version of an agreement that buyers read now. */
export async function findLive({ db, now }: Ctx, key: AgreementKey): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(agreementVersions)
    .where(and(eq(agreementVersions.key, key), lte(agreementVersions.effectiveTime, now())))
    .orderBy(desc(agreementVersions.no))
    .limit(1)
  return row
}

/** What buyers read now of every agreement, and whether one of them is still to agree to it. @param uid 0 for nobody */
export async function listLive({ db, now }: Ctx, uid: number) {
  const at = sql`${now().toISOString()}::timestamptz`
  const { rows: found } = await db.execute<{
    key: AgreementKey
    title: string
    no: number
    effectiveTime: string
    mustConsent: boolean
  }>(sql`
    select agreement.key, live.title, live.no, live.effective_time as "effectiveTime",
      ${uid} > 0 and asking.no is not null and not exists (
        select from agreement_consent where uid = ${uid} and agreement_consent.key = agreement.key
          and agreement_consent.no >= asking.no) as "mustConsent"
    from agreement
    join lateral (
      select title, no, effective_time from agreement_version
      where agreement_version.key = agreement.key and effective_time <= ${at} order by no desc limit 1) as live on true
    left join lateral (
      select no from agreement_version where agreement_version.key = agreement.key and require_consent
        and agreement_version.no <= live.no and effective_time <= ${at} order by no desc limit 1) as asking on true
    order by place`)
  return found.map((row) => ({ ...row, effectiveTime: new Date(row.effectiveTime) }))
}

/** Notes that a buyer agreed; once more changes nothing. */
export async function insertConsent({ db }: Ctx, row: typeof agreementConsents.$inferInsert): Promise<void> {
  await db.insert(agreementConsents).values(row).onConflictDoNothing()
}

/** An agreement of a new shop, which nobody typed. */
export async function insertShipped({ db }: Ctx, row: typeof agreements.$inferInsert): Promise<void> {
  await db.insert(agreements).values(row).onConflictDoNothing()
}
