import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const JssdkQuery = t.Object({
  url: t.String({ title: '网址', minLength: 1, maxLength: 2048, description: '页面的网址，不含 # 及其后的部分' }),
})

/** By what a page may use functions of WeChat's browser. */
export const JssdkConfig = t.Object({
  appId: t.String({ title: '公众号 AppID' }),
  timestamp: t.Integer({ title: '签名时间' }),
  nonceStr: t.String({ title: '随机串' }),
  signature: t.String({ title: '签名' }),
  jsApiList: t.Array(t.String(), { title: '可用的接口' }),
})
export type JssdkConfig = t.Static<typeof JssdkConfig>

const signed = { query: JssdkQuery, response: JssdkConfig, errors: [422, 502] } as const

export const jssdk = routes('jssdk', {
  config: {
    method: 'GET',
    path: '/admin/wechat/config',
    permission: 'admin:wechat:config',
    summary: '公众号网页功能的签名',
    ...signed,
  },
  front: {
    method: 'GET',
    path: '/api/front/wechat/config',
    permission: 'visitor',
    summary: '公众号网页功能的签名',
    ...signed,
  },
})
