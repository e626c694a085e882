import * as t from '../schema.ts'

/** A line of an order as everybody sees it. */
export const OrderLine = t.Object({
  id: t.Id,
  productId: t.Id,
  skuId: t.Id,
  unique: t.String({ title: '规格编码' }),
  storeName: t.String({ title: '商品名称' }),
  image: t.String({ title: '商品图片', maxLength: 512 }),
  sku: t.String({ title: '规格' }),
  price: t.Amount({ title: '原价' }),
  unitPrice: t.Amount({ title: '单价' }),
  num: t.Integer({ title: '数量' }),
  lineTotal: t.Amount({ title: '小计' }),
  payShare: t.Amount({ title: '实付' }),
  sentNum: t.Integer({ title: '已发数量' }),
  refundNum: t.Integer({ title: '已退数量' }),
  cutNum: t.Integer({ title: '未发先退数量' }),
  afterNum: t.Integer({ title: '售后中数量' }),
  refundMoney: t.Amount({ title: '已退金额' }),
  isReply: t.Boolean({ title: '已评价' }),
})
export type OrderLine = t.Static<typeof OrderLine>

/** A line with how its price came about. */
export const OrderLineShares = t.Object({
  ...OrderLine.properties,
  lineNo: t.Integer({ title: '行号' }),
  barCode: t.String({ title: '商品编号' }),
  memberDiscount: t.Amount({ title: '会员优惠' }),
  activityDiscount: t.Amount({ title: '活动优惠' }),
  couponShare: t.Amount({ title: '优惠券' }),
  integralShare: t.Amount({ title: '积分抵扣' }),
  useIntegralShare: t.Integer({ title: '使用积分' }),
  adjustShare: t.Yuan,
  freightShare: t.Amount({ title: '运费分摊' }),
  /** Left out without admin:product:cost:view. */
  cost: t.Optional(t.Amount({ title: '成本' })),
})
export type OrderLineShares = t.Static<typeof OrderLineShares>

/** Where an order stands: the key of its tab and the Chinese word. */
export const OrderState = t.Object({ key: t.String(), value: t.String() })
export type OrderState = t.Static<typeof OrderState>

export const orderNo = t.String({
  title: '订单号',
  pasted: 'number',
  pattern: /^\d{20}$/,
  example: '20261123101500123456',
  hint: '订单号应为20位数字',
})
