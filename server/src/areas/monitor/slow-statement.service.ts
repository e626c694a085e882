import { slowStatements } from '../../platform/data/connection/slow-statement.tables.ts'
import { openLog } from '../../platform/data/log-writer.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { instanceName } from '../../platform/work/measures.ts'
import { getSettings } from '../setting/setting/setting.service.ts'

const WRITE_MS = 2000

/**
 * Records slow statements of this process with the call that caused them.
 * @returns a function that writes pending rows, for shutdown
 */
export function keepSlowStatements(own: Ctx): () => Promise<void> {
  const log = openLog<typeof slowStatements.$inferInsert>(own, 'slow_statement', (rows) =>
    own.db.insert(slowStatements).values(rows),
  )
  let writing = Promise.resolve()
  const write = async () => {
    const { statements } = own.platform
    const slow = statements.takeSlow()
    statements.slowMs = (await getSettings(own)).slow_sql_ms
    for (const row of slow) if (row.time >= statements.slowMs) log.add({ ...row, instance: instanceName })
  }
  const next = () => {
    writing = writing
      .then(write)
      .catch((error: unknown) => own.log.warn({ err: error }, 'slow statements were not written'))
    return writing
  }
  const timer = setInterval(next, WRITE_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await next()
    await log.close()
  }
}
