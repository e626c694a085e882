import type { FanFigures, FanInfo } from '@zhanggui/contract/wechat/fan.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toWireDay, toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { type FanSource, fanSourceOf, fanSources } from '@zhanggui/domain/wechat/fan.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { callWechat } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import { sendCustomerMessage } from '../customer-message/customer-message.service.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'
import { getWechatUser } from '../wechat-user/wechat-user.service.ts'
import * as fans from './fan.repository.ts'

const WHAT = '粉丝'
const OBJECT = 'fan'
const DAY_MS = 24 * 3600_000
const DAYS = 14
const MOVES = 30

/** Numbers of the followers, how many came and left each day, and where they come from. */
export async function getFigures(ctx: Ctx, days = DAYS): Promise<FanFigures> {
  // Those who see their stores alone see no followers either.
  if (ctx.actor.scope.storeIds) return { ...NOBODY, days: [], sources: [], syncTime: null }
  const today = startOfDay(ctx.now())
  const since = new Date(today.getTime() - (days - 1) * DAY_MS)
  const counted = await fans.countFans(ctx, today)
  const moved = new Map((await fans.countDays(ctx, since)).map((row) => [row.day, row]))
  const scenes = await fans.countScenes(ctx)
  const { followers, withPhone, bought, talked, follows: followedToday, leaves: leftToday } = counted
  return {
    followers,
    withPhone,
    bought,
    talked,
    followedToday,
    leftToday,
    days: Array.from({ length: days }, (_, at) => {
      const day = toWireDay(new Date(since.getTime() + at * DAY_MS))
      const { follows = 0, leaves = 0 } = moved.get(day) ?? {}
      return { day, follows, leaves }
    }),
    sources: (Object.keys(fanSources) as FanSource[]).map((source) => ({
      source,
      title: fanSources[source],
      count: scenes.reduce((sum, { scene, count }) => sum + (fanSourceOf(scene) === source ? count : 0), 0),
    })),
    syncTime: wireTime(await fans.lastSync(ctx)),
  }
}

const NOBODY = { followers: 0, withPhone: 0, bought: 0, talked: 0, followedToday: 0, leftToday: 0 }

/** A person with what they did last. @throws 404 */
export async function getFan(ctx: Ctx, id: number): Promise<FanInfo> {
  const shown = await getWechatUser(ctx, id)
  const row = await fans.find(ctx, id)
  const moves = row?.openid ? await fans.listMoves(ctx, row.openid, MOVES) : []
  return {
    ...shown,
    moves: moves.map(({ id: moveId, move, at, codeName }) => ({
      id: moveId,
      move,
      at: toWireTime(at),
      codeName: codeName ?? '',
    })),
  }
}

/** Names a fan for staff, at WeChat and here. @throws 404; 422 for somebody who does not follow */
export async function remarkFan(ctx: Ctx, { id, remark }: { id: number; remark: string }): Promise<{ id: number }> {
  const row = await getFollower(ctx, id)
  const account = await getWechatAccount(ctx, 'wechat')
  const body = { openid: row.openid, remark }
  await callWechat(account, '/cgi-bin/user/info/updateremark', body, undefined, { isRepeatable: true }).catch(
    refuseWechat,
  )
  await inTransaction(ctx, async (tx) => {
    await fans.change(tx, id, { remark })
    await audit(tx, {
      action: 'update',
      objectType: OBJECT,
      objectId: id,
      objectName: remark || row.nickname || WHAT,
      labels: { remark: '备注名' },
      before: { remark: row.remark },
      after: { remark },
    })
  })
  return { id }
}

/** Writes to a fan, while WeChat lets the account do so. @throws 404; 422 for one who does not follow, or later than WeChat allows */
export async function writeToFan(ctx: Ctx, { id, content }: { id: number; content: string }): Promise<void> {
  const row = await getFollower(ctx, id)
  await sendCustomerMessage(ctx, { openid: row.openid, message: { type: 'text', content } })
  await inTransaction(ctx, (tx) =>
    audit(tx, {
      action: 'send',
      objectType: OBJECT,
      objectId: id,
      objectName: `给「${row.remark || row.nickname || WHAT}」发消息`,
    }),
  )
}

async function getFollower(ctx: Ctx, id: number): Promise<fans.FanRow> {
  const row = ctx.actor.scope.storeIds ? undefined : await fans.find(ctx, id)
  if (!row) throw notFound(WHAT)
  if (!row.subscribe || !row.openid) throw new Refusal('对方没有关注公众号')
  return row
}

function startOfDay(at: Date): Date {
  return new Date(`${toWireDay(at)}T00:00:00+08:00`)
}
