import { bool, image, secret, select, text } from './field.ts'

/** AppID of an official account or a mini-program. */
export const wechatAppid = { pattern: /^wx[0-9a-f]{16}$/, hint: 'AppID 以 wx 开头，共 18 位，请到微信公众平台核对' }

export const wechat = {
  wechat_appid: text('公众号 AppID', wechatAppid),
  wechat_appsecret: secret('公众号 AppSecret'),
  wechat_token: text('服务器令牌', { pattern: /^[A-Za-z0-9]{3,32}$/, hint: '服务器令牌为 3 到 32 位字母或数字' }),
  wechat_encoding_aes_key: secret('消息加解密密钥', { max: 43 }),
  wechat_encode: select(
    '消息加解密方式',
    [
      [0, '明文模式'],
      [1, '兼容模式'],
      [2, '安全模式'],
    ],
    { default: 2 },
  ),
  wechat_reply_media: bool('回复非文字消息', { help: '粉丝发图片、语音、位置时，用无匹配回复回答' }),
  wechat_qrcode: image('公众号二维码'),
  wechat_share_img: image('分享图片'),
  wechat_share_title: text('分享标题', { max: 30 }),
  wechat_share_synopsis: text('分享简介', { max: 60 }),
}
