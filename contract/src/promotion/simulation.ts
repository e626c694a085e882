import { FrontQuote } from '../order/front-order.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { activityRow, activityType } from './activity.ts'

/** A question to the price engine (docs/prices.md, The simulator): who buys what, when, and with which means. */
export const SimulationForm = t.Object(
  {
    /** A customer; without one, somebody new. */
    uid: t.Optional(t.Id),
    /** Instead of the customer's own; 0 for no level. */
    levelId: t.Optional(t.Integer({ title: '会员等级' })),
    /** Windows, levels and phases are judged as of then; now unless given. */
    at: t.Optional(
      t.String({
        title: '下单时间',
        maxLength: 19,
        description: 'YYYY-MM-DD HH:mm:ss',
        example: '2026-11-11 00:00:00',
      }),
    ),
    /** Instead of the points the customer has. */
    points: t.Optional(t.Integer({ title: '积分', maximum: 999_999_999 })),
    items: t.Array(t.Object({ skuId: t.Id, num: t.Integer({ title: '数量', minimum: 1, maximum: 999 }) }), {
      title: '商品',
      minItems: 1,
      maxItems: 50,
      ask: '请选择商品',
      example: [{ skuId: 1, num: 1 }],
    }),
    /** The customer's copy, or a coupon as if received now; one of them. */
    couponUserId: t.Optional(t.Id),
    couponId: t.Optional(t.Id),
    /** The one item is bought in an activity; of a bargain without a session as if it were won, of a team product without a team to open one. */
    activity: t.Optional(
      t.Object(
        {
          type: activityType,
          activitySkuId: t.Id,
          bargainUserId: t.Optional(t.Id),
          pinkId: t.Optional(t.Id),
        },
        { title: '活动' },
      ),
    ),
    usePoints: t.Optional(t.Boolean({ title: '使用积分' })),
    cityId: t.Optional(t.Id),
    shippingType: t.Optional(t.OneOfNumbers([1, 2], { title: '配送方式', description: '1 快递，2 到店自提' })),
  },
  { example: { items: [{ skuId: 1, num: 1 }], usePoints: true } },
)
export type SimulationForm = t.Static<typeof SimulationForm>

/** A coupon that could be used, with what it would make of the basket. */
const Ranked = t.Object({
  /** Of the copy; 0 of a coupon that the customer does not hold. */
  id: t.Integer(),
  couponId: t.Id,
  name: t.String({ title: '优惠券名称' }),
  money: t.Amount({ title: '面值' }),
  minPrice: t.Amount({ title: '最低消费' }),
  endTime: t.DateTime,
  discount: t.Amount({ title: '可抵扣' }),
  payFee: t.Amount({ title: '应付金额' }),
  reason: t.String({ title: '不可用的原因' }),
})

export const Simulation = t.Object({
  quote: FrontQuote,
  /** What the engine took for the customer. */
  buyer: t.Object({
    uid: t.Integer(),
    nickname: t.String(),
    levelName: t.String({ title: '等级名称' }),
    integral: t.Integer({ title: '积分' }),
  }),
  at: t.DateTime,
  /** The least the basket can cost with one of the coupons and with points, and by which. */
  lowest: t.Object(
    {
      payFee: t.Amount({ title: '应付金额' }),
      /** The copy; 0 for none, or for a coupon that is tried. */
      couponUserId: t.Integer({ title: '领取的券' }),
      /** 0 for none. */
      couponId: t.Integer({ title: '优惠券' }),
      couponName: t.String({ title: '优惠券名称' }),
      integral: t.Integer({ title: '使用积分' }),
    },
    { title: '最低价' },
  ),
  /** The customer's copies, best first. */
  coupons: t.Array(Ranked),
  /** The activities in which the one SKU takes part and that are not over at that time; none for several SKUs. */
  activities: t.Array(
    t.Object({
      type: activityType,
      id: t.Id,
      activitySkuId: t.Id,
      title: activityRow.title,
      /** Of a bargain the one it falls to. */
      price: activityRow.price,
      phase: activityRow.phase,
      phaseName: activityRow.phaseName,
    }),
    { title: '可参加的活动' },
  ),
})
export type Simulation = t.Static<typeof Simulation>

/** 价格试算 (docs/prices.md, The simulator). It writes and reserves nothing. */
export const simulation = routes('simulation', {
  run: {
    method: 'POST',
    path: '/admin/marketing/simulate',
    permission: 'admin:marketing:simulate',
    summary: '价格试算',
    body: SimulationForm,
    response: Simulation,
    errors: [404, 422],
    quiet: true,
    whileSeeing: true,
  },
})
