import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'

const caller = {
  id: t.Id,
  username: t.String(),
  nickName: t.String(),
  uid: t.Nullable(t.Id),
  address: t.String(),
  browser: t.String(),
  os: t.String(),
  createTime: t.DateTime,
}

/** A logged call that may have changed something. */
export const OperationLog = t.Object({
  ...caller,
  requestIp: t.String(),
  description: t.String(),
  logType: t.OneOf(['INFO', 'ERROR']),
  method: t.String({ description: 'METHOD path template' }),
  params: t.Json(),
  /** The same in words. */
  input: t.Array(t.Object({ label: t.String(), value: t.String() })),
  time: t.Integer({ description: 'ms' }),
  status: t.Integer(),
  requestId: t.String(),
  objectType: t.String(),
  objectId: t.String(),
})
export type OperationLog = t.Static<typeof OperationLog>

export const ErrorLog = t.Object({
  ...OperationLog.properties,
  fingerprint: t.String({ description: 'equal for errors of the same kind and place' }),
  handledBy: t.String(),
  handledTime: t.Nullable(t.DateTime),
  note: t.String(),
})
export type ErrorLog = t.Static<typeof ErrorLog>

export const ErrorDetail = t.Object({
  ...ErrorLog.properties,
  exception: t.String(),
  similar: t.Integer({ description: 'errors with the same fingerprint, including this one' }),
})
export type ErrorDetail = t.Static<typeof ErrorDetail>

const filters = {
  blurry: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 50 })),
  createTime: t.Optional(t.TimeRange),
  status: t.Optional(t.Integer({ title: '状态码', minimum: 100, maximum: 599 })),
  objectType: t.Optional(t.String({ title: '对象类型', maxLength: 40 })),
}
export const OperationLogQuery = t.pageQuery(filters)
export type OperationLogQuery = t.Static<typeof OperationLogQuery>
export const ErrorLogQuery = t.pageQuery({
  ...filters,
  handled: t.Optional(t.Boolean({ title: '处理状态' })),
  fingerprint: t.Optional(t.String({ title: '异常指纹', maxLength: 16 })),
})
export type ErrorLogQuery = t.Static<typeof ErrorLogQuery>

export const HandleForm = t.Object({ note: t.String({ title: '处理说明', minLength: 1, maxLength: 500 }) })
export type HandleForm = t.Static<typeof HandleForm>

export const loginReasons = [
  'ok',
  'captcha',
  'password',
  'disabled',
  'locked',
  'ip',
  'mfa',
  'logout',
  'kicked',
] as const

export const LoginLog = t.Object({
  ...caller,
  ip: t.String(),
  result: t.Integer({ description: '1 成功，0 失败' }),
  reason: t.String(),
  deviceId: t.String(),
  sessionId: t.Nullable(t.String({ description: '登录成功后的会话' })),
})
export type LoginLog = t.Static<typeof LoginLog>
export const LoginLogQuery = t.pageQuery({
  blurry: t.Optional(t.String({ title: '关键字', pasted: 'keyword', maxLength: 50 })),
  reason: t.Optional(t.OneOf([...loginReasons, 'expired'], { title: '结果' })),
  createTime: t.Optional(t.TimeRange),
})
export type LoginLogQuery = t.Static<typeof LoginLogQuery>

const params = t.Object({ id: t.Id })
const Cleared = t.Object({ deleted: t.Integer() })

export const log = routes('log', {
  list: {
    method: 'GET',
    path: '/api/logs',
    permission: 'admin:system:log:list',
    summary: '操作日志，新的在前',
    query: OperationLogQuery,
    response: t.pageOf(OperationLog),
  },
  ofBuyers: {
    method: 'GET',
    path: '/api/logs/mlogs',
    permission: 'admin:system:log:list',
    summary: '买家操作日志，新的在前',
    query: OperationLogQuery,
    response: t.pageOf(OperationLog),
  },
  download: exportRoute({
    path: '/api/logs/download',
    permission: 'admin:system:log:export',
    summary: '导出操作日志',
    query: OperationLogQuery,
  }),
  clear: {
    method: 'DELETE',
    path: '/api/logs/del/info',
    permission: 'admin:system:log:clear',
    reauth: true,
    summary: '清空30天前的操作日志',
    response: Cleared,
  },
})

export const errorLog = routes('error-log', {
  list: {
    method: 'GET',
    path: '/api/logs/error',
    permission: 'admin:system:errorlog:list',
    summary: '异常日志，新的在前',
    query: ErrorLogQuery,
    response: t.pageOf(ErrorLog),
  },
  download: exportRoute({
    path: '/api/logs/error/download',
    permission: 'admin:system:errorlog:list',
    summary: '导出异常日志',
    query: ErrorLogQuery,
  }),
  info: {
    method: 'GET',
    path: '/api/logs/error/:id',
    permission: 'admin:system:errorlog:info',
    summary: '异常日志详情',
    params,
    response: ErrorDetail,
  },
  handle: {
    method: 'PUT',
    path: '/api/logs/error/:id/handled',
    permission: 'admin:system:errorlog:update',
    summary: '标记异常已处理',
    params,
    body: HandleForm,
    response: t.Saved,
  },
  clear: {
    method: 'DELETE',
    path: '/api/logs/del/error',
    permission: 'admin:system:errorlog:clear',
    reauth: true,
    summary: '清空30天前的异常日志',
    response: Cleared,
  },
})

export const loginLog = routes('login-log', {
  list: {
    method: 'GET',
    path: '/api/loginLogs',
    permission: 'admin:system:loginlog:list',
    summary: '登录日志，新的在前',
    query: LoginLogQuery,
    response: t.pageOf(LoginLog),
  },
  download: exportRoute({
    path: '/api/loginLogs/download',
    permission: 'admin:system:loginlog:list',
    summary: '导出登录日志',
    query: LoginLogQuery,
  }),
})
