import { openLog } from '../../../platform/data/log-writer.ts'
import type { Ctx } from '../../../platform/http/context.ts'
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
