import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const gatewayResults = ['ok', 'refused', 'silent'] as const

export const GatewayLogQuery = t.pageQuery({
  /** Part of the path, or a code. */
  keywords: t.Optional(t.String({ title: '接口或错误码', pasted: 'keyword', maxLength: 100 })),
  result: t.Optional(t.OneOf([...gatewayResults], { title: '结果' })),
  account: t.Optional(t.OneOf(['wechat', 'routine'], { title: '账号' })),
  createTime: t.Optional(t.TimeRange),
})
export type GatewayLogQuery = t.Static<typeof GatewayLogQuery>

/** A call to WeChat. */
export const GatewayLog = t.Object({
  id: t.Id,
  appid: t.String({ title: 'AppID' }),
  account: t.String({ title: '账号' }),
  path: t.String({ title: '接口' }),
  errcode: t.Nullable(t.Integer({ title: '错误码' })),
  /** What the code means to staff; '' for a call that was done. */
  words: t.String({ title: '说明' }),
  message: t.String({ title: '微信的原话' }),
  ms: t.Integer({ title: '耗时' }),
  biz: t.String({ title: '用途' }),
  createTime: t.DateTime,
})
export type GatewayLog = t.Static<typeof GatewayLog>

export const gatewayLog = routes('gateway-log', {
  list: {
    method: 'GET',
    path: '/admin/wechat/log/list',
    permission: 'admin:system:errorlog:list',
    summary: '微信接口调用记录，新的在前',
    query: GatewayLogQuery,
    response: t.pageOf(GatewayLog),
  },
})
