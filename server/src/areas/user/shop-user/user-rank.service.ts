import { Refusal } from '@zhanggui/domain/errors.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { moveExperience } from '../ledger/ledger.repository.ts'
import * as levels from '../level/user-level.repository.ts'
import { tellRisen } from '../level/user-level.service.ts'
import { lockMany } from '../scope/customer-lock.repository.ts'
import { judgePlace, lockBonds, lockSpread, setSuperior } from '../spread/spread.service.ts'
import * as users from './shop-user.repository.ts'
import { getUser, hasEnded, lockLiving, requireAll, trail, WHAT } from './shop-user.service.ts'

/**
 * Gives a customer another promoter above, or none. One tree: no customer is below themselves.
 * @throws 404, 422 for the customer themselves, the same promoter, or somebody below
 */
export async function setSpreader(ctx: Ctx, uid: number, spreadUid: number): Promise<Record<never, never>> {
  if (uid === spreadUid) throw new Refusal('上级推广人不能为自己')
  return retried(ctx, async (tx) => {
    requireAll(tx)
    await lockSpread(tx)
    const known = await users.find(tx, uid)
    if (!known) throw notFound(WHAT)
    // Both counts change with the customer, and the paths of all below.
    await lockBonds(tx, [uid], [spreadUid, known.user.spreadUid])
    const locked = await lockMany(tx, [uid, spreadUid, known.user.spreadUid].filter(Boolean))
    const living = locked.filter((user) => !hasEnded(user))
    if (spreadUid && !living.some(({ id }) => id === uid)) throw notFound(WHAT)
    if (spreadUid && !living.some(({ id }) => id === spreadUid)) throw notFound('推广人')
    if (known.user.spreadUid === spreadUid)
      throw new Refusal(spreadUid ? '当前推广人已经是所选人' : '该用户没有上级推广人')
    const problem = await judgePlace(tx, uid, spreadUid)
    if (problem) throw new Refusal(problem === 'ring' ? '不能将下级设为上级' : '推广层级过深，请选择其他上级推广人')
    const before = await getUser(tx, uid)
    await setSuperior(tx, uid, spreadUid)
    await trail(tx, uid, { action: 'spread', before })
    return {}
  })
}

/**
 * Gives a customer a level by hand. A lower one needs `isSub`, which also takes their experience down to its threshold.
 * @throws 404, 422 for a lower level without `isSub`
 */
export function setLevel(ctx: Ctx, { uid, levelId, isSub = false }: { uid: number; levelId: number; isSub?: boolean }) {
  return retried(ctx, async (tx) => {
    const [user] = await lockLiving(tx, [uid])
    const level = levelId
      ? await levels.find(tx, levelId)
      : { id: 0, grade: 0, discount: 100, experience: 0, isShow: true }
    if (!level?.isShow) throw notFound('用户等级')
    if (!user || user.level === levelId) return {}
    const before = await getUser(tx, uid)
    const had = await levels.find(tx, user.level)
    if (level.grade < (had?.grade ?? 0)) {
      if (!isSub) throw new Refusal('降低等级会同时扣减经验，请先勾选「扣减经验」')
      const excess = user.experience - level.experience
      const note = { uid, type: 2, linkType: 'system', title: '后台降低等级' } as const
      if (excess > 0) await moveExperience(tx, { ...note, experience: excess })
    }
    const id = await levels.giveLevel(tx, uid, level)
    if ('name' in level && level.grade > (had?.grade ?? 0)) await tellRisen(tx, { id, uid, name: level.name })
    await trail(tx, uid, { action: 'level', before })
    return {}
  })
}
