import type { ActivityType } from '@zhanggui/domain/promotion/activity.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { forbidden, notFound } from '../../../platform/http/errors.ts'
import type { ActivityRecord } from './activity.repository.ts'

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
  object: string
  what: string
  /** What the permissions of its calls begin with. */
  permission: string
  /** Whether no two of them have the same title. */
  hasOwnTitles: boolean
  /** Why one is not to be edited as it stands; undefined when it may be. */
  editRefusal(row: ActivityRecord, now: Date): string | undefined
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
export function requireRight(ctx: Ctx, { permission }: ActivityKind, act: string): void {
  const right = `${permission}:${act}` as const
  if (!holds(ctx.actor, right)) throw forbidden(right)
}
