import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'
import { withinScope } from './customer-scope.parts.ts'

/**
 * Locks customers in the order of their ids, as everything does that changes balances, until the transaction ends.
 * @returns those within the caller's scope
 */
export function lockMany(ctx: Ctx, ids: readonly number[]): Promise<(typeof shopUsers.$inferSelect)[]> {
  return ctx.db
    .select()
    .from(shopUsers)
    .where(and(inArray(shopUsers.id, [...ids]), ctx.caller ? withinScope(ctx) : undefined))
    .orderBy(asc(shopUsers.id))
    .for('no key update')
}

/** Locks customers in the order of their ids, whoever acts: those of other stores too, of whom an act may move something. */
export async function lockAll({ db }: Ctx, ids: readonly number[]): Promise<void> {
  const { id } = shopUsers
  await db
    .select({ id })
    .from(shopUsers)
    .where(inArray(id, [...ids]))
    .orderBy(asc(id))
    .for('no key update')
}

/** Whether a customer is within the caller's scope. */
export async function isWithinScope(ctx: Ctx, uid: number): Promise<boolean> {
  return (await ctx.db.$count(shopUsers, and(eq(shopUsers.id, uid), withinScope(ctx)))) > 0
}
