import { teamEndReasons, teamStatuses } from '@zhanggui/domain/promotion/team.ts'
import { ActivityCard, frontActivity, frontDetail, frontPage } from '../promotion/front-activity.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** A team product in lists of buyers. */
export const CombinationCard = t.Object({
  ...ActivityCard.properties,
  /** What its cheapest SKU costs alone. */
  productPrice: t.Amount({ title: '售价' }),
  endTime: t.DateTime,
  people: t.Integer({ title: '拼团人数' }),
  /** Teams that were completed. */
  doneCount: t.Integer({ title: '成团数量' }),
})
export type CombinationCard = t.Static<typeof CombinationCard>

const nickname = t.String({ title: '昵称', description: '只显示首尾两个字' })
const avatar = t.String({ title: '头像', maxLength: 512 })

/** A team that anybody may read of: whose it is nobody learns. */
const OpenTeam = t.Object({
  /** The `pinkId` of a checkout that joins it. */
  id: t.Id,
  nickname,
  avatar,
  people: t.Integer({ title: '几人团' }),
  left: t.Integer({ title: '还差几人' }),
  stopTime: t.DateTime,
})

/** A team product as its buyers see it. */
export const FrontCombination = t.Object({
  activity: t.Object({
    ...CombinationCard.properties,
    ...frontActivity,
    effectiveTime: t.Integer({ title: '拼团时效' }),
    num: t.Integer({ title: '购买数量限制' }),
    onceNum: t.Integer({ title: '单次购买数量限制' }),
  }),
  ...frontDetail,
  /** Teams that can be joined, the one that ends first before the others. */
  teams: t.Array(OpenTeam, { title: '可参与的团' }),
  doneTeams: t.Array(t.Object({ nickname, avatar, people: t.Integer({ title: '几人团' }), endTime: t.DateTime }), {
    title: '已成的团',
  }),
  doneCount: t.Integer({ title: '成团数量' }),
})
export type FrontCombination = t.Static<typeof FrontCombination>

/** The page of a team. */
export const FrontTeam = t.Object({
  team: t.Object({
    pinkId: t.Id,
    people: t.Integer({ title: '几人团' }),
    status: t.OneOfNumbers(teamStatuses, { title: '拼团状态' }),
    endReason: t.OneOf(['', ...t.keysOf(teamEndReasons)], { title: '结束原因' }),
    stopTime: t.DateTime,
    createTime: t.DateTime,
  }),
  /** Filled places stand last. */
  members: t.Array(
    t.Object({
      nickname,
      avatar,
      isLeader: t.Boolean({ title: '团长' }),
      isVirtual: t.Boolean({ title: '系统补齐' }),
    }),
  ),
  left: t.Integer({ title: '还差几人' }),
  /** The caller's own place; null for none. */
  joined: t.Nullable(t.Object({ orderNo: t.String({ title: '订单号' }), refunded: t.Boolean({ title: '已退款' }) })),
  activity: FrontCombination.properties.activity,
  attr: frontDetail.attr,
  attrValue: frontDetail.attrValue,
  productPrice: frontDetail.productPrice,
  /** Why the caller cannot join; '' where it can be. */
  refusal: t.String({ title: '不能参团的原因' }),
  serverTime: t.DateTime,
})
export type FrontTeam = t.Static<typeof FrontTeam>

const base = '/api/front/combination'

/** Team products and teams, for buyers. */
export const frontCombination = routes('front-combination', {
  index: {
    method: 'GET',
    path: `${base}/index`,
    permission: 'visitor',
    summary: '首页拼团',
    response: t.Object({
      avatars: t.Array(avatar, { title: '头像' }),
      totalPeople: t.Integer({ title: '参与人数' }),
      productList: t.Array(CombinationCard),
    }),
  },
  header: {
    method: 'GET',
    path: `${base}/header`,
    permission: 'visitor',
    summary: '拼团列表头部',
    response: t.Object({
      avatars: t.Array(avatar, { title: '头像' }),
      totalPeople: t.Integer({ title: '参与人数' }),
    }),
  },
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'visitor',
    summary: '拼团商品',
    query: t.Object(frontPage),
    response: t.pageOf(CombinationCard),
  },
  /** Others than this one. */
  more: {
    method: 'GET',
    path: `${base}/more`,
    permission: 'visitor',
    summary: '更多拼团商品',
    query: t.Object({ ...frontPage, combinationId: t.Optional(t.Id) }),
    response: t.pageOf(CombinationCard),
  },
  detail: {
    method: 'GET',
    path: `${base}/detail/:id`,
    permission: 'visitor',
    summary: '拼团商品详情',
    params: t.Object({ id: t.Id }),
    response: FrontCombination,
    errors: [404],
  },
  team: {
    method: 'GET',
    path: `${base}/pink/:pinkId`,
    permission: 'visitor',
    summary: '团详情',
    params: t.Object({ pinkId: t.Id }),
    response: FrontTeam,
    errors: [404],
  },
  /** The caller leaves a team that runs, and the money goes back. */
  remove: {
    method: 'POST',
    path: `${base}/remove`,
    permission: 'buyer',
    summary: '退出拼团',
    body: t.Object({ pinkId: t.Id }),
    response: t.Done,
    errors: [404, 409],
  },
})
