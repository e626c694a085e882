import { activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import { ActivityCard } from '../promotion/front-activity.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const FrontSlot = t.Object({
  id: t.Id,
  name: t.String({ title: '秒杀时段名称' }),
  sliderImgs: t.Array(t.String({ maxLength: 512 }), { title: '轮播图' }),
  startHour: t.Integer({ title: '开始时间' }),
  endHour: t.Integer({ title: '结束时间' }),
  isTomorrow: t.Boolean({ title: '明天' }),
  phase: t.OneOf(t.keysOf(activityPhases), { title: '阶段' }),
  startTime: t.DateTime,
  endTime: t.DateTime,
  serverTime: t.DateTime,
  /** The one that buyers should see first. */
  isCurrent: t.Boolean({ title: '当前时段' }),
})
export type FrontSlot = t.Static<typeof FrontSlot>

const SeckillCard = t.Object({
  ...ActivityCard.properties,
  num: t.Integer({ title: '当天参与活动次数' }),
  onceNum: t.Integer({ title: '单笔限购' }),
})
export type SeckillCard = t.Static<typeof SeckillCard>

/** A flash sale as its buyers see it. */
export const FrontSeckill = t.Object({
  activity: t.Object({
    ...SeckillCard.properties,
    images: t.Array(t.String({ maxLength: 512 }), { title: '轮播图' }),
    info: t.String({ title: '活动简介' }),
    content: t.String({ title: '商品详情', maxLength: 200_000 }),
    giveIntegral: t.Integer({ title: '赠送积分' }),
    totalNum: t.Integer({ title: '活动限购' }),
    timeId: t.Id,
    phase: t.OneOf(t.keysOf(activityPhases), { title: '阶段' }),
    /** Real ones and those that staff set for the product. */
    sales: t.Integer({ title: '销量' }),
  }),
  serverTime: t.DateTime,
  /** Of the slot that runs now or next; null when it runs no more. */
  startTime: t.Nullable(t.DateTime),
  endTime: t.Nullable(t.DateTime),
  attr: t.Array(t.Object({ attrName: t.String(), attrValues: t.Array(t.String()) })),
  /** `attrValueId` of a checkout is `id`; a SKU that does not take part has null and none left. */
  attrValue: t.Array(
    t.Object({
      id: t.Nullable(t.Id),
      skuId: t.Id,
      suk: t.String({ maxLength: 400 }),
      attrValue: t.Map(t.String()),
      image: t.String({ maxLength: 512 }),
      price: t.Amount({ title: '活动价' }),
      otPrice: t.Amount({ title: '原价' }),
      quota: t.Integer({ title: '剩余' }),
      quotaShow: t.Integer({ title: '限量' }),
    }),
  ),
  /** What the cheapest SKU that takes part costs without it. */
  productPrice: t.Amount({ title: '售价' }),
  params: t.Array(t.Object({ name: t.String(), value: t.String() })),
  ensures: t.Array(t.String()),
  cid: t.Integer(),
  /** The caller's order of it that waits for its money; '' for none. */
  openOrderNo: t.String({ title: '待付款订单' }),
  collected: t.Boolean({ title: '已收藏' }),
  productState: t.OneOf(['normal', 'sellOut', 'soldOut', 'deleted'], { title: '商品状态' }),
})
export type FrontSeckill = t.Static<typeof FrontSeckill>

const base = '/api/front/seckill'
const page = {
  page: t.Optional(t.Integer({ title: '页码', minimum: 1, maximum: 100_000 })),
  limit: t.Optional(t.Integer({ title: '每页条数', minimum: 1 })),
}

/** Flash sales, for buyers. */
export const frontSeckill = routes('front-seckill', {
  index: {
    method: 'GET',
    path: `${base}/index`,
    permission: 'visitor',
    summary: '首页秒杀',
    response: t.Object({ slot: t.Nullable(FrontSlot), productList: t.Array(SeckillCard) }),
  },
  header: {
    method: 'GET',
    path: `${base}/header`,
    permission: 'visitor',
    summary: '秒杀时段',
    response: t.Array(FrontSlot),
  },
  list: {
    method: 'GET',
    path: `${base}/list/:timeId`,
    permission: 'visitor',
    summary: '时段内的秒杀商品',
    params: t.Object({ timeId: t.Id }),
    query: t.Object({ ...page, tomorrow: t.Optional(t.Boolean({ title: '明天' })) }),
    response: t.pageOf(SeckillCard),
  },
  detail: {
    method: 'GET',
    path: `${base}/detail/:id`,
    permission: 'visitor',
    summary: '秒杀商品详情',
    params: t.Object({ id: t.Id }),
    response: FrontSeckill,
    errors: [404],
  },
})
