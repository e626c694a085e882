import { errorLog, log, loginLog } from '@zhanggui/contract/monitor/log.ts'
import { callResult } from '@zhanggui/domain/monitor/call-result.ts'
import { loginReasons } from '@zhanggui/domain/staff/login-reasons.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import * as logs from './log.repository.ts'

type Operation = Awaited<ReturnType<typeof logs.nextOperations>>[number]

const operationColumns = [
  { title: '用户名', of: 'username', value: ({ username }: Operation) => username },
  { title: '昵称', of: 'username', value: ({ nickName }: Operation) => nickName },
  { title: 'IP', of: 'requestIp', value: ({ requestIp }: Operation) => requestIp },
  { title: 'IP来源', of: 'address', value: ({ address }: Operation) => address },
  { title: '描述', of: 'description', value: ({ description }: Operation) => description, width: 24 },
  { title: '请求方法', value: ({ method }: Operation) => method, width: 32 },
  { title: '结果', of: 'status', value: ({ status }: Operation) => callResult(status), width: 10 },
  { title: '状态码', value: ({ status }: Operation) => status, width: 8 },
  { title: '浏览器', of: 'browser', value: ({ browser }: Operation) => browser },
  { title: '请求耗时ms', of: 'time', value: ({ time }: Operation) => time },
  { title: '请求编号', value: ({ requestId }: Operation) => requestId, width: 30 },
  { title: '创建日期', of: 'createTime', value: ({ createdAt }: Operation) => toWireTime(createdAt), width: 20 },
]

export const operationLogExport = defineLongExport(log.download, {
  name: '操作日志导出',
  count: (ctx, query) => logs.countOperations(ctx, { ...filterOf(ctx, query), actorType: 'admin' }),
  next: (ctx, query, batch) => logs.nextOperations(ctx, { ...filterOf(ctx, query), actorType: 'admin' }, batch),
  idOf: ({ id }) => id,
  columns: operationColumns,
})

export const errorLogExport = defineLongExport(errorLog.download, {
  name: '异常日志导出',
  count: (ctx, query) => logs.countFaults(ctx, filterOf(ctx, query)),
  next: (ctx, query, batch) => logs.nextFaults(ctx, filterOf(ctx, query), batch),
  idOf: ({ id }) => id,
  columns: [
    ...operationColumns,
    { title: '异常指纹', of: 'fingerprint', value: ({ fingerprint }) => fingerprint ?? '', width: 20 },
    { title: '处理', of: 'handledBy', value: ({ handledBy }) => (handledBy ? '已处理' : '未处理'), width: 10 },
    { title: '处理人', value: ({ handledBy }) => handledBy ?? '', width: 14 },
    { title: '处理说明', value: ({ note }) => note ?? '', width: 24 },
  ],
})

export const loginLogExport = defineLongExport(loginLog.download, {
  name: '登录日志导出',
  count: (ctx, query) => logs.countLogins(ctx, filterOf(ctx, query)),
  next: (ctx, query, batch) => logs.nextLogins(ctx, filterOf(ctx, query), batch),
  idOf: ({ id }) => id,
  columns: [
    { title: '用户名', of: 'username', value: ({ username }) => username },
    { title: '昵称', of: 'username', value: ({ nickName }) => nickName },
    { title: '结果', of: 'result', value: ({ reason }) => loginReasons[reason] ?? reason },
    { title: 'IP', of: 'ip', value: ({ ip }) => ip },
    { title: 'IP来源', of: 'address', value: ({ address }) => address },
    { title: '浏览器', of: 'browser', value: ({ browser }) => browser },
    { title: '操作系统', of: 'os', value: ({ os }) => os },
    { title: '设备编号', of: 'deviceId', value: ({ deviceId }) => deviceId ?? '', width: 38 },
    { title: '会话编号', of: 'sessionId', value: ({ sessionId }) => sessionId ?? '', width: 38 },
    { title: '创建日期', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
  ],
})

function filterOf<Filter>({ now }: Ctx, { createTime, ...filter }: Filter & { createTime?: string[] }) {
  return { ...filter, ...parseTimeRange(createTime, now()) }
}
