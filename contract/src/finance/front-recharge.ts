import { PayAnswer, PayMethod, wxCode } from '../payment/front-pay.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const base = '/api/front/recharge'

const RechargePackage = t.Object({
  id: t.Id,
  price: t.Amount({ title: '充值金额' }),
  giveMoney: t.Amount({ title: '赠送金额' }),
})

const RechargeForm = t.Object({
  price: t.Amount({ title: '充值金额', maximum: 999_999.99 }),
  /** The package that fixes price and gift; without one there is no gift. */
  packageId: t.Optional(t.Id),
  payType: t.OneOf(['weixin', 'alipay'], { title: '支付方式' }),
  channel: t.OneOf(['routine', 'wechat', 'h5', 'app'], { title: '支付渠道' }),
  wxCode,
})
export type RechargeForm = t.Static<typeof RechargeForm>

/** 充值, by the buyer. It is paid as an order is, by its number. */
export const frontRecharge = routes('front-recharge', {
  index: {
    method: 'GET',
    path: `${base}/index`,
    permission: 'buyer',
    summary: '充值套餐和支付方式',
    response: t.Object({
      open: t.Boolean({ title: '可充值' }),
      packages: t.Array(RechargePackage, { title: '充值套餐' }),
      minPrice: t.Amount({ title: '最低充值金额' }),
      attention: t.String({ title: '充值注意事项' }),
      nowMoney: t.Amount({ title: '余额' }),
      methods: t.Array(PayMethod, { title: '支付方式' }),
    }),
  },
  create: {
    method: 'POST',
    path: `${base}/create`,
    permission: 'buyer',
    unkept: true,
    summary: '充值',
    body: RechargeForm,
    secret: ['wxCode'],
    response: t.Object({ rechargeNo: t.String({ title: '充值单号' }), ...PayAnswer.properties }),
    errors: [400, 409, 422, 502],
  },
})
