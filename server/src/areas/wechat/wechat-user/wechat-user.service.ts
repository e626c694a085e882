import type { WechatUserQuery, WechatUserRow } from '@zhanggui/contract/wechat/wechat-user.ts'
import { maskNumber, maskPhone } from '@zhanggui/domain/mask.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { nameOfFan } from '@zhanggui/domain/wechat/fan.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import * as people from './wechat-user.repository.ts'

const SEE_OPENIDS = 'admin:wechat:user:detail'

/** A page of people known by WeChat, newest first; nobody for accounts that see their stores alone. */
export async function listWechatUsers(ctx: Ctx, { page, limit, ...filter }: WechatUserQuery) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await people.list(ctx, filter, paging)
  const describe = await describer(ctx)
  return { list: rows.map(describe), ...counted, page: paging.page, limit: paging.limit }
}

/** A person known by WeChat, as {@link listWechatUsers} has them. @throws 404 */
export async function getWechatUser(ctx: Ctx, id: number): Promise<WechatUserRow> {
  const person = await people.find(ctx, id)
  if (!person) throw notFound('微信用户')
  return (await describer(ctx))(person)
}

async function describer(ctx: Ctx): Promise<(person: people.Person) => WechatUserRow> {
  const media = await readMedia(ctx)
  const openid = holds(ctx.actor, SEE_OPENIDS) ? (id: string) => id : maskNumber
  const tagNames = new Map((await people.listTagNames(ctx)).map(({ id, name }) => [id, name]))
  return ({ row, customer, codeName, isStaff }) => {
    const { createdAt, updatedAt: _1, createdBy: _2, updatedBy: _3, syncedAt: _4, ...kept } = row
    return {
      ...kept,
      openid: openid(row.openid),
      routineOpenid: openid(row.routineOpenid),
      unionid: openid(row.unionid),
      // WeChat reports neither for people who only follow.
      nickname: row.nickname || customer?.nickname || nameOfFan(row.openid || row.routineOpenid),
      avatar: media.toWire(row.avatar || customer?.avatar || ''),
      phone: maskPhone(customer?.phone),
      tagNames: row.tagIds.flatMap((id) => tagNames.get(id) ?? []),
      codeName: codeName ?? '',
      consumeMoney: toYuan(customer?.consumeMoneyFen ?? 0),
      subscribeTime: wireTime(row.subscribeTime),
      unsubscribeTime: wireTime(row.unsubscribeTime),
      isStaff,
      lastLoginTime: wireTime(customer?.lastLoginTime ?? null),
      createTime: toWireTime(createdAt),
    }
  }
}

/** Adds a person known by WeChat. */
export const addWechatUser = people.insert
export const { staffTests } = people
