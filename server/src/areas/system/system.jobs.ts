import type { Ctx, Platform } from '../../platform/context.ts'
import { registerBackups } from './backup.service.ts'
import { registerCleanUp } from './cleanup.service.ts'
import { registerDemoFill } from './demo-fill.service.ts'
import { registerExports } from './export.service.ts'
import { registerFileCleanUp } from './file-cleanup.service.ts'
import { registerFileMoves } from './file-move.service.ts'
import { registerHealthChecks } from './health.service.ts'
import { registerStorageCleanUp } from './loose-object.service.ts'
import { registerMail } from './mail.service.ts'
import { registerPasswordReset } from './password-reset.service.ts'
import { registerQiniuSync } from './qiniu-sync.service.ts'
import { registerScheduledJobs, watchClock } from './scheduled-job.runner.ts'
import { seedScheduledJobs } from './scheduled-job.service.ts'
import { registerSms } from './sms.service.ts'
import { registerTaskNews } from './task.service.ts'
import { registerWebhooks } from './webhook-delivery.service.ts'

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
