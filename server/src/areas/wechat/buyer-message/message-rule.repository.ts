import type { BuyerMark } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { smsTemplates } from '../../message/sms/sms.tables.ts'
import { settings } from '../../setting/setting/setting.tables.ts'
import { wechatTemplates } from '../template/wechat-template.tables.ts'
import { notifyOutbox, buyerMessageRules as rules } from './buyer-message.tables.ts'

const [official, mini] = [alias(wechatTemplates, 'official'), alias(wechatTemplates, 'mini')]

export type RuleRow = typeof rules.$inferSelect

export const { find, lock, update } = rows(rules)

/** All rules with their templates, and whether an approved SMS text is there for each. */
export function listAll({ db }: Ctx) {
  const hasSms = sql<boolean>`exists (
    select 1 from ${smsTemplates} where ${smsTemplates.status} = '通过'
      and case when ${rules.smsTempId} = '' then ${smsTemplates.tempKey} = ${rules.mark}
        else ${smsTemplates.tempId} = ${rules.smsTempId} end)`
  return db
    .select({ rule: rules, wechat: official, routine: mini, hasSms })
    .from(rules)
    .leftJoin(official, eq(official.id, rules.wechatTemplateId))
    .leftJoin(mini, eq(mini.id, rules.routineTemplateId))
    .orderBy(asc(rules.id))
}

/** The marks that have a rule. */
export async function listMarks({ db }: Ctx): Promise<BuyerMark[]> {
  return (await db.select({ mark: rules.mark }).from(rules)).map(({ mark }) => mark)
}

/** Stores a rule unless the mark has one. */
export async function insertFirst({ db, now }: Ctx, row: typeof rules.$inferInsert): Promise<void> {
  await db
    .insert(rules)
    .values({ ...row, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
}

/** The values of settings that are offered no more. */
export async function readFormerSettings({ db }: Ctx, keys: readonly string[]): Promise<Map<string, unknown>> {
  const found = await db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, [...keys]))
  return new Map(found.map(({ key, value }) => [key, value]))
}

/** The approved SMS texts of a purpose, newest first. */
export function listSmsTexts({ db }: Ctx, mark: BuyerMark) {
  const { id, tempId, title, content } = smsTemplates
  return db
    .select({ id, tempId, name: title, content })
    .from(smsTemplates)
    .where(sql`${smsTemplates.status} = '通过' and ${smsTemplates.tempKey} = ${mark}`)
    .orderBy(sql`${id} desc`)
    .limit(50)
}

type Counted = { mark: BuyerMark; sent: number; failed: number }

/** How many messages of each mark reached their buyers since a moment, by a channel that leaves the shop, and how many by none and wait for none. */
export async function countReached({ db }: Ctx, since: Date): Promise<Counted[]> {
  const { rows: counted } = await db.execute<Counted>(sql`
    select mark, (count(*) filter (where reached))::int as sent, (count(*) filter (where failed and not reached and not waits))::int as failed
    from (
      select mark, biz_id, bool_or(status = 1) as reached, bool_or(status in (3, 4)) as failed, bool_or(status in (0, 2)) as waits
      from ${notifyOutbox} where created_at >= ${since} and channel <> 'inner' group by mark, biz_id
    ) as told group by mark`)
  return counted
}

type CountedReason = { channel: string; status: number; reason: string; count: number }

/** How messages of a mark fared in each channel since a moment. */
export async function countReasons({ db }: Ctx, mark: BuyerMark, since: Date): Promise<CountedReason[]> {
  const { rows: counted } = await db.execute<CountedReason>(sql`
    select channel, status, case when status in (3, 4) then errmsg else '' end as reason, count(*)::int as count
    from ${notifyOutbox} where mark = ${mark} and created_at >= ${since}
    group by 1, 2, 3 order by count desc, reason limit 60`)
  return counted
}
