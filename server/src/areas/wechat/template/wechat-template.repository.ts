import type { TemplateQuery } from '@zhanggui/contract/wechat/wechat-template.ts'
import type { TemplateKind } from '@zhanggui/domain/wechat/default-template.ts'
import { asc, eq, or, sql } from 'drizzle-orm'
import { allRead, has, is } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { buyerMessageRules as rules } from '../buyer-message/buyer-message.tables.ts'
import { wechatTemplates } from './wechat-template.tables.ts'

export type TemplateRow = typeof wechatTemplates.$inferSelect

export const { find, lock, insert, update, remove } = rows(wechatTemplates)

export const list = pages(wechatTemplates, {
  where: ({ kind, name, status, ...left }: FilterOf<TemplateQuery>) => [
    allRead(left),
    is(wechatTemplates.kind, kind),
    has(wechatTemplates.name, name),
    is(wechatTemplates.status, status),
  ],
})

/** All templates of a kind, the oldest first. */
export function listOfKind({ db }: Ctx, kind: TemplateKind): Promise<TemplateRow[]> {
  return db.select().from(wechatTemplates).where(eq(wechatTemplates.kind, kind)).orderBy(asc(wechatTemplates.id))
}

/** The message rules that use templates. */
export async function listUses({ db }: Ctx, ids: readonly number[]) {
  if (!ids.length) return []
  const among = sql`any(${sql.param([...ids])}::bigint[])`
  const { id, mark, wechatTemplateId, routineTemplateId } = rules
  return db
    .select({ id, mark, wechatTemplateId, routineTemplateId })
    .from(rules)
    .where(or(sql`${wechatTemplateId} = ${among}`, sql`${routineTemplateId} = ${among}`))
    .orderBy(asc(id))
}

/** Stores a template of a new shop. */
export async function insertFirst({ db, now }: Ctx, row: typeof wechatTemplates.$inferInsert): Promise<number> {
  const [saved] = await db
    .insert(wechatTemplates)
    .values({ ...row, createdAt: now(), updatedAt: now() })
    .returning({ id: wechatTemplates.id })
  return saved?.id ?? 0
}
