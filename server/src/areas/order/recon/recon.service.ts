import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { bargainEquations } from './bargain-equations.ts'
import { budgetEquations } from './budget-equations.ts'
import { commissionEquations } from './commission-equations.ts'
import { couponEquations } from './coupon-equations.ts'
import type { CountEquation, Difference, Equation } from './equation.ts'
import { goodsEquations } from './goods-equations.ts'
import { keptEquations } from './kept-equations.ts'
import { ledgerEquations } from './ledger-equations.ts'
import { orderEquations } from './order-equations.ts'
import { quotaEquations } from './quota-equations.ts'
import { rechargeEquations } from './recharge-equations.ts'
import { teamEquations } from './team-equations.ts'

/** All that must hold in the shop. */
export const equations: readonly Equation[] = [
  ...ledgerEquations,
  ...orderEquations,
  ...goodsEquations,
  ...couponEquations,
  ...keptEquations,
  ...quotaEquations,
  ...bargainEquations,
  ...commissionEquations,
  ...teamEquations,
  ...budgetEquations,
  ...rechargeEquations,
]

/** A part of the objects of a kind: a range of ids, from the first to before the last, or some ids. */
export type Among = { from: number; to: number } | { ids: readonly number[] }

const isAmong = (among: Among | undefined): SQL => {
  if (!among) return sql`true`
  if ('from' in among) return sql`root >= ${among.from} and root < ${among.to}`
  return sql`root = any(${sql.param(among.ids)}::bigint[])`
}

export type FoundBad = { root: number; object: string; expected: string; found: string }

/** The statement that finds what does not hold of an equation. @param most rows of it */
export const findingBad = (bad: SQL, among: Among | undefined, most: number): SQL =>
  sql`select root::bigint as root, object::text, coalesce(expected::text, '') as expected, coalesce(found::text, '') as found
    from (${bad}) as bad where ${isAmong(among)} limit ${most}`

type Reader = { db: Pick<Ctx['db'], 'execute' | 'transaction'> }

/** What does not hold of an equation, among some objects or all. */
export async function findBad(
  ctx: Reader,
  equation: Equation,
  { among, most }: { among?: Among; most: number },
): Promise<FoundBad[]> {
  if ('count' in equation) return findMiscounted(ctx, equation, most)
  const { rows } = await ctx.db.execute<FoundBad & { root: string }>(findingBad(equation.bad, among, most))
  return rows.map((row) => ({ ...row, root: Number(row.root) }))
}

/** So many ids are counted by one statement: some hundred megabytes of wide rows. */
const COUNTED = 100_000

/** Kept numbers that a count does not give. */
function findMiscounted({ db }: Reader, { table, count, kept }: CountEquation, most: number): Promise<FoundBad[]> {
  return db
    .transaction(
      async (tx) => {
        const numbersOf = async (of: SQL) => (await tx.execute<{ object: string; num: string }>(of)).rows
        const [last] = await numbersOf(sql`select '' as object, max(id) as num from ${sql.identifier(table)}`)
        const counted = new Map<string, number>()
        for (let from = 1; from <= Number(last?.num); from += COUNTED)
          for (const { object, num } of await numbersOf(count(sql`id >= ${from} and id < ${from + COUNTED}`)))
            counted.set(object, (counted.get(object) ?? 0) + Number(num))
        const found = new Map((await numbersOf(kept)).map(({ object, num }) => [object, Number(num)]))
        return [...new Set([...counted.keys(), ...found.keys()])].toSorted().flatMap((object) => {
          const [expected, is] = [counted.get(object) ?? 0, found.get(object) ?? 0]
          return expected === is ? [] : [{ root: 0, object, expected: String(expected), found: String(is) }]
        })
      },
      // Orders go on: only within one snapshot the parts are those of one whole.
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    .then((bad) => bad.slice(0, most))
}

/**
 * Looks at everything in the shop: the equations of money, points, orders, stock, kept numbers and activities. What does not hold is told,
 * never mended.
 * @param most differences told of each equation
 */
export async function reconcile(
  ctx: Reader,
  { only, most = 100 }: { only?: readonly string[]; most?: number } = {},
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const equation of equations) {
    const { equation: name, what } = equation
    if (only && !only.includes(name)) continue
    for (const { root: _, ...bad } of await findBad(ctx, equation, { most }))
      found.push({ equation: name, what, ...bad })
  }
  return found
}
