import { cutText } from '@zhanggui/domain/text.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { callWechat, type WechatAccount } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import { claimWechatUser } from '../wechat-user/wechat-binding.service.ts'
import * as fans from './fan.repository.ts'

/** The most fans in one answer of WeChat. */
export const READ_AT_ONCE = 100

type Answer = {
  subscribe?: unknown
  openid?: unknown
  subscribe_time?: unknown
  unionid?: unknown
  remark?: unknown
  groupid?: unknown
  tagid_list?: unknown
  subscribe_scene?: unknown
  qr_scene_str?: unknown
}

/** What WeChat reports of a follower, with the id that is the same in all accounts of an owner. */
type ToldFan = Omit<fans.Told, 'isOlder'> & { unionid: string }

/** What WeChat reports of people; it reports nothing of people who do not follow. */
export async function readFans(account: WechatAccount, openids: readonly string[]): Promise<ToldFan[]> {
  const user_list = openids.map((openid) => ({ openid, lang: 'zh_CN' }))
  const { user_info_list: given } = await callWechat(account, '/cgi-bin/user/info/batchget', { user_list }, undefined, {
    isRepeatable: true,
  }).catch(refuseWechat)
  const answers = (Array.isArray(given) ? given : []) as Answer[]
  return answers.filter(({ subscribe, openid }) => Number(subscribe) === 1 && typeof openid === 'string').map(toTold)
}

function toTold(answer: Answer): ToldFan {
  const seconds = Number(answer.subscribe_time)
  const tagIds = Array.isArray(answer.tagid_list) ? answer.tagid_list.map(Number).filter(Number.isInteger) : []
  const text = (value: unknown, length: number) => (typeof value === 'string' ? cutText(value, length) : '')
  return {
    openid: String(answer.openid),
    unionid: text(answer.unionid, 64),
    subscribeTime: seconds > 0 ? new Date(seconds * 1000).toISOString() : null,
    scene: text(answer.subscribe_scene, 64),
    qrScene: text(answer.qr_scene_str, 64),
    remark: text(answer.remark, 30),
    groupid: Number(answer.groupid) || 0,
    tagIds,
  }
}

/**
 * Stores what WeChat said of followers, but for what was changed here since it was asked. Returns the customers who were none before.
 * @param askedAt before WeChat was asked
 */
export function storeFans(ctx: Ctx, told: readonly ToldFan[], askedAt: Date): Promise<number[]> {
  if (!told.length) return Promise.resolve([])
  return retried(ctx, async (tx) => {
    const known = new Map(
      (
        await fans.lockAll(
          tx,
          told.map(({ openid }) => openid),
        )
      ).map((row) => [row.openid, row]),
    )
    for (const { openid, unionid } of told) {
      const row = known.get(openid)
      // One whom we know by another account of the owner becomes the same row.
      if (!row || (unionid && row.unionid !== unionid))
        await claimWechatUser(tx, 'wechat', { openid, unionid, nickname: '', avatar: '' })
    }
    const before = await fans.lockAll(
      tx,
      told.map(({ openid }) => openid),
    )
    const isOlder = (openid: string) => (known.get(openid)?.updatedAt ?? new Date(0)) >= askedAt
    await fans.storeTold(
      tx,
      told.map((each) => ({ ...each, isOlder: isOlder(each.openid) })),
    )
    return before
      .filter(({ openid, subscribe, uid }) => !subscribe && !isOlder(openid) && uid > 0)
      .map(({ uid }) => uid)
  })
}
