import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { and, eq, gte, inArray, lte, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Ctx } from '../http/context.ts'
import type { AllRead } from '../http/paging.ts'
import { contains } from './contains.ts'

// Conditions for the filters of a list; undefined for a filter that is not set.

/**
 * No condition: says that every filter was read, given what is left of them. One that the contract has and no statement reads
 * would find everything; it does not compile.
 */
export function allRead<Left extends object>(_: AllRead<Left>): undefined {
  return undefined
}

/** One of the columns contains the text. */
export function has(column: AnyPgColumn, typed: string | undefined): SQL | undefined {
  return typed ? contains(column, typed) : undefined
}

/** The column has the value. */
export function is(column: AnyPgColumn, value: unknown): SQL | undefined {
  return value === undefined ? undefined : eq(column, value)
}

/** The row is one of the chosen ones. */
export function among(column: AnyPgColumn, ids: readonly number[] | undefined): SQL | undefined {
  return ids && inArray(column, [...ids])
}

/**
 * The moment lies in the range of a query: two days or moments, or a name such as `lately7`.
 * @throws {BadInput} for any other range
 */
export function within(column: AnyPgColumn, range: readonly string[] | undefined, { now }: Ctx): SQL | undefined {
  const { from, to } = parseTimeRange(range, now())
  return and(from && gte(column, from), to && lte(column, to))
}
