import { fanMoves, fanSources } from '@zhanggui/domain/wechat/fan.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { WechatUserRow } from './wechat-user.ts'

const SYNC = 'admin:wechat:user:sync'
const base = '/admin/wechat/user'

const Figures = t.Object({
  followers: t.Integer({ title: '关注数' }),
  followedToday: t.Integer({ title: '今日新增' }),
  leftToday: t.Integer({ title: '今日取关' }),
  withPhone: t.Integer({ title: '绑了手机' }),
  bought: t.Integer({ title: '买过' }),
  /** Who wrote in the last 48 hours, and can be answered. */
  talked: t.Integer({ title: '48小时内说过话' }),
  days: t.Array(
    t.Object({
      day: t.String({ title: '日期' }),
      follows: t.Integer({ title: '关注' }),
      leaves: t.Integer({ title: '取消关注' }),
    }),
    { title: '每天关注与取关' },
  ),
  sources: t.Array(
    t.Object({
      source: t.OneOf(t.keysOf(fanSources), { title: '来源' }),
      title: t.String({ title: '来源名称' }),
      count: t.Integer({ title: '人数' }),
    }),
    { title: '从哪来' },
  ),
  /** When the followers were last compared with WeChat's. */
  syncTime: t.Nullable(t.DateTime),
})
export type FanFigures = t.Static<typeof Figures>

const FanInfo = t.Object({
  ...WechatUserRow.properties,
  moves: t.Array(
    t.Object({
      id: t.Id,
      move: t.OneOfNumbers([1, 2, 3], { title: '动作', description: Object.values(fanMoves).join('、') }),
      codeName: t.String({ title: '渠道码' }),
      at: t.DateTime,
    }),
    { title: '最近动作' },
  ),
})
export type FanInfo = t.Static<typeof FanInfo>

export const FanRemark = t.Object({
  id: t.Id,
  // WeChat takes fewer than thirty characters.
  remark: t.String({ title: '备注名', maxLength: 29 }),
})
export const FanMessage = t.Object({
  id: t.Id,
  content: t.String({ title: '消息内容', minLength: 1, maxLength: 600, ask: '请填写消息内容' }),
})

/** 粉丝: who follows the official account. */
export const fan = routes('fan', {
  figures: {
    method: 'GET',
    path: `${base}/figures`,
    permission: 'admin:wechat:user:list',
    summary: '粉丝概况',
    query: t.Object({ days: t.Optional(t.OneOfNumbers([14, 30, 90], { title: '天数' })) }),
    response: Figures,
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: 'admin:wechat:user:detail',
    summary: '粉丝详情',
    query: t.Object({ id: t.Id }),
    response: FanInfo,
    errors: [404],
  },
  sync: {
    method: 'POST',
    path: `${base}/sync`,
    permission: SYNC,
    summary: '从微信同步粉丝',
    response: t.Object({ taskId: t.String() }),
    errors: [422],
  },
  remark: {
    method: 'POST',
    path: `${base}/remark`,
    permission: SYNC,
    summary: '修改粉丝备注名',
    body: FanRemark,
    response: t.Saved,
    errors: [404, 422, 502],
  },
  message: {
    method: 'POST',
    path: `${base}/message`,
    permission: SYNC,
    summary: '给粉丝发客服消息',
    body: FanMessage,
    response: t.Done,
    errors: [404, 422, 502],
  },
})
