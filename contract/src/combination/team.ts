import { teamEndReasons, teamStatuses } from '@zhanggui/domain/promotion/team.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { chosenRows, exportRoute } from '../work/export.ts'

const status = t.OneOfNumbers(teamStatuses, {
  title: '拼团状态',
  description: '1 进行中，2 已成功，3 未完成',
})

/** A team (团): those who buy together. Nickname and picture are those of who leads it. */
export const Team = t.Object({
  id: t.Id,
  combinationId: t.Id,
  title: t.String({ title: '拼团商品' }),
  image: t.String({ title: '图片', maxLength: 512 }),
  uid: t.Id,
  nickname: t.String({ title: '开团团长' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  people: t.Integer({ title: '几人团' }),
  /** Buyers who are in it. */
  memberCount: t.Integer({ title: '几人参加' }),
  /** Places that the system or staff filled. */
  virtualCount: t.Integer({ title: '补齐人数' }),
  /** How many the system may fill when its time is over, as it was when the team was opened. */
  virtualMost: t.Integer({ title: '最多补齐人数' }),
  status,
  statusName: t.String({ title: '拼团状态' }),
  /** '' while it runs. */
  endReason: t.OneOf(['', ...t.keysOf(teamEndReasons)], { title: '结束原因' }),
  /** By when it has to be complete. */
  stopTime: t.DateTime,
  endTime: t.Nullable(t.DateTime),
  createTime: t.DateTime,
})
export type Team = t.Static<typeof Team>

/** A team with what the teams of its activity came to. */
export const TeamInfo = t.Object({
  ...Team.properties,
  runningTeam: t.Integer({ title: '进行中' }),
  countTeam: t.Integer({ title: '成团数量' }),
  failTeam: t.Integer({ title: '未成团' }),
  /** From the first payment to the last place, on average; null before any was completed. */
  averageMinutes: t.Nullable(t.Integer({ title: '平均成团分钟数' })),
})
export type TeamInfo = t.Static<typeof TeamInfo>

export const TeamQuery = t.pageQuery({
  status: t.Optional(status),
  dateLimit: t.Optional(t.TimeRange),
  /** Part of a nickname of its leader, or of the title. */
  keywords: t.Optional(t.String({ title: '用户/商品', maxLength: 64, pasted: 'keyword' })),
  combinationId: t.Optional(t.Id),
  /** Of whose team it is, whether they lead it or not. */
  uid: t.Optional(t.Id),
})
export type TeamQuery = t.Static<typeof TeamQuery>

/** A buyer in a team, with the order. */
export const TeamMember = t.Object({
  id: t.Id,
  uid: t.Id,
  nickname: t.String({ title: '用户名称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  isLeader: t.Boolean({ title: '团长' }),
  /** 0 and '' for those who may not see orders. */
  orderId: t.Integer({ title: '订单编号' }),
  orderNo: t.String({ title: '订单号' }),
  num: t.Integer({ title: '数量' }),
  totalPrice: t.Amount({ title: '实付金额' }),
  orderStatus: t.String({ title: '订单状态' }),
  refundStatus: t.String({ title: '退款状态' }),
  /** 1 in the running team, 2 in the completed one, 3 out of it. */
  status,
  createTime: t.DateTime,
})
export type TeamMember = t.Static<typeof TeamMember>

const base = '/admin/store/combination'
const permission = 'admin:combination'

/** 拼团列表: the teams of all team products. */
export const team = routes('team', {
  list: {
    method: 'GET',
    path: `${base}/combine/list`,
    permission: `${permission}:combine:list`,
    summary: '拼团列表，新开的在前',
    query: TeamQuery,
    response: t.pageOf(Team),
  },
  info: {
    method: 'GET',
    path: `${base}/combine/info`,
    permission: `${permission}:combine:list`,
    summary: '拼团详情',
    query: t.Object({ id: t.Id }),
    response: TeamInfo,
    errors: [404],
  },
  statistics: {
    method: 'GET',
    path: `${base}/statistics`,
    permission: `${permission}:statistics`,
    summary: '拼团统计',
    response: t.Object({
      countPeople: t.Integer({ title: '参与人数' }),
      countTeam: t.Integer({ title: '成团数量' }),
      runningTeam: t.Integer({ title: '进行中' }),
      failTeam: t.Integer({ title: '未成团' }),
    }),
  },
  members: {
    method: 'GET',
    path: `${base}/order_pink/:id`,
    permission: `${permission}:order:pink`,
    summary: '团员及其订单',
    params: t.Object({ id: t.Id }),
    response: t.Array(TeamMember),
    errors: [404],
  },
  /** Places that are missing are filled, and the team is complete. */
  finish: {
    method: 'POST',
    path: `${base}/pink/finish`,
    permission: `${permission}:pink:finish`,
    summary: '提前成团',
    body: t.Object({ id: t.Id, reason: t.String({ title: '原因', minLength: 1, maxLength: 100 }) }),
    response: t.Done,
    errors: [404, 409],
  },
  download: exportRoute({
    path: '/admin/export/excel/combination/team',
    permission: 'admin:export:excel:combiantion',
    summary: '导出拼团列表',
    query: t.Object({ ...TeamQuery.properties, ...chosenRows }),
  }),
})
