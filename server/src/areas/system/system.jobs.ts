import type { Ctx, Platform } from '../../platform/http/context.ts'
import { registerFileCleanUp } from '../file/file/file-cleanup.service.ts'
import { registerFileMoves } from '../file/file/file-move.service.ts'
import { registerStorageCleanUp } from '../file/storage/loose-object.service.ts'
import { registerQiniuSync } from '../file/storage/qiniu-sync.service.ts'
import { registerMail } from '../message/mail/mail.service.ts'
import { registerSms } from '../message/sms/sms.service.ts'
import { registerWebhooks } from '../message/webhook/webhook-delivery.service.ts'
import { registerHealthChecks } from '../monitor/health/health.service.ts'
import { registerDemoFill } from '../staff/set-up/demo-fill.service.ts'
import { registerPasswordReset } from '../staff/sign-in/password-reset.service.ts'
import { registerBackups } from '../work/backup/backup.service.ts'
import { registerCleanUp } from '../work/scheduled-job/cleanup.service.ts'
import { registerScheduledJobs, watchClock } from '../work/scheduled-job/scheduled-job.runner.ts'
import { seedScheduledJobs } from '../work/scheduled-job/scheduled-job.service.ts'
import { registerExports } from '../work/task/export.service.ts'
import { registerTaskNews } from '../work/task/task.service.ts'

/**
 * What the area does in the background: jobs, tasks, consumers of the outbox, each object's registered in one line. In
 * every process, also one that runs none of it: who says what happened must know who is to be told.
 */
export function registerSystemWork(platform: Platform): void {
  registerMail(platform)
  registerPasswordReset(platform)
  registerSms(platform)
  registerExports(platform)
  registerTaskNews(platform)
  registerScheduledJobs(platform)
  registerCleanUp(platform)
  registerFileCleanUp(platform)
  registerStorageCleanUp(platform)
  registerFileMoves(platform)
  registerQiniuSync(platform)
  registerBackups(platform)
  registerHealthChecks(platform)
  registerWebhooks(platform)
  registerDemoFill(platform)
}

/** Starts what the area itself keeps doing in a process that works. Returns the way to stop. */
export async function startSystemWork(own: Ctx): Promise<() => Promise<void>> {
  await seedScheduledJobs(own)
  return watchClock(own)
}
