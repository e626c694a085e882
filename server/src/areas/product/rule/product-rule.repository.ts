import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import { productRules } from './product-rule.tables.ts'

export type RuleRow = typeof productRules.$inferSelect

/** A page of rules whose name, or the name or a value of one of whose specifications, has the keywords; new ones first. */
export async function list({ db }: Ctx, keywords: string | undefined, { limit, offset }: Page) {
  const where = keywords
    ? or(
        contains(productRules.ruleName, keywords),
        // Of the JSON only the texts, so that no key matches.
        sql`exists(select from jsonb_path_query(${productRules.ruleValue}, '$[*].*[*]') as part
          where strpos(lower(part #>> '{}'), lower(${keywords})) > 0)`,
      )
    : undefined
  const rows = await db
    .select()
    .from(productRules)
    .where(where)
    .orderBy(desc(productRules.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(productRules, where) }
}

export async function find({ db }: Ctx, id: number): Promise<RuleRow | undefined> {
  const [row] = await db.select().from(productRules).where(eq(productRules.id, id))
  return row
}

/** Stores a rule. Returns undefined when the name is taken. */
export async function insert({ db, actor, now }: Ctx, rule: typeof productRules.$inferInsert) {
  const [saved] = await db
    .insert(productRules)
    .values({ ...rule, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: productRules.id, version: productRules.version })
  return saved
}

export async function update({ db, actor, now }: Ctx, id: number, version: number | undefined, rule: Partial<RuleRow>) {
  const [saved] = await db
    .update(productRules)
    .set({ ...rule, version: sql`${productRules.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(productRules.id, id), version === undefined ? undefined : eq(productRules.version, version)))
    .returning({ id: productRules.id, version: productRules.version })
  return saved
}

/** Deletes rules. Returns those that were there. */
export function remove({ db }: Ctx, ids: readonly number[]): Promise<RuleRow[]> {
  return db
    .delete(productRules)
    .where(inArray(productRules.id, [...ids]))
    .returning()
}
