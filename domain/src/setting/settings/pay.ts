import { bool, file, secret, select, text } from './field.ts'
import { wechatAppid } from './wechat.ts'

const alipay = { key: 'ali_pay_status', in: [true] }
const playMoney = { key: 'pay_sim_open', in: ['auto', 'on'] }
/** A PEM private key is longer than other secrets. */
const PEM_LIMIT = 5000
/** Two certificates, as WeChat exchanges one, and more. */
const PEMS_LIMIT = 12_000

const mchid = {
  max: 32,
  pattern: /^\d{8,12}$/,
  hint: '商户号应为 10 位左右的数字',
  help: '微信支付商户平台「账户中心」里的 10 位数字；如 1900000109',
}
const v3Key = {
  pattern: /^[0-9A-Za-z]{32}$/,
  hint: 'APIv3 密钥应为 32 位字母和数字',
  help: '商户平台「API 安全」里自己设置的 32 位字母和数字',
}
const serial = {
  max: 64,
  pattern: /^[0-9A-Fa-f]{16,64}$/,
  hint: '证书序列号应为 40 位左右的数字和字母 A–F',
  help: '商户平台「API 安全」→「商户 API 证书」里的序列号，40 位',
}
const privateKey = {
  max: PEM_LIMIT,
  multiline: true,
  help: '证书工具生成的 apiclient_key.pem，用记事本打开后全部复制，包括 BEGIN 和 END 两行',
}
const platformSerial = {
  max: 64,
  pattern: /^(?:PUB_KEY_ID_\d{10,48}|[0-9A-Fa-f]{16,64})$/,
  hint: '应为以 PUB_KEY_ID_ 开头的公钥 ID，或 40 位左右的证书序列号',
  help: '商户平台「API 安全」→「微信支付公钥」里以 PUB_KEY_ID_ 开头的 ID；较早的商户号填平台证书序列号',
}
const platformKey = {
  max: PEMS_LIMIT,
  multiline: true,
  help: '微信支付公钥（pub_key.pem）或平台证书的全部内容。更换期间两把都要：在后面接着粘贴另一把，它的上一行写它的 ID 或序列号',
}

export const pay = {
  pay_weixin_open: bool('公众号支付'),
  ...weixin(),
  pay_routine_open: bool('小程序支付'),
  ...routine(),
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

/** Of the official account, and of browsers outside WeChat. */
function weixin() {
  const visibleIf = { key: 'pay_weixin_open', in: [true] }
  return {
    pay_weixin_appid: text('公众号 AppID', {
      max: 32,
      ...wechatAppid,
      help: '公众号后台「基本配置」里，以 wx 开头，18 位；留空则用公众号设置里的',
      visibleIf,
    }),
    pay_weixin_mchid: text('公众号支付商户号', { ...mchid, visibleIf }),
    pay_weixin_key: secret('公众号支付密钥', { visibleIf }),
    pay_weixin_key_v3: secret('公众号支付 APIv3 密钥', { ...v3Key, visibleIf }),
    pay_weixin_certificate: file('公众号支付证书', { visibleIf }),
    pay_weixin_serial: text('公众号支付证书序列号', { ...serial, visibleIf }),
    pay_weixin_private_key: secret('公众号支付商户私钥', { ...privateKey, visibleIf }),
    pay_weixin_platform_serial: text('公众号支付微信公钥 ID', { ...platformSerial, visibleIf }),
    pay_weixin_platform_key: secret('公众号支付微信公钥', { ...platformKey, visibleIf }),
  }
}

function routine() {
  const visibleIf = { key: 'pay_routine_open', in: [true] }
  return {
    pay_routine_appid: text('小程序 AppID', {
      max: 32,
      ...wechatAppid,
      help: '小程序后台「开发设置」里，以 wx 开头，18 位；留空则用小程序设置里的',
      visibleIf,
    }),
    pay_routine_mchid: text('小程序支付商户号', { ...mchid, visibleIf }),
    pay_routine_key: secret('小程序支付密钥', { visibleIf }),
    pay_routine_key_v3: secret('小程序支付 APIv3 密钥', { ...v3Key, visibleIf }),
    pay_routine_certificate: file('小程序支付证书', { visibleIf }),
    pay_routine_serial: text('小程序支付证书序列号', { ...serial, visibleIf }),
    pay_routine_private_key: secret('小程序支付商户私钥', { ...privateKey, visibleIf }),
    pay_routine_platform_serial: text('小程序支付微信公钥 ID', { ...platformSerial, visibleIf }),
    pay_routine_platform_key: secret('小程序支付微信公钥', { ...platformKey, visibleIf }),
  }
}
