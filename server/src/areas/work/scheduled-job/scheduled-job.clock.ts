import type { Ctx } from '../../../platform/http/context.ts'
import { nextTimes } from '../../../platform/work/cron.ts'
import * as jobs from './scheduled-job.repository.ts'

/**
 * Sets when work is done that the system brings, as a setting says it. In a file of its own: the settings call it, and what
 * else concerns scheduled tasks calls the settings.
 * @param cron six fields
 * @throws {BadInput} for a time that never comes
 */
export async function setClock(tx: Ctx, beanName: string, cron: string): Promise<void> {
  await jobs.setBuiltinClock(tx, beanName, cron, nextTimes(cron, tx.now(), 1)[0] ?? null)
}
