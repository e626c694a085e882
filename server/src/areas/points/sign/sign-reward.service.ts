import { SignReward, type SignRewardDraft } from '@zhanggui/contract/points/sign.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { audit, labelsOf } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, versionConflict } from '../../../platform/http/errors.ts'
import * as rewards from './sign-reward.repository.ts'

const WHAT = '签到奖励'
/** A deletion has no body that names the fields. */
const labels = labelsOf(SignReward)

/** What each day in a row brings, by day. */
export async function listRewards(ctx: Ctx): Promise<SignReward[]> {
  return (await rewards.list(ctx)).map(describe)
}

/**
 * Adds the reward of the day after the last one.
 * @throws 409 for a day that has one, 422 for one that leaves a gap
 */
export function saveReward(ctx: Ctx, draft: SignRewardDraft) {
  return inTransaction(ctx, async (tx) => {
    await rewards.lockAll(tx)
    const { length } = await rewards.list(tx)
    if (draft.day <= length) throw taken()
    if (draft.day > length + 1) throw new Refusal(`天数应连续，请先添加第 ${length + 1} 天`)
    const saved = await rewards.insert(tx, draft)
    if (!saved) throw taken()
    await audit(tx, { objectId: saved.id, objectName: nameOf(draft), after: await findReward(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a reward; its day stays, as the days have no gaps.
 * @throws 404; 409 for the day of another one, or another version; 422 for a day that leaves a gap
 */
export function updateReward(
  ctx: Ctx,
  { id, version, ...change }: SignRewardDraft & { id: number; version?: number | undefined },
) {
  return inTransaction(ctx, async (tx) => {
    await rewards.lockAll(tx)
    const all = await rewards.list(tx)
    const row = all.find((reward) => reward.id === id)
    if (!row) throw notFound(WHAT)
    const before = describe(row)
    if (change.day !== row.day) {
      if (change.day <= all.length) throw taken()
      throw new Refusal('天数应连续，不能修改')
    }
    const saved = await rewards.update(tx, id, version, change)
    if (!saved) throw versionConflict(before)
    await audit(tx, { objectId: id, objectName: nameOf(change), before, after: await findReward(tx, id) })
    return saved
  })
}

/** Deletes the reward of the last day. @throws 404, 422 for another day */
export function removeReward(ctx: Ctx, id: number): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    await rewards.lockAll(tx)
    const all = await rewards.list(tx)
    const row = all.find((reward) => reward.id === id)
    if (!row) throw notFound(WHAT)
    if (row.day < all.length) throw new Refusal('请从最后一天开始删除')
    await rewards.remove(tx, [id])
    await audit(tx, { objectId: id, objectName: nameOf(row), before: describe(row), labels })
    return {}
  })
}

const taken = () => conflict('该天数已存在', 'day')
const nameOf = ({ day, title }: Pick<SignReward, 'day' | 'title'>) => `第 ${day} 天「${title}」`

/** A reward as the wire shows it; undefined for none. */
export async function findReward(tx: Ctx, id: number): Promise<SignReward | undefined> {
  const row = await rewards.find(tx, id)
  return row && describe(row)
}

function describe({ id, version, title, day, integral, experience }: rewards.RewardRow): SignReward {
  return { id, version, title, day, integral, experience }
}
