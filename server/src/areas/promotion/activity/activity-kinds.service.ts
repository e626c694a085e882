import { activityRight } from '@zhanggui/contract/promotion/activity.ts'
import type { ActivityNotice, ActivityObject, ActivityType } from '@zhanggui/domain/promotion/activity.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { forbidden, HttpError, notFound } from '../../../platform/http/errors.ts'
import { maySeeCost, SEE_COST } from '../../product/product/product-describe.service.ts'
import * as activities from './activity.repository.ts'

/** What goes on in an activity besides its orders. */
export type Going = {
  what: keyof typeof goingWords
  /** How many of them have not ended. */
  count(ctx: Ctx, activityId: number): Promise<number>
  /** How many of these go on when the activity ends; without it, none. */
  countLasting?(ctx: Ctx, activityId: number): Promise<number>
  /** The activity SKUs in which they go on, which therefore stay; without it, orders alone keep a SKU. */
  busySkus?(ctx: Ctx, activityId: number): Promise<readonly number[]>
  /** The activity ends now: so do they, or they become due. */
  stop(tx: Ctx, activityId: number): Promise<void>
}

/** How they are counted. */
export const goingWords = { team: '个团', session: '个砍价单' } as const

/** A kind of activity: what its area adds to what all kinds share. */
export type ActivityKind = {
  type: ActivityType
  /** The contract's object, and what staff call one. */
  object: ActivityObject
  what: string
  /** Whether no two of them have the same title. */
  hasOwnTitles: boolean
  /** Why one is not to be edited as it stands; undefined when it may be. */
  editRefusal(row: activities.ActivityRecord, now: Date): string | undefined
  /** What begins in one and goes on by itself when it is closed; none of a kind that has only orders. */
  going?: Going
  /** What was typed of one, for the audit trail and 修改记录. @throws 404 */
  getTyped(tx: Ctx, id: number): Promise<object>
  /** Gives another activity what this one has of its own. */
  copyOwn(tx: Ctx, fromId: number, toId: number): Promise<void>
}

/** The kinds that are built; each area adds its own. */
export const activityKinds = defineHook<ActivityKind>('kinds of activities')

export function kindOf({ platform }: Ctx, type: number): ActivityKind {
  const kind = platform.hooks.of(activityKinds).find((each) => each.type === type)
  if (!kind) throw notFound('活动')
  return kind
}

/** The call serves every kind: whether the caller may do this with this one. @throws 403 */
export function requireRight(ctx: Ctx, { type }: ActivityKind, act: string): void {
  const right = activityRight(type, act)
  if (!holds(ctx.actor, right)) throw forbidden(right)
}

/** Which activities are below cost is a matter of costs. @throws 403 */
export function requireNotice(ctx: Ctx, notice: ActivityNotice | undefined): void {
  if (notice === 'belowCost' && !maySeeCost(ctx)) throw forbidden(SEE_COST)
}

/** The kind of an activity with which the caller may do this. @throws 403, 404 */
export async function requireKind(ctx: Ctx, id: number, act: string): Promise<ActivityKind> {
  const row = await activities.find(ctx, id)
  if (!row) throw notFound('活动')
  const kind = kindOf(ctx, row.type)
  requireRight(ctx, kind, act)
  return kind
}

/** Locks the product before the activity, in the order of product edits. */
export async function lockBoth(tx: Ctx, kind: ActivityKind, id: number) {
  const found = await activities.find(tx, id)
  if (found?.type !== kind.type) throw missing(kind)
  const product = await activities.lockProduct(tx, found.productId)
  const row = await activities.lock(tx, id)
  if (!row || !product) throw missing(kind)
  return { row, product }
}

/** What is answered for an activity that is not there, or not of its kind. */
export const missing = ({ what }: Pick<ActivityKind, 'what'>) => new HttpError(404, 'NOT_FOUND', `${what}不存在`)
