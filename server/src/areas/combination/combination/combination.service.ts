import {
  type Combination,
  type CombinationChange,
  type CombinationDraft,
  type CombinationRow,
  combination,
} from '@zhanggui/contract/combination/combination.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { activityPhase } from '@zhanggui/domain/promotion/activity.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type FilterOf, type Page, readPage } from '../../../platform/http/paging.ts'
import {
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
import { type ActivityRecord, findActivity, listActivities } from '../../promotion/activity/activity-read.service.ts'
import { approvalAct } from '../../work/approval/approval.service.ts'
import * as combinations from './combination.repository.ts'

/** Team products as the base of activities knows them. */
export const combinationKind: ActivityKind = {
  type: 3,
  object: 'combination',
  what: '拼团商品',
  hasOwnTitles: false,
  editRefusal: (row, now) => (activityPhase(row, now) === 'running' ? '活动进行中，商品不支持修改' : undefined),
  going: { what: 'team', count: combinations.countRunning, stop: combinations.makeDue },
  getTyped,
  copyOwn: async (tx, fromId, toId) => {
    const own = await combinations.find(tx, fromId)
    if (!own) throw missing(combinationKind)
    await combinations.store(tx, { ...own, activityId: toId })
  },
}

type Filter = FilterOf<RouteInput<typeof combination.list>['query']> & { ids?: readonly number[] | undefined }

/** A page of team products, the highest sort first. */
export async function listCombinations(ctx: Ctx, { query }: RouteInput<typeof combination.list>) {
  const { keywords, status, productId, dateLimit, phase, notice, ...left } = query
  const paging = readPage(left)
  const { rows: list, total } = await readCombinations(
    ctx,
    { keywords, status, productId, dateLimit, phase, notice },
    paging,
  )
  return { list, total, page: paging.page, limit: paging.limit }
}

/** The same, for the sheet, too. */
export async function readCombinations(ctx: Ctx, filter: Filter, page: Page) {
  const { rows, total } = await listActivities(ctx, { type: 3, ...filter }, page)
  return { rows: await describe(ctx, rows), total }
}

async function describe(ctx: Ctx, rows: readonly ActivityRecord[]): Promise<CombinationRow[]> {
  const described = await describeActivities(ctx, rows)
  const ids = rows.map(({ id }) => id)
  const counts = new Map((await combinations.countTeams(ctx, ids)).map((each) => [each.activityId, each]))
  return rows.map((row, index) => {
    const { people = 0, times = 0, done = 0 } = counts.get(row.id) ?? {}
    const shared = described[index] as DescribedActivity
    return { ...shared, ...ownOf(row), countPeople: people, countPeopleAll: times, countPeoplePink: done }
  })
}

/** A team product with all its SKUs. @throws 404 */
export async function getCombination(ctx: Ctx, id: number): Promise<Combination> {
  const row = await findCombination(ctx, id)
  const [described] = await describe(ctx, [row])
  if (!described) throw missing(combinationKind)
  return { ...described, ...(await describeDetail(ctx, row)) }
}

/** Adds a team product. @throws as `saveActivity`, and 400 for limits that do not fit */
export const saveCombination = (ctx: Ctx, draft: CombinationDraft): Promise<Saved> =>
  saveActivity(ctx, combinationKind, draft, (tx, id) => storeOwn(tx, id, draft))

/** Changes a team product that does not run; teams that run keep their terms. @throws as `updateActivity`, and 400 for limits that do not fit */
export const updateCombination = (ctx: Ctx, change: CombinationChange): Promise<Saved> =>
  updateActivity(ctx, combinationKind, change, (tx, id) => storeOwn(tx, id, change))

/** Opens or closes a team product. @throws 400 without a state; as `switchActivity` */
function switchCombination(ctx: Ctx, body: RouteInput<typeof combination.useStatus>['body']): Promise<Saved> {
  const { id, isShow, status = isShow, confirmBelowCost } = body
  if (status === undefined) throw new BadInput('请选择活动状态', 'status')
  return switchActivity(ctx, combinationKind, { id, status, confirmBelowCost })
}

/** What may open a team product below its cost. */
export const saveCombinationAct = approvalAct(combination.save, saveCombination)
export const updateCombinationAct = approvalAct(combination.update, updateCombination)
export const switchCombinationAct = approvalAct(combination.useStatus, switchCombination)

export const removeCombination = (ctx: Ctx, id: number) => removeActivity(ctx, combinationKind, id)

/** What was typed of a team product. @throws 404 */
export async function getTyped(ctx: Ctx, id: number) {
  const row = await findCombination(ctx, id)
  return { ...(await describeTyped(ctx, row)), ...ownOf(row) } satisfies Kept<CombinationDraft>
}

function storeOwn(tx: Ctx, activityId: number, draft: CombinationDraft): Promise<void> {
  const { people, effectiveTime: effectiveHours, num, onceNum, virtualRation = 0, isHot = false } = draft
  if (onceNum > num) throw new BadInput('单次购买数量不能大于购买数量限制', 'onceNum')
  if (virtualRation >= people) throw new BadInput('补齐人数要小于拼团人数', 'virtualRation')
  return combinations.store(tx, { activityId, people, effectiveHours, num, onceNum, virtualRation, isHot })
}

async function findCombination(ctx: Ctx, id: number): Promise<ActivityRecord> {
  const row = await findActivity(ctx, id)
  if (row?.type !== 3) throw missing(combinationKind)
  return row
}

function ownOf({ combination: own }: ActivityRecord) {
  if (!own) throw new Error('a team product without its own row')
  const { people, effectiveHours: effectiveTime, num, onceNum, virtualRation, isHot } = own
  return { people, effectiveTime, num, onceNum, virtualRation, isHot }
}
