import { sceneOf } from '@zhanggui/domain/wechat/channel-code.ts'
import { scenesOf } from '@zhanggui/domain/wechat/fan.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import type { Incoming } from '../incoming/incoming.service.ts'
import { listTags } from '../tag/fan-tag.service.ts'
import { getWechatAccount, hasWechatAccount } from '../wechat-user/wechat-account.service.ts'
import { claimWechatUser } from '../wechat-user/wechat-binding.service.ts'
import * as fans from './fan.repository.ts'
import { readFans, storeFans } from './fan-store.service.ts'

const QUEUE = 'wechat-fan-info'

/** Customers who began to follow the official account, or left it: the area of customers notes it. */
export const fanTurns = defineHook<(tx: Ctx, uids: readonly number[], subscribe: boolean) => Promise<void>>('fan turns')

export async function tellTurns(tx: Ctx, uids: readonly number[], subscribe: boolean): Promise<void> {
  const customers = uids.filter((uid) => uid > 0)
  if (customers.length) for (const turn of tx.platform.hooks.of(fanTurns)) await turn(tx, customers, subscribe)
}

/** Registers the job that asks WeChat who began to follow, as the event tells the openid alone. */
export function registerFanEvents({ jobs }: Platform): void {
  jobs.handle<{ openid: string }>(QUEUE, { atOnce: 2, retries: 3, retrySeconds: 30 }, async (ctx, { openid }) => {
    if (!(await hasWechatAccount(ctx, 'wechat'))) return
    const askedAt = ctx.now()
    const told = await readFans(await getWechatAccount(ctx, 'wechat'), [openid])
    await storeFans(ctx, told, askedAt)
  })
}

/**
 * What an event does to the row of a fan. Of two that come in the wrong order the later one stands.
 * @param tx the transaction that stores the event
 */
export async function takeFanEvent(tx: Ctx, { account, type, event, eventKey, openid, at }: Incoming): Promise<void> {
  if (account !== 'public' || type !== 'event') return
  if (event === 'unsubscribe') return leave(tx, openid, at)
  const scene = sceneOf(event, eventKey)
  if (event !== 'subscribe' && scene === undefined) return
  const code = scene === undefined ? undefined : await fans.findCode(tx, scene)
  if (event === 'subscribe') return follow(tx, openid, at, code?.id ?? 0)
  // Whoever scans a code and is no news to WeChat follows, also if we have never heard of them.
  const row = await claimFan(tx, openid)
  if (!row.subscribe && !(row.unsubscribeTime && row.unsubscribeTime > at)) {
    await fans.change(tx, row.id, { subscribe: true, unsubscribeTime: null })
    await tellTurns(tx, [row.uid], true)
    await tx.platform.jobs.enqueue(tx, QUEUE, { openid })
  }
  await fans.addMove(tx, { openid, move: 3, codeId: code?.id ?? 0, at })
}

async function follow(tx: Ctx, openid: string, at: Date, codeId: number): Promise<void> {
  const row = await claimFan(tx, openid)
  await fans.addMove(tx, { openid, move: 1, codeId, at })
  if (row.unsubscribeTime && row.unsubscribeTime > at) return
  const [scanned = ''] = scenesOf('code')
  await fans.change(tx, row.id, {
    subscribe: true,
    subscribeTime: at,
    unsubscribeTime: null,
    codeId,
    subscribeScene: codeId ? scanned : '',
  })
  await tellTurns(tx, [row.uid], true)
  await tx.platform.jobs.enqueue(tx, QUEUE, { openid })
}

async function leave(tx: Ctx, openid: string, at: Date): Promise<void> {
  const row = await fans.lockByOpenid(tx, openid)
  if (!row) return
  await fans.addMove(tx, { openid, move: 2, codeId: row.codeId, at })
  if (row.subscribeTime && row.subscribeTime > at) return
  await fans.change(tx, row.id, { subscribe: false, unsubscribeTime: at, tagIds: [] })
  await tellTurns(tx, [row.uid], false)
}

const claimFan = (tx: Ctx, openid: string) =>
  claimWechatUser(tx, 'wechat', { openid, unionid: '', nickname: '', avatar: '' })

/** Gives the fake of WeChat the followers whom the shop knows and it does not: those that a demo was filled with. */
export async function remindFake(ctx: Ctx): Promise<void> {
  const { wechat } = ctx.platform
  if (!wechat.isFake) return
  const known = await inTransaction(ctx, (tx) => fans.listFollowers(tx, 10_000))
  if (!known.length) return
  const { fans: played } = await wechat.played()
  for (const { id, name } of await listTags(ctx)) played.knowTag(id, name)
  for (const { openid, subscribeTime, subscribeScene, tagIds, remark } of known)
    played.know({ openid, subscribeTime: subscribeTime ?? ctx.now(), scene: subscribeScene, tagIds, remark })
}
