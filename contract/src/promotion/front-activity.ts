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
