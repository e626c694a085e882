import { bool, multiselect, secret, text } from './field.ts'
import { wechatAppid } from './wechat.ts'

export const routine = {
  routine_appid: text('小程序 AppID', wechatAppid),
  routine_appsecret: secret('小程序 AppSecret'),
  routine_name: text('小程序名称', { max: 30 }),
  routine_phone_verification: multiselect(
    '手机号获取方式',
    [
      [1, '微信手机号'],
      [2, '短信验证'],
    ],
    { default: [1, 2] },
  ),
  wechat_routine_shipping_switch: bool('发货信息管理', { help: '开启后发货信息同步到微信' }),
}
