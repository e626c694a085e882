import type { GatewayLog, GatewayLogQuery } from '@zhanggui/contract/wechat/gateway-log.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { openLog } from '../../../platform/data/log-writer.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { WechatRefusal } from '../../../platform/outside/wechat/wechat-call.ts'
import { wordsOf } from '../../../platform/outside/wechat/wechat-errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as logs from './gateway-log.repository.ts'
import { wechatApiLogs } from './gateway-log.tables.ts'

type Entry = typeof wechatApiLogs.$inferInsert

/**
 * Writes a row for every call to WeChat.
 * @returns a function that writes pending rows, for shutdown
 */
export function keepGatewayLog(own: Ctx): () => Promise<void> {
  const log = openLog<Entry>(own, 'wechat_api_log', (rows) => own.db.insert(wechatApiLogs).values(rows))
  const stop = own.platform.wechatGateway.watch((call) => log.add({ ...call, createdAt: own.now() }))
  return async () => {
    stop()
    await log.close()
  }
}

/** A page of calls to WeChat, newest first. */
export async function listGatewayLogs(ctx: Ctx, query: GatewayLogQuery) {
  const { page, limit, createTime, account, ...filter } = query
  const paging = readPage({ page, limit })
  const { wechat_appid, routine_appid } = await getSettings(ctx)
  const appid = account && (account === 'wechat' ? wechat_appid : routine_appid)
  const times = parseTimeRange(createTime, ctx.now())
  const { rows, ...counted } = await logs.list(
    ctx,
    { ...filter, ...times, ...(account && { appid: appid ?? '' }) },
    paging,
  )
  const nameOf = (of: string) => (of === wechat_appid ? '公众号' : of === routine_appid ? '小程序' : '其他账号')
  const list = rows.map(({ createdAt, ...row }): GatewayLog => {
    return { ...row, account: nameOf(row.appid), words: wordsFor(row), createTime: toWireTime(createdAt) }
  })
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** What became of a call, in words; '' for one that was done. */
export function wordsFor({ errcode, message }: Pick<logs.GatewayRow, 'errcode' | 'message'>): string {
  if (errcode === 0) return ''
  return errcode === null ? `没有应答：${message}` : wordsOf(new WechatRefusal(errcode, message))
}

/** What became of the last call of a path for an account. */
export const lastCall = logs.findLast
