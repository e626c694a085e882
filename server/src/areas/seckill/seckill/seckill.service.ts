import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type {
  Seckill,
  SeckillChange,
  SeckillDraft,
  SeckillQuery,
  SeckillRow,
  seckill,
} from '@zhanggui/contract/seckill/seckill.ts'
import { nextWindow } from '@zhanggui/domain/promotion/activity.ts'
import { wireTime } from '@zhanggui/domain/time.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import {
  missing,
  removeActivity,
  saveActivity,
  switchActivity,
  updateActivity,
} from '../../promotion/activity/activity.service.ts'
import {
  type DescribedActivity,
  describeActivities,
  describeDetail,
  describeTyped,
} from '../../promotion/activity/activity-describe.service.ts'
import type { ActivityKind } from '../../promotion/activity/activity-kinds.service.ts'
import { type ActivityRecord, findActivity, listActivities } from '../../promotion/activity/activity-read.service.ts'
import { keepSlot } from '../slot/seckill-slot.service.ts'
import * as seckills from './seckill.repository.ts'

/** The console's clients ask for all of them at once. */
const MAX_LIMIT = 9999

/** Flash sales as the base of activities knows them. */
export const seckillKind: ActivityKind = {
  type: 1,
  object: 'seckill',
  what: '秒杀商品',
  permission: 'admin:seckill',
  hasOwnTitles: true,
  editRefusal: ({ status }) => (status ? '请先关闭秒杀商品，再修改商品信息' : undefined),
  getTyped,
  copyOwn: async (tx, fromId, toId) => {
    const own = await seckills.find(tx, fromId)
    if (!own) throw missing(seckillKind)
    await seckills.store(tx, { ...own, activityId: toId })
  },
}

/** A page of flash sales, the highest sort first. */
export async function listSeckills(ctx: Ctx, { query }: { query: SeckillQuery }) {
  const { page: asked, limit, ...filter } = query
  const paging = readPage({ page: asked, limit }, MAX_LIMIT)
  const { rows, total } = await listActivities(ctx, { type: 1, ...filter }, paging)
  const described = await describeActivities(ctx, rows)
  const list = rows.map((row, index) => withOwn(ctx, row, described[index] as DescribedActivity))
  return { list, total, page: paging.page, limit: paging.limit }
}

/** A flash sale with all its SKUs. @throws 404 */
export async function getSeckill(ctx: Ctx, id: number): Promise<Seckill> {
  const row = await findSeckill(ctx, id)
  const [described] = await describeActivities(ctx, [row])
  if (!described) throw missing(seckillKind)
  return { ...withOwn(ctx, row, described), ...(await describeDetail(ctx, row)) }
}

/** Adds a flash sale. @throws as `saveActivity`, and 422 for a slot that is not there */
export const saveSeckill = (ctx: Ctx, draft: SeckillDraft): Promise<Saved> =>
  saveActivity(ctx, seckillKind, draft, (tx, id) => storeOwn(tx, id, draft))

/** Changes a flash sale that is closed. @throws as `updateActivity`, and 422 for a slot that is not there */
export const updateSeckill = (ctx: Ctx, change: SeckillChange): Promise<Saved> =>
  updateActivity(ctx, seckillKind, change, (tx, id) => storeOwn(tx, id, change))

export const switchSeckill = (ctx: Ctx, { body }: RouteInput<typeof seckill.useStatus>): Promise<Saved> =>
  switchActivity(ctx, seckillKind, body)

export const removeSeckill = (ctx: Ctx, id: number) => removeActivity(ctx, seckillKind, id)

/** What was typed of a flash sale. @throws 404 */
export async function getTyped(ctx: Ctx, id: number) {
  const row = await findSeckill(ctx, id)
  return { ...(await describeTyped(ctx, row)), ...ownOf(row) }
}

async function storeOwn(
  tx: Ctx,
  activityId: number,
  { timeId, num, onceNum = 0, totalNum = 0 }: SeckillDraft,
): Promise<void> {
  await keepSlot(tx, timeId)
  await seckills.store(tx, { activityId, timeId, num, onceNum, totalNum })
}

async function findSeckill(ctx: Ctx, id: number): Promise<ActivityRecord> {
  const row = await findActivity(ctx, id)
  if (row?.type !== 1) throw missing(seckillKind)
  return row
}

function ownOf({ seckill: own }: ActivityRecord) {
  if (!own) throw new Error('a flash sale without its own row')
  const { timeId, num, onceNum, totalNum } = own
  return { timeId, num, onceNum, totalNum }
}

function withOwn(ctx: Ctx, row: ActivityRecord, described: DescribedActivity): SeckillRow {
  const { slot } = row
  if (!slot) throw new Error('a flash sale without a slot')
  const window = nextWindow(row, ctx.now())
  const { id, name, startHour, endHour } = slot
  return {
    ...described,
    ...ownOf(row),
    slot: { id, name, startHour, endHour },
    nextStartTime: wireTime(window?.from ?? null),
    nextEndTime: wireTime(window?.to ?? null),
  }
}
