import { bool, file, secret, select, text } from './field.ts'

const officialAccount = { key: 'pay_weixin_open', in: [true] }
const miniProgram = { key: 'pay_routine_open', in: [true] }
const alipay = { key: 'ali_pay_status', in: [true] }
const playMoney = { key: 'pay_sim_open', in: ['auto', 'on'] }
/** A PEM private key is longer than other secrets. */
const PEM_LIMIT = 5000

export const pay = {
  pay_weixin_open: bool('公众号支付'),
  pay_weixin_appid: text('公众号 AppID', {
    max: 32,
    help: '公众号后台「基本配置」里，以 wx 开头，18 位',
    visibleIf: officialAccount,
  }),
  pay_weixin_mchid: text('公众号支付商户号', {
    max: 32,
    help: '微信支付商户平台「账户中心」里的 10 位数字；如 1900000109',
    visibleIf: officialAccount,
  }),
  pay_weixin_key: secret('公众号支付密钥', { visibleIf: officialAccount }),
  pay_weixin_key_v3: secret('公众号支付 APIv3 密钥', {
    help: '商户平台「API 安全」里自己设置的 32 位字母和数字',
    visibleIf: officialAccount,
  }),
  pay_weixin_certificate: file('公众号支付证书', { visibleIf: officialAccount }),
  pay_weixin_serial: text('公众号支付证书序列号', { max: 64, visibleIf: officialAccount }),
  pay_routine_open: bool('小程序支付'),
  pay_routine_appid: text('小程序 AppID', {
    max: 32,
    help: '小程序后台「开发设置」里，以 wx 开头，18 位',
    visibleIf: miniProgram,
  }),
  pay_routine_mchid: text('小程序支付商户号', {
    max: 32,
    help: '微信支付商户平台「账户中心」里的 10 位数字；如 1900000109',
    visibleIf: miniProgram,
  }),
  pay_routine_key: secret('小程序支付密钥', { visibleIf: miniProgram }),
  pay_routine_key_v3: secret('小程序支付 APIv3 密钥', {
    help: '商户平台「API 安全」里自己设置的 32 位字母和数字',
    visibleIf: miniProgram,
  }),
  pay_routine_certificate: file('小程序支付证书', { visibleIf: miniProgram }),
  pay_routine_serial: text('小程序支付证书序列号', { max: 64, visibleIf: miniProgram }),
  offline_pay_status: bool('线下支付', {
    help: '买家收货或到店时才付钱，员工收到后在订单里点「确认收款」；如货到付款、到店付现金',
  }),
  pay_sim_open: select(
    '模拟支付',
    [
      ['auto', '自动（仅演示店开启）'],
      ['on', '开启'],
      ['off', '关闭'],
    ],
    {
      help: '没有开通真实支付时，用内置的模拟支付演练下单流程，不会真的收款',
    },
  ),
  pay_sim_refund: select(
    '模拟退款',
    [
      ['sync', '立即到账'],
      ['async', '2 秒后到账'],
      ['fail', '退款失败'],
      ['silent', '没有结果'],
    ],
    {
      help: '模拟支付收到退款请求后的结果，用来演练退款失败和重试',
      visibleIf: playMoney,
    },
  ),
  pay_sim_key: secret('模拟支付密钥', {
    help: '模拟支付回调的签名密钥，首次使用时自动生成',
    visibleIf: playMoney,
  }),
  ali_pay_status: bool('支付宝支付'),
  ali_pay_appid: text('支付宝应用 AppID', { max: 32, visibleIf: alipay }),
  ali_pay_private_key: secret('支付宝应用私钥', { max: PEM_LIMIT, visibleIf: alipay }),
  ali_pay_public_key: secret('支付宝公钥', { max: PEM_LIMIT, visibleIf: alipay }),
}
