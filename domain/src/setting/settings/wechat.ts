import { bool, image, multiselect, secret, select, text } from './field.ts'

/** AppID of an official account or a mini-program. */
export const wechatAppid = { pattern: /^wx[0-9a-f]{16}$/, hint: 'AppID 以 wx 开头，共 18 位，请到微信公众平台核对' }

/** What stands at both sides for messages of WeChat. */
export const callbackToken = { max: 32, pattern: /^[A-Za-z0-9]{3,32}$/, hint: '服务器令牌为 3 到 32 位字母或数字' }
export const encodingAesKey = {
  max: 43,
  pattern: /^[A-Za-z0-9]{43}$/,
  hint: '消息加解密密钥为 43 位字母或数字，可在微信后台随机生成',
}

export const wechat = {
  wechat_appid: text('公众号 AppID', wechatAppid),
  wechat_appsecret: secret('公众号 AppSecret'),
  wechat_token: secret('服务器令牌', callbackToken),
  wechat_encoding_aes_key: secret('消息加解密密钥', encodingAesKey),
  wechat_encode: select(
    '消息加解密方式',
    [
      [0, '明文模式'],
      [1, '兼容模式'],
      [2, '安全模式'],
    ],
    { default: 2 },
  ),
  wechat_login_type: multiselect(
    '微信内登录方式',
    [
      [1, '微信授权'],
      [2, '验证码'],
    ],
    { default: [1, 2] },
  ),
  wechat_reply_media: bool('非文字消息也自动回复', { help: '关闭后图片、语音等消息不触发无匹配回复' }),
  wechat_qrcode: image('公众号二维码'),
  wechat_share_img: image('分享图片'),
  wechat_share_title: text('分享标题', { max: 30 }),
  wechat_share_synopsis: text('分享简介', { max: 60 }),
}
