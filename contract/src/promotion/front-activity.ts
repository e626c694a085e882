import { activityPhases } from '@zhanggui/domain/promotion/activity.ts'
import * as t from '../schema.ts'

/** An activity as lists of buyers show it. */
export const ActivityCard = t.Object({
  id: t.Id,
  productId: t.Id,
  /** The first category, for goods like it. */
  cid: t.Integer(),
  image: t.String({ title: '图片', maxLength: 512 }),
  title: t.String({ title: '商品标题' }),
  price: t.Amount({ title: '活动价' }),
  otPrice: t.Amount({ title: '原价' }),
  unitName: t.String({ title: '单位' }),
  /** What buyers can have, of how many, and the share that is gone. */
  quota: t.Integer({ title: '剩余' }),
  quotaShow: t.Integer({ title: '限量' }),
  percent: t.Integer({ title: '已抢比例' }),
})
export type ActivityCard = t.Static<typeof ActivityCard>

/** What the page of an activity of any kind says of the activity itself, besides its card. */
export const frontActivity = {
  images: t.Array(t.String({ maxLength: 512 }), { title: '轮播图' }),
  info: t.String({ title: '活动简介' }),
  content: t.String({ title: '商品详情', maxLength: 200_000 }),
  giveIntegral: t.Integer({ title: '赠送积分' }),
  phase: t.OneOf(t.keysOf(activityPhases), { title: '阶段' }),
  /** Real ones and those that staff set for the product. */
  sales: t.Integer({ title: '销量' }),
}

/** What that page says of the product and of the caller. */
export const frontDetail = {
  serverTime: t.DateTime,
  /** The stretch in which it runs now or does next; null when it runs no more. */
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
}

/** Which page of a list of buyers. */
export const frontPage = {
  page: t.Optional(t.Integer({ title: '页码', minimum: 1, maximum: 100_000 })),
  limit: t.Optional(t.Integer({ title: '每页条数', minimum: 1 })),
}
