import type { WechatUserQuery, WechatUserRow } from '@zhanggui/contract/wechat/wechat-user.ts'
import { maskNumber, maskPhone } from '@zhanggui/domain/mask.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import * as people from './wechat-user.repository.ts'

const SEE_OPENIDS = 'admin:wechat:user:detail'

/** A page of people known by WeChat, newest first; nobody for accounts that see their stores alone. */
export async function listWechatUsers(ctx: Ctx, { page, limit, ...filter }: WechatUserQuery) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await people.list(ctx, filter, paging)
  const media = await readMedia(ctx)
  const openid = holds(ctx.actor, SEE_OPENIDS) ? (id: string) => id : maskNumber
  const list = rows.map(({ row, phone, lastLoginTime, isStaff }): WechatUserRow => {
    const { createdAt, updatedAt: _1, createdBy: _2, updatedBy: _3, ...kept } = row
    return {
      ...kept,
      openid: openid(row.openid),
      routineOpenid: openid(row.routineOpenid),
      unionid: openid(row.unionid),
      avatar: media.toWire(row.avatar),
      phone: maskPhone(phone),
      // Names of tags come with the fan list of the official account.
      tagNames: [],
      subscribeTime: wireTime(row.subscribeTime),
      unsubscribeTime: wireTime(row.unsubscribeTime),
      isStaff,
      lastLoginTime: wireTime(lastLoginTime),
      createTime: toWireTime(createdAt),
    }
  })
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** Adds a person known by WeChat. */
export const addWechatUser = people.insert
export const { staffTests } = people
