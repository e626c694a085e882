import { pointsLinkTypes } from '@zhanggui/domain/user/ledger.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'

/** A record of the points ledger (docs/coupons-and-points.md, Points). */
export const PointsRecord = t.Object({
  id: t.Id,
  uid: t.Id,
  nickname: t.String({ title: '用户昵称' }),
  title: t.String({ title: '标题' }),
  /** 1 in, 2 out. */
  type: t.OneOfNumbers([1, 2], { title: '类型', description: '1 增加，2 扣减' }),
  integral: t.Integer({ title: '积分' }),
  /** The same with its sign: `+10`, `-5`. */
  sign: t.String({ title: '明细数字' }),
  balance: t.Integer({ title: '积分余量' }),
  linkType: t.OneOf(pointsLinkTypes, { title: '来源' }),
  linkId: t.String({ title: '关联单号' }),
  status: t.OneOfNumbers([1, 2, 3, 4], { title: '状态', description: '1 订单创建，2 冻结期，3 完成，4 失效' }),
  mark: t.String({ title: '备注' }),
  createTime: t.DateTime,
  updateTime: t.DateTime,
})
export type PointsRecord = t.Static<typeof PointsRecord>

export const PointsQuery = t.Object({
  /** Of the last change. */
  dateLimit: t.Optional(t.TimeRange),
  keywords: t.Optional(t.String({ title: '用户', pasted: 'keyword', maxLength: 64 })),
  uid: t.Optional(t.Id),
  type: t.Optional(t.OneOfNumbers([1, 2], { title: '类型' })),
  linkType: t.Optional(t.OneOf(pointsLinkTypes, { title: '来源' })),
  /** Done ones alone unless given. */
  status: t.Optional(t.OneOfNumbers([1, 2, 3, 4], { title: '状态' })),
})
export type PointsQuery = t.Static<typeof PointsQuery>

const sum = (title: string) => t.Integer({ title, maximum: Number.MAX_SAFE_INTEGER })

/** Sums of the records whose last change lies in the range; the balance is that of now. */
export const PointsStatistics = t.Object({
  balance: sum('用户积分余额'),
  /** Gained: without spent points that came back. */
  issued: sum('发放积分'),
  spent: sum('使用积分'),
  returned: sum('退回积分'),
  frozen: sum('冻结积分'),
  expired: sum('过期积分'),
  signUsers: sum('签到人数'),
})
export type PointsStatistics = t.Static<typeof PointsStatistics>

/** 积分日志 (docs/coupons-and-points.md, Points). */
export const points = routes('points', {
  list: {
    method: 'POST',
    path: '/admin/user/integral/list',
    permission: 'admin:user:integral:list',
    summary: '积分日志，新的在前',
    query: t.pageQuery({}),
    body: PointsQuery,
    response: t.pageOf(PointsRecord),
    quiet: true,
    whileSeeing: true,
  },
  statistics: {
    method: 'GET',
    path: '/admin/user/integral/statistics',
    permission: 'admin:user:integral:list',
    summary: '积分统计',
    query: t.Object({ dateLimit: t.Optional(t.TimeRange) }),
    response: PointsStatistics,
  },
  download: exportRoute({
    path: '/admin/export/excel/integral',
    permission: 'admin:user:integral:export',
    summary: '导出积分日志',
    query: PointsQuery,
  }),
})
