import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const base = '/api/front'

/** The number by which something is paid: of an order its digits, of other things a letter before them. */
const orderNo = t.String({
  title: '订单号',
  pasted: 'number',
  pattern: /^[A-Z]?\d{20}$/,
  example: '20261123101500123456',
  hint: '订单号应为20位数字，充值单号前有字母C',
})

export const PayMethod = t.Object({
  payType: t.OneOf(['weixin', 'alipay', 'yue', 'offline'], { title: '支付方式' }),
  label: t.String({ title: '名称' }),
  open: t.Boolean({ title: '是否可用' }),
  reason: t.Optional(t.String({ title: '不可用的原因' })),
})
export type PayMethod = t.Static<typeof PayMethod>

/** Fetched by the page from WeChat where a way to pay wants to know the payer. */
export const wxCode = t.Optional(
  t.String({
    title: '微信登录凭证',
    minLength: 1,
    maxLength: 128,
    description: '答 OPENID_WANTED 时由页面向微信取得，只用于这一次支付',
  }),
)

const PayForm = t.Object({
  orderNo,
  payType: t.OneOf(['weixin', 'alipay', 'yue', 'offline'], { title: '支付方式' }),
  channel: t.OneOf(['routine', 'wechat', 'h5', 'app'], { title: '支付渠道' }),
  wxCode,
})
export type PayForm = t.Static<typeof PayForm>

export const PayAnswer = t.Object({
  paid: t.Boolean({ title: '已支付' }),
  payType: t.String({ title: '支付方式' }),
  outTradeNo: t.String({ title: '支付单号' }),
  provider: t.String({ title: '支付渠道' }),
  /** What the buyer's client needs; of the simulated gateway `mwebUrl`, the address of its page. */
  jsConfig: t.Optional(t.Map(t.String({ maxLength: 2000 }), { title: '调起支付的参数' })),
})
export type PayAnswer = t.Static<typeof PayAnswer>

/** 支付 (docs/payments.md, Attempts). */
export const frontPay = routes('front-pay', {
  config: {
    method: 'GET',
    path: `${base}/pay/get/config`,
    permission: 'buyer',
    summary: '支付方式',
    /** The number of what is to be paid, for the ways that it may take and what is due. */
    query: t.Object({ no: t.Optional(orderNo) }),
    response: t.Object({
      methods: t.Array(PayMethod, { title: '支付方式' }),
      userBalance: t.Amount({ title: '余额' }),
      simOpen: t.Boolean({ title: '模拟支付已开启' }),
      /** Null without a number. */
      due: t.Nullable(
        t.Object(
          {
            fee: t.Amount({ title: '应付金额' }),
            payDeadline: t.Nullable(t.DateTime),
            paid: t.Boolean({ title: '已支付' }),
            what: t.String({ title: '支付内容', description: 'order 订单，edit 改单补款，recharge 充值' }),
          },
          { title: '待付款' },
        ),
      ),
      serverTime: t.DateTime,
    }),
    errors: [404],
  },
  pay: {
    method: 'POST',
    path: `${base}/pay/payment`,
    permission: 'buyer',
    unkept: true,
    summary: '支付订单',
    body: PayForm,
    secret: ['wxCode'],
    response: PayAnswer,
    errors: [404, 409, 422, 502],
  },
  query: {
    method: 'POST',
    path: `${base}/pay/queryPayResult`,
    permission: 'buyer',
    quiet: true,
    summary: '查询支付结果',
    body: t.Object({ orderNo }),
    response: t.Object({
      paid: t.Boolean({ title: '已支付' }),
      /** Of the newest attempt; `open` before any. */
      state: t.OneOf(['open', 'paid', 'failed', 'closed'], { title: '支付状态' }),
      /** Why the newest attempt failed; '' otherwise. */
      message: t.String({ title: '失败原因' }),
    }),
    errors: [404],
  },
})

/** The simulated gateway's page of a payment, and its buttons (docs/payments.md, Gateways). */
export const simPay = routes('sim-pay', {
  page: {
    method: 'GET',
    path: `${base}/pay/sim/page/:outTradeNo`,
    permission: 'visitor',
    summary: '模拟支付页',
    params: t.Object({ outTradeNo: t.String({ title: '支付单号', maxLength: 40 }) }),
    query: t.Object({
      redirect_url: t.Optional(t.String({ title: '支付后回到', maxLength: 512, description: '本店 /h5/ 下的页面' })),
    }),
    response: t.File,
    errors: [404],
  },
  act: {
    method: 'POST',
    path: `${base}/pay/sim/:outTradeNo`,
    permission: 'visitor',
    summary: '模拟支付结果',
    params: t.Object({ outTradeNo: t.String({ title: '支付单号', maxLength: 40 }) }),
    body: t.Object({
      result: t.OneOf(['success', 'fail'], { title: '支付结果' }),
      duplicate: t.Optional(t.Integer({ title: '回调次数', minimum: 1, maximum: 5 })),
      delayMs: t.Optional(t.Integer({ title: '延迟毫秒', maximum: 10_000 })),
      /** Another amount than was asked for. */
      amount: t.Optional(t.Amount({ title: '支付金额' })),
    }),
    response: t.Done,
    errors: [404, 409],
  },
})

/** What payment providers call (docs/payments.md, Call-backs). */
export const payCallback = routes('pay-callback', {
  pay: {
    method: 'POST',
    path: '/api/callback/pay/:provider',
    permission: 'provider',
    raw: true,
    summary: '支付结果通知',
    params: t.Object({ provider: t.String({ title: '支付渠道', maxLength: 20 }) }),
    response: t.Json(),
    errors: [401, 404],
  },
  refund: {
    method: 'POST',
    path: '/api/callback/refund/:provider',
    permission: 'provider',
    raw: true,
    summary: '退款结果通知',
    params: t.Object({ provider: t.String({ title: '支付渠道', maxLength: 20 }) }),
    response: t.Json(),
    errors: [401, 404],
  },
})
