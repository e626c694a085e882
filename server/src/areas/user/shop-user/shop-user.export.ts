import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { sexLabels, userTypeLabels } from '@zhanggui/domain/user/user-type.ts'
import type { SheetColumn } from '../../../platform/content/sheets.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { defineRowExport } from '../../../platform/work/exports.ts'
import * as users from './shop-user.repository.ts'
import { SEE_SENSITIVE, seesBalances } from './shop-user.service.ts'

const BATCH = 2000

/** 用户, with full phones and addresses for those who may see them. */
export const userExport = defineRowExport(shopUser.download, {
  name: '用户导出',
  count: users.count,
  async *rows(ctx, query, max) {
    const ids = await users.listIds(ctx, query, max)
    for (let from = 0; from < ids.length; from += BATCH)
      yield* await users.listByIds(ctx, ids.slice(from, from + BATCH))
  },
  columns: columnsFor,
})

function columnsFor(ctx: Ctx): readonly SheetColumn<users.FoundUser>[] {
  const seesAll = holds(ctx.actor, SEE_SENSITIVE)
  const money: SheetColumn<users.FoundUser>[] = [
    { title: '余额', of: 'nowMoney', value: ({ user }) => toYuan(user.nowMoneyFen), width: 12 },
    { title: '积分', of: 'integral', value: ({ user }) => user.integral, width: 10 },
    { title: '消费金额', of: 'consumeMoney', value: ({ user }) => toYuan(user.consumeMoneyFen), width: 12 },
    { title: '历史消费', of: 'pastMoney', value: ({ user }) => toYuan(user.pastMoneyFen), width: 12 },
  ]
  return [
    { title: 'ID', of: 'id', value: ({ user }) => user.id, width: 10 },
    { title: '昵称', of: 'nickname', value: ({ user }) => user.nickname },
    { title: '姓名', of: 'nickname', value: ({ user }) => user.realName, width: 12 },
    { title: '性别', of: 'nickname', value: ({ user }) => sexLabels[user.sex] ?? '', width: 8 },
    {
      title: '手机号',
      of: 'phone',
      value: ({ user }) => (seesAll ? (user.phone ?? '') : maskPhone(user.phone)),
      whole: seesAll,
      width: 14,
    },
    { title: '用户等级', of: 'levelName', value: ({ levelName }) => levelName ?? '', width: 12 },
    { title: '分组', of: 'groupName', value: ({ groupName }) => groupName ?? '' },
    { title: '标签', of: 'tags', value: ({ tags }) => tags.map(({ name }) => name).join('、'), width: 24 },
    { title: '推荐人', of: 'spreadNickname', value: ({ spreadNickname }) => spreadNickname ?? '' },
    ...(seesBalances(ctx) ? money : []),
    { title: '消费次数', of: 'consumeMoney', value: ({ user }) => user.payCount, width: 10 },
    { title: '历史单数', of: 'pastMoney', value: ({ user }) => user.pastCount, width: 10 },
    { title: '来源', value: ({ user }) => userTypeLabels[user.userType], width: 12 },
    { title: '身份', value: ({ user }) => (user.isPromoter ? '推广员' : '普通用户'), width: 10 },
    { title: '状态', of: 'status', value: ({ user }) => (user.status ? '正常' : '禁用'), width: 8 },
    { title: '地区', value: ({ user }) => [user.country, user.province, user.city].filter(Boolean).join(' ') },
    ...(seesAll ? [{ title: '详细地址', value: ({ user }: users.FoundUser) => user.address, width: 30 }] : []),
    { title: '备注', value: ({ user }) => user.mark, width: 30 },
    { title: '首次访问', of: 'createTime', value: ({ user }) => toWireTime(user.createdAt), width: 20 },
    {
      title: '近次访问',
      of: 'lastLoginTime',
      value: ({ user }) => (user.lastLoginTime ? toWireTime(user.lastLoginTime) : ''),
      width: 20,
    },
    { title: '最近消费', value: ({ user }) => (user.lastPayTime ? toWireTime(user.lastPayTime) : ''), width: 20 },
  ]
}
