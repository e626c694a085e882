import { bool, int, type SettingFault, secret, select, text, url, type ValuesOf } from './field.ts'

const staff = { help: '发给开启「接收短信」、能看到该订单的员工；需要同名用途、审核通过的模板' }

export const sms = {
  sms_provider: select('短信服务商', [
    ['log', '仅记录不发送'],
    ['aliyun', '阿里云'],
    ['tencent', '腾讯云'],
    ['http', '自定义接口'],
  ]),
  sms_access_key: secret('短信访问密钥 AccessKey'),
  sms_access_secret: secret('短信私有密钥 AccessSecret'),
  sms_sign: text('短信签名', { max: 20, help: '服务商审核通过的签名，不含【】；如 掌柜小店' }),
  sms_region: text('短信地域', { max: 40, help: '为空时使用服务商的默认地域' }),
  sms_base_url: url('短信接口地址', {
    isSentKeys: true,
    help: '须以 https:// 开头；自定义接口必填，阿里云、腾讯云为空时使用官方地址',
  }),
  sms_phone_interval: int('同一号码发送间隔', { default: 60, min: 30, max: 3600, unit: '秒' }),
  sms_phone_hourly: int('同一号码每小时上限', {
    default: 5,
    min: 1,
    max: 100,
    unit: '条',
    help: '从同一网络地址请求时；各地址合计不超过它的三倍',
  }),
  sms_phone_daily: int('同一号码每天上限', {
    default: 10,
    min: 1,
    max: 1000,
    unit: '条',
    help: '从同一网络地址请求时；各地址合计不超过它的三倍',
  }),
  sms_ip_hourly: int('同一地址每小时上限', { default: 30, min: 1, max: 10_000, unit: '条' }),
  sms_code_hourly: int('全店每小时验证码上限', {
    default: 1000,
    min: 1,
    max: 1_000_000,
    unit: '条',
    help: '买家登录、绑定手机号的验证码，防止被人刷短信；达到后一小时内只有常用网络的老客户还能收到',
  }),
  sms_code_expire: int('验证码有效时间', { default: 5, min: 1, max: 30, unit: '分钟' }),
  adminLowerOrder: bool('下单通知管理员', staff),
  adminPaySuccess: bool('支付成功通知管理员', staff),
  adminConfirmTakeOver: bool('确认收货通知管理员', staff),
  adminRefund: bool('退款申请通知管理员', staff),
}

export const SMS_ADDRESS_HINT = '短信接口地址须以 https:// 开头'

/** Codes go over https only; a relay on the same machine may do without. */
export function isSmsAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}

export function checkSms({ sms_base_url }: ValuesOf<typeof sms>): SettingFault[] {
  const isFit = !sms_base_url || isSmsAddress(sms_base_url)
  return isFit ? [] : [{ key: 'sms_base_url', message: SMS_ADDRESS_HINT }]
}
