import { rechargeStates } from '@zhanggui/domain/finance/recharge-words.ts'
import { refundNo, refundReason, voucher } from '../order/refund.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { exportRoute } from '../work/export.ts'

/** A refund of a recharge that is on its way or has failed. */
const OpenRefund = t.Object({
  refundNo: t.String({ title: '退款单号' }),
  amount: t.Amount({ title: '退款金额' }),
  /** 0 on its way, 2 failed. */
  state: t.OneOfNumbers([0, 2], { title: '状态', description: '0 处理中，2 失败' }),
  failMsg: t.String({ title: '失败原因' }),
  /** Of money that came too late or twice: the recharge stays as it is. */
  surplus: t.Boolean({ title: '多收的钱' }),
  /** Its provider has said nothing for a day: staff may say how it ended. */
  silent: t.Boolean({ title: '无结果' }),
  createTime: t.DateTime,
})

/** A row of 充值记录. */
export const Recharge = t.Object({
  id: t.Id,
  uid: t.Id,
  nickname: t.String({ title: '用户昵称' }),
  avatar: t.String({ title: '头像', maxLength: 512 }),
  orderNo: t.String({ title: '充值单号' }),
  price: t.Amount({ title: '充值金额' }),
  givePrice: t.Amount({ title: '赠送金额' }),
  rechargeType: t.OneOf(['weixin', 'alipay'], { title: '支付方式' }),
  channel: t.OneOf(['routine', 'wechat', 'h5', 'app'], { title: '支付渠道' }),
  paid: t.Boolean({ title: '已支付' }),
  statusName: t.OneOf(rechargeStates, { title: '状态' }),
  payTime: t.String({ title: '支付时间' }),
  /** On its way or back. */
  refundPrice: t.Amount({ title: '已退金额' }),
  refundGive: t.Amount({ title: '已扣回赠送' }),
  /** What its refund takes into account, and what the customer has. */
  nowMoney: t.Amount({ title: '用户余额' }),
  refunds: t.Array(OpenRefund, { title: '未完成的退款' }),
  createTime: t.DateTime,
})
export type Recharge = t.Static<typeof Recharge>

export const RechargeQuery = t.Object({
  keywords: t.Optional(t.String({ title: '用户或充值单号', pasted: 'keyword', maxLength: 64 })),
  uid: t.Optional(t.Id),
  /** When it was made. */
  dateLimit: t.Optional(t.TimeRange),
  rechargeType: t.Optional(t.OneOf(['weixin', 'alipay'], { title: '支付方式' })),
  paid: t.Optional(t.Boolean({ title: '已支付' })),
  /** With a refund on its way, or one that has failed and was not made up for. */
  refundState: t.Optional(t.OneOf(['waiting', 'failed'], { title: '退款' })),
})
export type RechargeQuery = t.Static<typeof RechargeQuery>

/** Sums of the rows that the filters find; null beyond 10,000 rows. */
const RechargeSums = t.Nullable(
  t.Object(
    {
      price: t.Amount({ title: '充值金额' }),
      givePrice: t.Amount({ title: '赠送金额' }),
      refundPrice: t.Amount({ title: '已退金额' }),
    },
    { title: '合计' },
  ),
)

const RefundForm = t.Object({
  id: t.Id,
  type: t.OneOfNumbers([1, 2], {
    title: '退款类型',
    description: '1 退本金，2 退本金并按比例扣回赠送',
  }),
  /** All that is left unless given. */
  price: t.Optional(t.Amount({ title: '退款金额', maximum: 999_999.99 })),
  /** By its provider, or in cash with a voucher where the provider cannot. */
  method: t.Optional(t.OneOf(['origin', 'offline'], { title: '退款方式' })),
  reason: t.Optional(refundReason),
  voucher,
})
export type RechargeRefundForm = t.Static<typeof RefundForm>

const Again = t.Object(
  {
    refundNo,
    method: t.Optional(t.OneOf(['origin', 'offline'], { title: '退款方式' })),
    outcome: t.Optional(t.OneOf(['succeeded', 'failed'], { title: '退款结果' })),
    voucher,
  },
  { example: { refundNo: 'R20261123101500123456', method: 'offline', voucher: '转账回单 2210' } },
)
export type RechargeRefundAgain = t.Static<typeof Again>

const Refunded = t.Object({
  id: t.Id,
  refundNo: t.String({ title: '退款单号' }),
  state: t.Integer({ title: '状态', description: '0 处理中，1 成功，2 失败' }),
})
export type RefundedRecharge = t.Static<typeof Refunded>

const base = '/admin/user/topUpLog'

export const recharge = routes('recharge', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:recharge:list',
    summary: '充值记录，新的在前',
    query: t.pageQuery(RechargeQuery.properties),
    response: t.Object({ ...t.pageOf(Recharge).properties, sums: RechargeSums }),
  },
  balance: {
    method: 'POST',
    path: `${base}/balance`,
    permission: 'admin:recharge:balance',
    quiet: true,
    whileSeeing: true,
    summary: '充值统计',
    response: t.Object({
      total: t.Amount({ title: '充值总金额' }),
      routine: t.Amount({ title: '小程序充值' }),
      weChat: t.Amount({ title: '公众号充值' }),
      other: t.Amount({ title: '其他充值' }),
      refund: t.Amount({ title: '充值退款' }),
    }),
  },
  refund: {
    method: 'POST',
    path: `${base}/refund`,
    permission: 'admin:recharge:refund',
    summary: '充值退款',
    body: RefundForm,
    response: Refunded,
    accepted: Asked,
    errors: [404, 409, 422, 428],
  },
  again: {
    method: 'POST',
    path: `${base}/refund/again`,
    permission: 'admin:recharge:refund',
    summary: '重新退充值',
    body: Again,
    response: Refunded,
    errors: [404, 409, 422, 428, 502],
  },
  download: exportRoute({
    path: '/admin/export/excel/recharge',
    permission: 'admin:finance:export',
    summary: '导出充值记录',
    query: RechargeQuery,
  }),
})
