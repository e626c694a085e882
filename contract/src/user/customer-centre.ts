import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { captcha } from './front-sign-in.ts'

/** A buyer's orders by what they wait for, without those they deleted; `sumPrice` is what they paid for in all. */
export const OrderCounts = t.Object({
  unPaidCount: t.Integer(),
  unShippedCount: t.Integer(),
  receivedCount: t.Integer(),
  evaluatedCount: t.Integer(),
  refundCount: t.Integer(),
  completeCount: t.Integer(),
  orderCount: t.Integer(),
  sumPrice: t.Amount(),
})
export type OrderCounts = t.Static<typeof OrderCounts>

const nowMoney = t.Amount({ title: '余额' })

const grade = {
  id: t.Id,
  name: t.String(),
  grade: t.Integer({ title: '等级' }),
  experience: t.Integer({ description: '达到该等级所需的经验' }),
  discount: t.Integer({ description: '支付原价的百分之几' }),
  icon: t.String(),
}
/** A shown level, as buyers see it. */
export const Grade = t.Object(grade)
export type Grade = t.Static<typeof Grade>

/** The first page of a buyer's own centre. */
export const OwnAccount = t.Object({
  uid: t.Id,
  nickname: t.String(),
  avatar: t.String(),
  phone: t.String({ description: '隐去中间四位；没有手机号时为空' }),
  sex: t.Integer(),
  birthday: t.String({ title: '生日', description: '没有填写时为空' }),
  nowMoney,
  integral: t.Integer({ title: '积分' }),
  experience: t.Integer(),
  brokeragePrice: t.Amount({ title: '佣金' }),
  level: t.Nullable(Grade),
  nextLevel: t.Nullable(Grade),
  isPromoter: t.Boolean({ title: '推广员' }),
  /** Works in a store now, and may use the calls of its staff. */
  isClerk: t.Boolean({ title: '店员' }),
  collectCount: t.Integer(),
  couponCount: t.Integer({ title: '优惠券', description: '可使用的优惠券，包括未到使用时间的' }),
  rechargeSwitch: t.Boolean({ title: '可充值' }),
  orderData: t.Object(OrderCounts.properties, { title: '订单统计' }),
})
export type OwnAccount = t.Static<typeof OwnAccount>

const movement = {
  id: t.Id,
  pm: t.OneOfNumbers([0, 1], { title: '收支', description: '1 收入，0 支出' }),
  title: t.String(),
  linkId: t.String({ title: '关联单号' }),
  createTime: t.DateTime,
}
/** A movement of the balance, with the balance after it. */
export const OwnBill = t.Object({ ...movement, number: t.Yuan, balance: t.Yuan })
export type OwnBill = t.Static<typeof OwnBill>
/** A movement of experience. */
export const OwnExperience = t.Object({ ...movement, experience: t.Integer(), balance: t.Integer() })
export type OwnExperience = t.Static<typeof OwnExperience>

const base = '/api/front/user'

/** 买家中心. */
export const customerCentre = routes('customer-centre', {
  account: { method: 'GET', path: base, permission: 'buyer', summary: '我的账户', response: OwnAccount },
  grades: {
    method: 'GET',
    path: `${base}/level/grade`,
    permission: 'buyer',
    summary: '会员等级，低的在前',
    response: t.Array(Grade),
  },
  experience: {
    method: 'GET',
    path: `${base}/expList`,
    permission: 'buyer',
    summary: '我的经验记录，新的在前',
    query: t.pageQuery({}),
    response: t.pageOf(OwnExperience),
  },
  balance: {
    method: 'GET',
    path: `${base}/balance`,
    permission: 'buyer',
    summary: '我的余额与变动，新的在前',
    query: t.pageQuery({}),
    response: t.Object({ ...t.pageOf(OwnBill).properties, nowMoney, consumeMoney: t.Amount({ title: '消费金额' }) }),
  },
  end: {
    method: 'POST',
    path: `${base}/cancel`,
    permission: 'buyer',
    secret: ['captcha'],
    summary: '注销账号',
    body: t.Object({
      captcha,
      /** Ends it although commission has not come yet, which is lost. */
      giveUp: t.Optional(t.Boolean({ title: '放弃未到账佣金' })),
    }),
    response: t.Done,
    errors: [409],
  },
})
