import type { UserFilter } from '@zhanggui/contract/user/shop-user.ts'
import type { SegmentDraft } from '@zhanggui/contract/user/user-segment.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { keep, wireRow } from '../../../platform/data/keep.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { inUse, notFound } from '../../../platform/http/errors.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import * as users from '../shop-user/shop-user.repository.ts'
import { describe } from '../shop-user/shop-user.service.ts'
import * as segments from './user-segment.repository.ts'

/** The segment of an id, or that of a filter. */
export type Segment = number | UserFilter
/** What names a segment, so that it is not deleted: coupons, messages and pages add theirs. */
export const segmentUses =
  defineHook<(ctx: Ctx, id: number) => Promise<{ type: string; id: number; name: string }[]>>('segment uses')

const WHAT = '智能分群'
/** Customers shown of a preview. */
const SAMPLE = 5
const SEES_CUSTOMERS = 'admin:user:list'

/** Segments; one that something names cannot be deleted: 422 IN_USE. */
export const segmentService = keep(
  { ...segments, remove: removeUnused },
  {
    what: WHAT,
    taken: ['分群名称已存在', 'name'],
    reckoned: ['size', 'sizedAt'],
    toRow: async ({ name, query }: SegmentDraft, tx) => {
      requireRule(query, tx.now())
      return { name, query, size: await users.count(tx, query), sizedAt: tx.now() }
    },
    show: ({ query, sizedAt, ...row }) => ({
      ...wireRow(row),
      query: query as UserFilter,
      sizedAt: sizedAt && toWireTime(sizedAt),
    }),
  },
)

/** Deletes segments that nothing names; asked before, as the rows that name one refer to it. */
async function removeUnused(tx: Ctx, ids: readonly number[]) {
  for (const { id, name } of await segments.lockAll(tx, ids)) {
    const uses = []
    for (const find of tx.platform.hooks.of(segmentUses)) uses.push(...(await find(tx, id)))
    if (uses.length) throw inUse(`分群「${name}」正在使用，请先更换`, uses)
  }
  return segments.remove(tx, ids)
}

/** How many customers a rule finds, and the first of them. @throws 400 for no condition or an unreadable time range */
export async function previewSegment(ctx: Ctx, query: UserFilter) {
  requireRule(query, ctx.now())
  // Who sees no customers sees none here either.
  const { rows } = holds(ctx.actor, SEES_CUSTOMERS)
    ? await users.list(ctx, query, { limit: SAMPLE, offset: 0 })
    : { rows: [] }
  const media = await readMedia(ctx)
  return { size: await users.count(ctx, query), sample: rows.map((row) => describe(ctx, row, media)) }
}

/** Whether a customer belongs to a segment now. @throws 404 */
export async function isInSegment(ctx: Ctx, segment: Segment, uid: number): Promise<boolean> {
  return users.matches(ctx, await ruleOf(ctx, segment), uid)
}

/** The next customers of a segment, by ascending uid; where staff ask, those within their scope. @throws 404 */
export async function nextOfSegment(ctx: Ctx, segment: Segment, after: number, limit: number): Promise<number[]> {
  return users.nextIds(ctx, await ruleOf(ctx, segment), after, limit)
}

/** How many customers of a segment there are within the caller's scope now. @throws 404 */
export async function segmentSize(ctx: Ctx, segment: Segment): Promise<number> {
  return users.count(ctx, await ruleOf(ctx, segment))
}

async function ruleOf(ctx: Ctx, segment: Segment): Promise<UserFilter> {
  if (typeof segment !== 'number') return segment
  const found = await segments.find(ctx, segment)
  if (!found) throw notFound(WHAT)
  return found.query as UserFilter
}

function requireRule(query: UserFilter, now: Date): void {
  if (!Object.values(query).some((value) => value !== undefined && value !== '' && !isEmptyList(value)))
    throw new BadInput('请至少设置一个条件', 'query')
  parseTimeRange(query.dateLimit, now)
  parseTimeRange(query.lastPay, now)
}

const isEmptyList = (value: unknown) => Array.isArray(value) && !value.length
