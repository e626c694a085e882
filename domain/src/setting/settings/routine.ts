import { bool, int, multiselect, secret, select, text, url } from './field.ts'
import { callbackToken, encodingAesKey, wechatAppid } from './wechat.ts'

const shop = { key: 'wx_shop_mode', in: ['component'] }

export const routine = {
  routine_appid: text('小程序 AppID', wechatAppid),
  routine_appsecret: secret('小程序 AppSecret'),
  wechat_ma_token: secret('服务器令牌', callbackToken),
  wechat_ma_encoding_aes_key: secret('消息加解密密钥', encodingAesKey),
  routine_original_id: text('小程序原始 ID', {
    pattern: /^gh_\w{6,40}$/,
    hint: '原始 ID 以 gh_ 开头，请到小程序后台核对',
    help: '填写后只接收发给这个小程序的通知',
  }),
  routine_name: text('小程序名称', { max: 30 }),
  routine_phone_verification: multiselect(
    '手机号获取方式',
    [
      [1, '微信手机号'],
      [2, '短信验证'],
    ],
    { default: [1, 2] },
  ),
  content_check: bool('内容安全检查', { help: '买家的评价、昵称、头像先由微信检查，不合规的不显示' }),
  wechat_routine_shipping_switch: bool('发货信息管理', { help: '开启后发货信息同步到微信' }),
  wx_shop_mode: select('微信小店', [
    ['auto', '默认（正式环境关闭，其他环境模拟）'],
    ['off', '关闭'],
    ['simulator', '模拟'],
    ['component', '自定义交易组件'],
  ]),
  wx_shop_base_url: url('微信小店接口地址', { isSentKeys: true, visibleIf: shop, help: '为空时使用微信官方地址' }),
  wx_shop_timeout_ms: int('微信小店接口超时', {
    default: 10_000,
    min: 1000,
    max: 60_000,
    unit: '毫秒',
    visibleIf: shop,
  }),
  wx_shop_hour_limit: int('小店商品每小时提交上限', { default: 200, min: 1, max: 100_000, unit: '次' }),
  wx_shop_day_limit: int('小店商品每天提交上限', { default: 1000, min: 1, max: 1_000_000, unit: '次' }),
}
