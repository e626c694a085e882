import { sessionStatuses } from '@zhanggui/domain/promotion/bargain-session.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { chosenRows, exportRoute } from '../work/export.ts'

const status = t.OneOfNumbers(sessionStatuses, {
  title: '砍价状态',
  description: '1 进行中，2 未完成，3 已成功',
})

/** A session (砍价单): a price that a buyer cuts down with the help of others. */
export const BargainSession = t.Object({
  id: t.Id,
  uid: t.Id,
  nickname: t.String({ title: '发起用户' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  bargainId: t.Id,
  title: t.String({ title: '砍价商品' }),
  image: t.String({ title: '图片', maxLength: 512 }),
  price: t.Amount({ title: '起始金额' }),
  minPrice: t.Amount({ title: '最低价' }),
  cutPrice: t.Amount({ title: '已砍金额' }),
  nowPrice: t.Amount({ title: '当前价' }),
  peopleNum: t.Integer({ title: '总砍价次数' }),
  cutNum: t.Integer({ title: '已砍次数' }),
  leftNum: t.Integer({ title: '剩余砍价次数' }),
  status,
  statusName: t.String({ title: '砍价状态' }),
  isCancelled: t.Boolean({ title: '已取消' }),
  /** By when it has to reach the lowest price. */
  stopTime: t.DateTime,
  /** By when it has to be ordered, once it has. */
  orderDeadline: t.Nullable(t.DateTime),
  /** It has an order that is not closed. */
  hasOrder: t.Boolean({ title: '已下单' }),
  /** Which one; 0 and '' of none, and of one that the caller may not see. */
  orderId: t.Integer({ title: '订单编号' }),
  orderNo: t.String({ title: '订单号' }),
  createTime: t.DateTime,
})
export type BargainSession = t.Static<typeof BargainSession>

export const BargainSessionQuery = t.pageQuery({
  status: t.Optional(status),
  dateLimit: t.Optional(t.TimeRange),
  /** Part of a nickname, or of the title. */
  keywords: t.Optional(t.String({ title: '用户/商品', maxLength: 64, pasted: 'keyword' })),
  bargainId: t.Optional(t.Id),
  uid: t.Optional(t.Id),
})
export type BargainSessionQuery = t.Static<typeof BargainSessionQuery>

/** A cut: who took how much off the price of a session. */
export const BargainHelp = t.Object({
  /** Which of its cuts, from 1. */
  id: t.Integer({ title: '序号' }),
  uid: t.Id,
  nickname: t.String({ title: '用户名称' }),
  avatar: t.String({ title: '用户头像', maxLength: 512 }),
  price: t.Amount({ title: '砍价金额' }),
  /** Became a customer after the session was started. */
  isNew: t.Boolean({ title: '新客' }),
  createTime: t.DateTime,
})
export type BargainHelp = t.Static<typeof BargainHelp>

const base = '/admin/store/bargain'
const permission = 'admin:bargain:user'

/** 砍价列表: the sessions of all bargains. */
export const bargainSession = routes('bargain-session', {
  list: {
    method: 'GET',
    path: `${base}/bargain_list`,
    permission: `${permission}:list`,
    summary: '砍价列表，新开的在前',
    query: BargainSessionQuery,
    response: t.pageOf(BargainSession),
  },
  info: {
    method: 'GET',
    path: `${base}/session/info`,
    permission: `${permission}:list`,
    summary: '砍价记录详情',
    query: t.Object({ id: t.Id }),
    response: BargainSession,
    errors: [404],
  },
  helps: {
    method: 'GET',
    path: `${base}/bargain_list/:id`,
    permission: `${permission}:help:list`,
    summary: '帮砍记录，新的在前',
    params: t.Object({ id: t.Id }),
    response: t.Array(BargainHelp),
    errors: [404],
  },
  download: exportRoute({
    path: '/admin/export/excel/bargain/session',
    permission: 'admin:export:excel:bargain',
    summary: '导出砍价列表',
    query: t.Object({ ...BargainSessionQuery.properties, ...chosenRows }),
  }),
})
