import * as t from './schema.ts'

/** The body of every response outside 200–299. */
export const ErrorBody = t.Object({
  status: t.Integer(),
  message: t.String(),
  timestamp: t.DateTime,
  code: t.String(),
  requestId: t.String(),
  errors: t.Optional(t.Array(t.Object({ field: t.String(), message: t.String() }))),
  permission: t.Optional(t.String()),
  errcode: t.Optional(t.Integer({ description: '微信返回的错误码' })),
  reason: t.Optional(t.String({ description: '微信给出的原因' })),
  skuId: t.Optional(t.Id),
  stock: t.Optional(t.Integer({ description: '库存不足时：现有库存' })),
  wanted: t.Optional(t.Integer({ description: '库存不足时：需要的数量' })),
  payFee: t.Optional(t.Amount({ description: '价格已变动时：现在应付的金额' })),
  orderNo: t.Optional(t.String({ description: '有待付款的活动订单时：它的订单号' })),
  skus: t.Optional(
    t.Array(
      t.Object({
        skuId: t.Id,
        suk: t.String(),
        lowest: t.Amount(),
        price: t.Optional(t.Amount()),
        cost: t.Optional(t.Amount()),
      }),
      { description: '低于成本或不到售价一成时：这些规格的最低到手价；不到一成的售价，低于成本的成本价' },
    ),
  ),
  conflicts: t.Optional(
    t.Array(t.Object({ type: t.Integer(), id: t.Integer(), title: t.String(), message: t.String() })),
  ),
  issues: t.Optional(
    t.Array(
      t.Object({
        level: t.OneOf(['error', 'warning']),
        componentId: t.String(),
        path: t.Array(t.Unknown()),
        code: t.String(),
        message: t.String(),
      }),
      { description: '页面不能发布时：要修正的地方', maxItems: 2000 },
    ),
  ),
  current: t.Optional(t.Unknown()),
  changedBy: t.Optional(t.String({ description: '数据已被他人修改时：最后修改的人' })),
  uses: t.Optional(t.Array(t.Object({ type: t.String(), id: t.Id, name: t.String() }))),
})
export type ErrorBody = t.Static<typeof ErrorBody>
