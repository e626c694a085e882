import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** Longer than anything that WeChat puts into an address. */
const Given = (title: string) => t.Optional(t.String({ title, maxLength: 256 }))

export const CallbackQuery = t.Object({
  signature: Given('签名'),
  msg_signature: Given('消息签名'),
  timestamp: Given('时间'),
  nonce: Given('随机数'),
  echostr: Given('回显'),
  encrypt_type: Given('加密方式'),
  openid: Given('用户'),
})
export type CallbackQuery = t.Static<typeof CallbackQuery>

const Side = t.Object({ account: t.String({ title: '账号', maxLength: 20 }) })

/** What WeChat calls: once to look whether the address is ours, then with each message. */
export const wechatCallback = routes('wechat-callback', {
  verify: {
    method: 'GET',
    path: '/api/callback/wechat/:account',
    permission: 'provider',
    summary: '微信核对服务器地址',
    params: Side,
    query: CallbackQuery,
    response: t.File,
    errors: [403, 404],
  },
  hear: {
    method: 'POST',
    path: '/api/callback/wechat/:account',
    permission: 'provider',
    raw: true,
    bodyLimit: 65_536,
    summary: '微信推送的消息和事件',
    params: Side,
    query: CallbackQuery,
    response: t.File,
    errors: [403, 404],
  },
})
