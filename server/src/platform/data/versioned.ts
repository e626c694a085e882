import type { HistoryObject } from '@zhanggui/contract/history-objects.ts'
import type { Route, RouteInput } from '@zhanggui/contract/routes.ts'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { defineHook } from '../hooks.ts'
import type { Ctx } from '../http/context.ts'
import { notFound } from '../http/errors.ts'
import type { Row } from './masked.ts'

/** How changes of an object are put in words. */
export type TrailWords = {
  object: string
  /** How it is edited: by the route, its permission, its body and its service. */
  edit?: Editing
  /**
   * Fields that refer to rows, and where their names are; `query.groupId` for what is inside a field. A function where another
   * field of the object says which rows they are.
   */
  refs?: Readonly<Record<string, Reference | ((row: Row) => Reference | undefined)>>
  /** What values of a field are called: `isShow: { true: '上架' }`, `'query.sex': { 1: '男' }`; a function where another field says it. */
  words?: Readonly<Record<string, Words | ((row: Row) => unknown)>>
  /** Forms and answers with titles of fields that are not in the form of `edit`. */
  titled?: readonly (object | undefined)[]
  /** Fields that only repeat others, and are not shown; `attrValue.lowestPrice` for a field of the rows of a list. */
  copies?: readonly string[]
}

/** An object with a version, as its history needs it; without `edit` nothing is restored. */
export type Versioned = TrailWords & {
  object: HistoryObject
  /**
   * The object as the caller may see it, in the form in which the audit trail keeps it.
   * @throws 404, also where the caller's data scope hides it
   */
  find(ctx: Ctx, id: string): Promise<Row>
  /** Why nothing can be restored, where there is no `edit`. */
  refusal?: string
  /** The column with what staff call it, for other objects that refer to it. */
  name?: PgColumn
  /** Fields that only make sense with each other. */
  together?: readonly string[]
  /** Why a field is not restored, where there is more to say than that it is not in the form. */
  fixed?: Readonly<Record<string, string>>
}

/**
 * The column with the names of the rows that are referred to; `by` is what they are referred to by if that is not `id`. An
 * object for rows of a later area, which says itself in which column their `name` is.
 */
export type Reference = PgColumn | { readonly name: PgColumn; readonly by: PgColumn } | HistoryObject

export type Editing = {
  route: Route
  /** The body of the route that leaves the object as it is. */
  toBody(found: Row, id: string): Row
  change(ctx: Ctx, body: never, id: string): Promise<unknown>
}

/** What values are called, by the values. */
export type Words = Readonly<Record<string, string>>

/** What a parent of 0 is called. */
export const topLevel: Words = { 0: '顶级' }

/** The objects with 修改记录: each object of `historyObjects` once. */
export const versioned = defineHook<Versioned>('versioned objects')

/** Words for objects that are in the audit trail, but have no 修改记录. */
export const trailWords = defineHook<TrailWords>('words of the audit trail')

/**
 * How an object is edited, for {@link Versioned}.
 * @param change the service behind the route
 * @param toBody makes the route's body from the object as found; the fields of the same names if omitted
 */
export function editing<Spec extends Route>(
  route: Spec,
  change: (ctx: Ctx, body: RouteInput<Spec>['body'], id: string) => Promise<unknown>,
  toBody: Editing['toBody'] = (found) => found,
): Editing {
  return { route, toBody, change: change as Editing['change'] }
}

/** The plain objects of `keep`, whose route changes them as they are read, for {@link versioned}. */
export function keptHistory<Spec extends Route, Found extends object | undefined>(
  object: HistoryObject,
  route: Spec,
  service: {
    get: (ctx: Ctx, id: number) => Promise<Found>
    update: (ctx: Ctx, body: RouteInput<Spec>['body']) => Promise<unknown>
  },
  more: Omit<Versioned, 'object' | 'find' | 'edit'> = {},
): Versioned {
  return { object, find: byNumber(service.get), edit: editing(route, service.update), ...more }
}

/** Finds by a number, for {@link Versioned}. @throws 404 */
export function byNumber<Found extends object | undefined>(find: (ctx: Ctx, id: number) => Promise<Found>) {
  return async (ctx: Ctx, id: string): Promise<Row> => {
    const found = /^\d{1,15}$/.test(id) ? await find(ctx, Number(id)) : undefined
    if (!found) throw notFound()
    return found as Row
  }
}
