import { commissionStatusLabels } from '@zhanggui/domain/distribution/commission.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const commissionLevel = t.OneOfNumbers([1, 2], { title: '级别', description: '1 一级，2 二级' })
export const commissionStatus = t.OneOfNumbers([1, 2, 3, 4, 5], {
  title: '状态',
  description: Object.entries(commissionStatusLabels)
    .map(([status, label]) => `${status} ${label}`)
    .join('，'),
})

/** What an order earned for one promoter. */
export const OrderCommission = t.Object({
  level: commissionLevel,
  uid: t.Id,
  promoter: t.String({ title: '推广员' }),
  /** What is left of it, and what was taken back once the promoter had it. */
  price: t.Amount({ title: '佣金' }),
  /** Before anything of the order went back, and of that each line. */
  originPrice: t.Amount({ title: '原佣金' }),
  lines: t.Array(t.Object({ lineId: t.Id, price: t.Amount({ title: '佣金' }) }), { title: '各行佣金' }),
  takenBack: t.Amount({ title: '已扣回' }),
  status: commissionStatus,
  thawTime: t.Nullable(t.DateTime),
})
export type OrderCommission = t.Static<typeof OrderCommission>

const CommissionVoid = t.Object({
  orderNo: t.String({ title: '订单号', pasted: 'number', minLength: 1, maxLength: 20 }),
  level: commissionLevel,
  reason: t.String({ title: '作废原因', minLength: 2, maxLength: 100, ask: '请填写作废原因' }),
})
export type CommissionVoid = t.Static<typeof CommissionVoid>

/** Acts on the commission of an order. */
export const orderCommission = routes('order-commission', {
  void: {
    method: 'POST',
    path: '/admin/store/retail/brokerage/void',
    permission: 'admin:retail:brokerage:adjust',
    summary: '作废订单佣金',
    body: CommissionVoid,
    response: t.Object({}),
    errors: [404, 409],
  },
})
