import { bargainStates, sessionStatuses } from '@zhanggui/domain/promotion/bargain-session.ts'
import { ActivityCard, frontActivity, frontDetail, frontPage } from '../promotion/front-activity.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** A bargain in lists of buyers; `price` is what cutting begins with. */
export const BargainCard = t.Object({
  ...ActivityCard.properties,
  /** What its SKU costs alone. */
  productPrice: t.Amount({ title: '售价' }),
  endTime: t.DateTime,
  minPrice: t.Amount({ title: '最低价' }),
  peopleNum: t.Integer({ title: '砍价人数' }),
  /** Sessions that were started. */
  countPeopleAll: t.Integer({ title: '参与人数' }),
})
export type BargainCard = t.Static<typeof BargainCard>

/** A bargain as its buyers see it. */
export const FrontBargain = t.Object({
  activity: t.Object({
    ...BargainCard.properties,
    ...frontActivity,
    num: t.Integer({ title: '购买数量限制' }),
    bargainNum: t.Integer({ title: '帮砍次数' }),
    rule: t.String({ title: '砍价规则', maxLength: 20_000 }),
  }),
  ...frontDetail,
})
export type FrontBargain = t.Static<typeof FrontBargain>

const nickname = t.String({ title: '昵称', description: '只显示首尾两个字' })
const avatar = t.String({ title: '头像', maxLength: 512 })
const state = t.OneOfNumbers([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], {
  title: '状态',
  description: Object.entries(bargainStates)
    .map(([number, word]) => `${number} ${word}`)
    .join('，'),
})

/** A session that anybody may read of who has its link. */
export const FrontSession = t.Object({
  bargainUserId: t.Id,
  bargainId: t.Id,
  isOwn: t.Boolean({ title: '自己的' }),
  nickname,
  avatar,
  title: t.String({ title: '砍价商品' }),
  image: t.String({ title: '图片', maxLength: 512 }),
  price: t.Amount({ title: '起始金额' }),
  minPrice: t.Amount({ title: '最低价' }),
  cutPrice: t.Amount({ title: '已砍金额' }),
  nowPrice: t.Amount({ title: '当前价' }),
  leftPrice: t.Amount({ title: '还差金额' }),
  percent: t.Integer({ title: '已砍比例' }),
  peopleNum: t.Integer({ title: '总砍价次数' }),
  cutNum: t.Integer({ title: '已砍次数' }),
  leftNum: t.Integer({ title: '剩余砍价次数' }),
  status: t.OneOfNumbers(sessionStatuses, { title: '砍价状态' }),
  isCancelled: t.Boolean({ title: '已取消' }),
  /** The caller has cut it. */
  hasHelped: t.Boolean({ title: '自己已砍' }),
  stopTime: t.DateTime,
  orderDeadline: t.Nullable(t.DateTime),
  /** The `attrValueId` of a checkout. */
  attrValueId: t.Id,
  /** Of the owner's order that is not closed; '' for others, and for none. */
  orderNo: t.String({ title: '订单号' }),
})
export type FrontSession = t.Static<typeof FrontSession>

const FrontHelp = t.Object({
  nickname,
  avatar,
  price: t.Amount({ title: '砍价金额' }),
  createTime: t.DateTime,
})
export type FrontHelp = t.Static<typeof FrontHelp>

const bargainUserId = t.Integer({ title: '砍价记录', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const Bargained = t.Object({ bargainId: t.Id })
const base = '/api/front/bargain'

/** Bargains and their sessions, for buyers. */
export const frontBargain = routes('front-bargain', {
  index: {
    method: 'GET',
    path: `${base}/index`,
    permission: 'visitor',
    summary: '首页砍价',
    response: t.Object({ productList: t.Array(BargainCard) }),
  },
  header: {
    method: 'GET',
    path: `${base}/header`,
    permission: 'visitor',
    summary: '砍价列表头部',
    response: t.Object({
      /** Sessions that reached the lowest price. */
      total: t.Integer({ title: '砍价成功人数' }),
      successList: t.Array(
        t.Object({
          nickname,
          avatar,
          title: t.String({ title: '砍价商品' }),
          price: t.Amount({ title: '最低价' }),
        }),
        { title: '最近成功' },
      ),
    }),
  },
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'visitor',
    summary: '砍价商品',
    query: t.Object(frontPage),
    response: t.pageOf(BargainCard),
  },
  detail: {
    method: 'GET',
    path: `${base}/detail/:id`,
    permission: 'visitor',
    summary: '砍价商品详情',
    params: t.Object({ id: t.Id }),
    response: FrontBargain,
    errors: [404],
  },
  /** A session without a cut yet. */
  start: {
    method: 'POST',
    path: `${base}/start`,
    permission: 'buyer',
    summary: '发起砍价',
    body: Bargained,
    response: t.Object({ bargainUserId: t.Id }),
    errors: [404, 409, 422],
  },
  /** Also the owner's own cut. */
  help: {
    method: 'POST',
    path: `${base}/help`,
    permission: 'buyer',
    summary: '帮忙砍价',
    body: t.Object({ bargainUserId }),
    response: t.Object({
      cut: t.Amount({ title: '砍价金额' }),
      cutPrice: t.Amount({ title: '已砍金额' }),
      leftPrice: t.Amount({ title: '还差金额' }),
      percent: t.Integer({ title: '已砍比例' }),
      finished: t.Boolean({ title: '已完成' }),
    }),
    errors: [404, 409, 422],
  },
  cancel: {
    method: 'POST',
    path: `${base}/user/cancel`,
    permission: 'buyer',
    summary: '取消砍价',
    body: Bargained,
    response: t.Done,
    errors: [404],
  },
  /** What the caller can do, with the session that is named or the own one. */
  user: {
    method: 'GET',
    path: `${base}/user`,
    permission: 'visitor',
    summary: '砍价状态',
    query: t.Object({ bargainId: t.Id, bargainUserId: t.Optional(bargainUserId) }),
    response: t.Object({
      state,
      session: t.Nullable(FrontSession),
      /** The newest ones. */
      helps: t.Array(FrontHelp, { title: '帮砍记录' }),
      orderDeadline: t.Nullable(t.DateTime),
      serverTime: t.DateTime,
    }),
    errors: [404],
  },
  helps: {
    method: 'GET',
    path: `${base}/help/list`,
    permission: 'visitor',
    summary: '帮砍记录，新的在前',
    query: t.Object({ bargainUserId, ...frontPage }),
    response: t.pageOf(FrontHelp),
    errors: [404],
  },
  record: {
    method: 'GET',
    path: `${base}/record`,
    permission: 'buyer',
    summary: '我的砍价',
    query: t.Object(frontPage),
    response: t.pageOf(t.Object({ ...FrontSession.properties, state })),
  },
})
