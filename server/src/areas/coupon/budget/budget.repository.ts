import type { BudgetKind } from '@zhanggui/domain/promotion/budget.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { givenBy } from './budget.parts.ts'
import { promotionBudgets } from './budget.tables.ts'

/** Which coupon or activity. */
export type BudgetKey = { kind: BudgetKind; refId: number }
export type BudgetRow = typeof promotionBudgets.$inferSelect

const { kind, refId, budgetFen, usedFen } = promotionBudgets
const isOf = (key: BudgetKey) => and(eq(kind, key.kind), eq(refId, key.refId))

export async function find({ db }: Ctx, key: BudgetKey): Promise<BudgetRow | undefined> {
  const [row] = await db.select().from(promotionBudgets).where(isOf(key))
  return row
}

/** The budgets of these coupons or activities, those that have one. */
export function list({ db }: Ctx, ofKind: BudgetKind, ids: readonly number[]): Promise<BudgetRow[]> {
  return db
    .select()
    .from(promotionBudgets)
    .where(and(eq(kind, ofKind), inArray(refId, [...ids])))
}

/**
 * Waits for everybody who books or gives back, and lets nobody do so until the transaction ends: what they do locks the table, too,
 * whether they find a row or not.
 */
export async function lockAll({ db }: Ctx): Promise<void> {
  await db.execute(sql`lock table promotion_budget in share row exclusive mode`)
}

/** Waits for whoever has {@link lockAll}. */
export async function joinAll({ db }: Ctx): Promise<void> {
  await db.execute(sql`lock table promotion_budget in row exclusive mode`)
}

/** Stores a budget where there is none, with what was given away before it. @param fen of a budget that holds it */
export async function insert({ db }: Ctx, key: BudgetKey, fen: number, used: number): Promise<void> {
  await db.insert(promotionBudgets).values({ ...key, budgetFen: fen, usedFen: used })
}

/** What was given away so far. */
export async function sumGiven({ db }: Ctx, key: BudgetKey): Promise<number> {
  const { rows } = await db.execute<{ fen: number }>(sql`select ${givenBy[key.kind](sql`${key.refId}::bigint`)} as fen`)
  return Number(rows[0]?.fen ?? 0)
}

/** Changes a budget that holds what is used of it; of one that is raised, staff are told anew. @returns undefined when it would not hold that */
export async function change({ db }: Ctx, key: BudgetKey, fen: number) {
  const [row] = await db
    .update(promotionBudgets)
    .set({ budgetFen: fen, warned: sql`case when ${fen} > ${budgetFen} then 0 else warned end` })
    .where(and(isOf(key), sql`${usedFen} <= ${fen}`))
    .returning({ usedFen })
  return row
}

export async function remove({ db }: Ctx, key: BudgetKey): Promise<void> {
  await db.delete(promotionBudgets).where(isOf(key))
}

/** Gives back what was booked, in the order in which budgets are locked; of what has no budget, nothing. */
export async function giveBack({ db }: Ctx, shares: readonly (BudgetKey & { fen: number })[]): Promise<void> {
  await db.execute(sql`
    with given as (
      select kind, "refId" as ref_id, fen from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as given(kind text, "refId" bigint, fen bigint)
    ), locked as materialized (
      select budget.kind, budget.ref_id, fen from given
      join promotion_budget as budget on budget.kind = given.kind and budget.ref_id = given.ref_id
      order by budget.kind, budget.ref_id for no key update of budget
    )
    update promotion_budget as kept set used_fen = used_fen - locked.fen
    from locked where kept.kind = locked.kind and kept.ref_id = locked.ref_id`)
}

/** What a budget is of, for words about it; undefined for what is not there. */
export async function findSubject({ db }: Ctx, key: BudgetKey) {
  const { rows } = await db.execute<{ title: string; type: number }>(
    key.kind === 'coupon'
      ? sql`select name as title, 4 as type from coupon where id = ${key.refId}`
      : sql`select title, type from activity where id = ${key.refId}`,
  )
  return rows[0]
}
