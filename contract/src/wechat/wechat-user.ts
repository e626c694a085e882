import { fanSources } from '@zhanggui/domain/wechat/fan.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const WechatUserQuery = t.pageQuery({
  keywords: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 64 })),
  userType: t.Optional(t.OneOf(['wechat', 'routine'], { title: '类型' })),
  subscribe: t.Optional(t.Boolean({ title: '关注状态' })),
  sex: t.Optional(t.OneOfNumbers([0, 1, 2, 3], { title: '性别' })),
  /** A tag of the official account. */
  tagId: t.Optional(t.Integer({ title: '标签' })),
  dateLimit: t.Optional(t.TimeRange),
  /** Whether a customer belongs to it. */
  bound: t.Optional(t.Boolean({ title: '已绑定用户' })),
  /** Where a follower comes from, and the channel code by which they came. */
  source: t.Optional(t.OneOf(t.keysOf(fanSources), { title: '来源' })),
  codeId: t.Optional(t.Integer({ title: '渠道码', maximum: Number.MAX_SAFE_INTEGER })),
  /** Of the official account: those who follow it, or with `left` those who did. */
  official: t.Optional(t.Boolean({ title: '公众号粉丝' })),
  /** With a phone; bought something; said something in the last 48 hours; follows no more. */
  fan: t.Optional(t.OneOf(['phone', 'bought', 'talked', 'left'], { title: '粉丝' })),
  /** Without those who are store staff already. */
  notStaff: t.Optional(t.Boolean({ title: '不含店员' })),
})
export type WechatUserQuery = t.Static<typeof WechatUserQuery>

/** A person known by WeChat. Openids are masked for those who may not see details; phones always. */
export const WechatUserRow = t.Object({
  id: t.Id,
  uid: t.Integer({ title: '用户编号' }),
  openid: t.String({ title: '公众号OpenID' }),
  routineOpenid: t.String({ title: '小程序OpenID' }),
  unionid: t.String({ title: 'UnionID' }),
  nickname: t.String({ title: '昵称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  phone: t.String({ title: '手机号' }),
  sex: t.Integer({ title: '性别' }),
  language: t.String({ title: '语言' }),
  country: t.String({ title: '国家' }),
  province: t.String({ title: '省份' }),
  city: t.String({ title: '城市' }),
  remark: t.String({ title: '备注名' }),
  groupid: t.Integer({ title: '微信分组' }),
  tagIds: t.Array(t.Integer(), { title: '标签编号' }),
  tagNames: t.Array(t.String(), { title: '标签' }),
  subscribe: t.Boolean({ title: '关注状态' }),
  subscribeTime: t.Nullable(t.DateTime),
  unsubscribeTime: t.Nullable(t.DateTime),
  subscribeScene: t.String({ title: '关注来源' }),
  /** The channel code by which they came last; 0 for none. */
  codeId: t.Integer({ title: '渠道码编号' }),
  codeName: t.String({ title: '渠道码' }),
  /** What the customer paid in all. */
  consumeMoney: t.Yuan,
  userType: t.OneOf(['wechat', 'routine'], { title: '类型' }),
  isStaff: t.Boolean({ title: '是店员' }),
  lastLoginTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})
export type WechatUserRow = t.Static<typeof WechatUserRow>

/** 微信用户: people known by WeChat (docs/channels.md). */
export const wechatUser = routes('wechat-user', {
  list: {
    method: 'GET',
    path: '/admin/wechat/user/list',
    // Also for the form of store staff, which offers them.
    permission: ['admin:wechat:user:list', 'admin:system:staff:save'],
    summary: '微信用户列表，新的在前',
    query: WechatUserQuery,
    response: t.pageOf(WechatUserRow),
  },
})
