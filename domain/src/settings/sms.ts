import { bool, int, secret, select, text } from './field.ts'

export const sms = {
  sms_provider: select('短信服务商', [
    ['log', '仅记录不发送'],
    ['aliyun', '阿里云'],
    ['tencent', '腾讯云'],
    ['http', '自定义接口'],
  ]),
  sms_access_key: secret('短信访问密钥 AccessKey'),
  sms_access_secret: secret('短信私有密钥 AccessSecret'),
  sms_sign: text('短信签名', { max: 20 }),
  sms_code_expire: int('验证码有效时间', { default: 5, min: 1, max: 30, unit: '分钟' }),
  lowerOrder: bool('支付成功通知用户'),
  deliverGoods: bool('发货通知用户'),
  priceRevision: bool('改价通知用户'),
  adminLowerOrder: bool('下单通知管理员'),
  adminPaySuccess: bool('支付成功通知管理员'),
  adminConfirmTakeOver: bool('确认收货通知管理员'),
  adminRefund: bool('退款申请通知管理员'),
}
