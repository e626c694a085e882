import type { frontPoints } from '@zhanggui/contract/points/front-points.ts'
import type { RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { dayBefore, daysInRow, rewardOf } from '@zhanggui/domain/promotion/sign-in.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { stateConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import {
  changeExperience,
  changePoints,
  findPurse,
  lockCustomers,
  setSignNum,
} from '../../user/ledger/ledger.service.ts'
import * as signs from './sign-log.repository.ts'
import { listRewards } from './sign-reward.service.ts'

type Paged = RouteInput<typeof frontPoints.list>['query']
type Reward = RouteAnswer<typeof frontPoints.signIn>

/**
 * Signs the calling buyer in for the Shanghai day, once: points, experience and the days in a row.
 * @throws 409 for a second time that day; 422 while it is off, without rewards, or for a customer who is blocked
 */
export async function signIn(ctx: Ctx): Promise<Reward> {
  const { sign_switch } = await getSettings(ctx)
  if (!sign_switch) throw new Refusal('签到功能已关闭')
  return retried(ctx, (tx) => signInOnce(tx, ctx.buyer.uid))
}

/** Signs a customer in for the Shanghai day. @param tx a transaction */
export async function signInOnce(tx: Ctx, uid: number): Promise<Reward> {
  const rewards = await listRewards(tx)
  if (!rewards.length) throw new Refusal('签到配置不存在，请在管理端配置签到数据')
  await lockCustomers(tx, [uid])
  // Read under the lock, so that of two taps around midnight none comes before the other's day.
  const signDay = toWireDay(tx.now())
  if (!(await findPurse(tx, uid))?.isEnabled) throw new Refusal('账号已被禁用，请联系商家')
  if (await signs.has(tx, uid, signDay)) throw signedAlready()
  const last = await signs.findLast(tx, uid)
  const number = last?.signDay === dayBefore(signDay) ? last.number + 1 : 1
  const reward = rewardOf(rewards, number)
  if (!reward) throw new Error('there are no rewards')
  const { id, title, day, integral, experience } = reward
  if (!(await signs.insert(tx, { uid, signDay, title, number, integral, experience }))) throw signedAlready()
  await book(tx, { uid, bizKey: `sign:${uid}:${signDay}` }, reward)
  await setSignNum(tx, uid, number)
  return { id, title, day, integral, experience }
}

const signedAlready = () => stateConflict('今日已签到。不可重复签到')

async function book(tx: Ctx, key: { uid: number; bizKey: string }, { integral, experience }: Reward): Promise<void> {
  const note = { ...key, type: 1, linkType: 'sign' } as const
  const booked = await changePoints(tx, { ...note, title: '签到积分奖励', integral, status: pointsStatuses.done })
  if (!booked) throw new Refusal('积分已达上限')
  if (experience) await changeExperience(tx, { ...note, title: '签到经验奖励', experience })
}

/** Whether the calling buyer signed in today, and for how many days in a row. */
export async function getOwnSign(ctx: Ctx): Promise<RouteAnswer<typeof frontPoints.get>> {
  const { signNum, isDaySign, integral } = await standing(ctx)
  return { integral, count: signNum, today: isDaySign }
}

/** The same with the days of all time. */
export async function getOwnSignSummary(ctx: Ctx): Promise<RouteAnswer<typeof frontPoints.user>> {
  return { ...(await standing(ctx)), sumSignDay: await signs.count(ctx, ctx.buyer.uid) }
}

async function standing(ctx: Ctx) {
  const { uid } = ctx.buyer
  const today = toWireDay(ctx.now())
  const last = await signs.findLast(ctx, uid)
  const isDaySign = last?.signDay === today
  return {
    signNum: daysInRow(last, today),
    isDaySign,
    isYesterdaySign: isDaySign ? last.number > 1 : last?.signDay === dayBefore(today),
    integral: (await findPurse(ctx, uid))?.integral ?? 0,
  }
}

/** A page of the days on which the calling buyer signed in, newest first. */
export async function listOwnSigns(ctx: Ctx, query: Paged) {
  const paging = readPage(query)
  const { rows, ...counted } = await signs.listOwn(ctx, ctx.buyer.uid, paging)
  return { list: rows.map(describe), ...counted, page: paging.page, limit: paging.limit }
}

/** A page of months with their days, newest first. */
export async function listOwnSignsByMonth(
  ctx: Ctx,
  query: RouteInput<typeof frontPoints.month>['query'],
): Promise<RouteAnswer<typeof frontPoints.month>> {
  const rows = await signs.listOwnMonths(ctx, ctx.buyer.uid, readPage(query))
  const months = Map.groupBy(rows, ({ signDay }) => signDay.slice(0, 7))
  return [...months].map(([month, days]) => ({ month, list: days.map(describe) }))
}

const describe = ({ title, integral, signDay }: signs.SignRow) => ({ title, number: integral, signDay })
