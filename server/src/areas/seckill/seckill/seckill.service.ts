import type { RouteInput } from '@zhanggui/contract/routes.ts'
import {
  type Seckill,
  type SeckillChange,
  type SeckillDraft,
  type SeckillQuery,
  type SeckillRow,
  seckill,
} from '@zhanggui/contract/seckill/seckill.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { activityPhase, nextWindow } from '@zhanggui/domain/promotion/activity.ts'
import { wireTime } from '@zhanggui/domain/time.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { stateConflict } from '../../../platform/http/errors.ts'
import { type FilterOf, type Page, readPage } from '../../../platform/http/paging.ts'
import {
  changeOwn,
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
import type { Kept } from '../../promotion/activity/activity-draft.service.ts'
import { type ActivityKind, missing } from '../../promotion/activity/activity-kinds.service.ts'
import {
  type ActivityRecord,
  findActivity,
  listActivities,
  listTodayFen,
} from '../../promotion/activity/activity-read.service.ts'
import { approvalAct } from '../../work/approval/approval.service.ts'
import { keepSlot } from '../slot/seckill-slot.service.ts'
import * as seckills from './seckill.repository.ts'

/** The console's clients ask for all of them at once. */
const MAX_LIMIT = 9999

/** Flash sales as the base of activities knows them. */
export const seckillKind: ActivityKind = {
  type: 1,
  object: 'seckill',
  what: '秒杀商品',
  hasOwnTitles: true,
  editRefusal: ({ status }) => (status ? '请先关闭秒杀商品，再修改商品信息' : undefined),
  getTyped,
  copyOwn: async (tx, fromId, toId) => {
    const own = await seckills.find(tx, fromId)
    if (!own) throw missing(seckillKind)
    await seckills.store(tx, { ...own, activityId: toId })
  },
}

type Filter = FilterOf<SeckillQuery> & { ids?: readonly number[] | undefined }

/** A page of flash sales, the highest sort first. */
export async function listSeckills(ctx: Ctx, { query }: { query: SeckillQuery }) {
  const { page: asked, limit, ...filter } = query
  const paging = readPage({ page: asked, limit }, MAX_LIMIT)
  const { rows: list, total } = await readSeckills(ctx, filter, paging)
  return { list, total, page: paging.page, limit: paging.limit }
}

/** The same, for the sheet, too. */
export async function readSeckills(ctx: Ctx, filter: Filter, page: Page) {
  const { rows, total } = await listActivities(ctx, { type: 1, ...filter }, page)
  return { rows: await describe(ctx, rows), total }
}

/** A flash sale with all its SKUs. @throws 404 */
export async function getSeckill(ctx: Ctx, id: number): Promise<Seckill> {
  const row = await findSeckill(ctx, id)
  const [described] = await describe(ctx, [row])
  if (!described) throw missing(seckillKind)
  return { ...described, ...(await describeDetail(ctx, row)) }
}

/** Adds a flash sale. @throws as `saveActivity`, and 422 for a slot that is not there */
export const saveSeckill = (ctx: Ctx, draft: SeckillDraft): Promise<Saved> =>
  saveActivity(ctx, seckillKind, draft, (tx, id) => storeOwn(tx, id, draft))

/** Changes a flash sale that is closed. @throws as `updateActivity`, and 422 for a slot that is not there */
export const updateSeckill = (ctx: Ctx, change: SeckillChange): Promise<Saved> =>
  updateActivity(ctx, seckillKind, change, (tx, id) => storeOwn(tx, id, change))

/** What may open a flash sale below its cost. */
export const saveSeckillAct = approvalAct(seckill.save, saveSeckill)
export const updateSeckillAct = approvalAct(seckill.update, updateSeckill)
export const switchSeckillAct = approvalAct(seckill.useStatus, (ctx, body) => switchActivity(ctx, seckillKind, body))

/**
 * Moves a flash sale to another slot of its days; while it runs, or is over, it stays where it is.
 * @throws as `changeOwn`; 409 while it runs and once it is over; 422 for a slot that is not there
 */
const moveSeckill = (ctx: Ctx, { timeId, ...asked }: RouteInput<typeof seckill.move>['body']): Promise<Saved> =>
  changeOwn(ctx, seckillKind, asked, (row) => {
    const own = ownOf(row)
    if (own.timeId === timeId) return undefined
    if (activityPhase(row, ctx.now()) === 'running') throw stateConflict('正在抢的秒杀不能换场，请先关闭')
    if (!nextWindow(row, ctx.now())) throw stateConflict('已结束的秒杀不能换场')
    return (tx) => storeOwn(tx, row.id, { ...own, timeId })
  })

export const moveSeckillAct = approvalAct(seckill.move, moveSeckill)

export const removeSeckill = (ctx: Ctx, id: number) => removeActivity(ctx, seckillKind, id)

/** What was typed of a flash sale. @throws 404 */
export async function getTyped(ctx: Ctx, id: number) {
  const row = await findSeckill(ctx, id)
  return { ...(await describeTyped(ctx, row)), ...ownOf(row) } satisfies Kept<SeckillDraft>
}

async function storeOwn(
  tx: Ctx,
  activityId: number,
  { timeId, num, onceNum = 0, totalNum = 0 }: Pick<SeckillDraft, 'timeId' | 'num' | 'onceNum' | 'totalNum'>,
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

async function describe(ctx: Ctx, rows: readonly ActivityRecord[]): Promise<SeckillRow[]> {
  const described = await describeActivities(ctx, rows)
  const today = await listTodayFen(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row, index) => {
    const { slot } = row
    if (!slot) throw new Error('a flash sale without a slot')
    const window = nextWindow(row, ctx.now())
    const { id, name, startHour, endHour } = slot
    return {
      ...(described[index] as DescribedActivity),
      ...ownOf(row),
      slot: { id, name, startHour, endHour },
      nextStartTime: wireTime(window?.from ?? null),
      nextEndTime: wireTime(window?.to ?? null),
      todayAmount: toYuan(today.get(row.id) ?? 0),
    }
  })
}
