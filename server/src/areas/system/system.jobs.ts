import type { Platform } from '../../platform/context.ts'
import { registerExports } from './export.service.ts'
import { registerMail } from './mail.service.ts'
import { registerPasswordReset } from './password-reset.service.ts'
import { registerTaskNews } from './task.service.ts'

/**
 * What the area does in the background: jobs, tasks, consumers of the outbox, each object's registered in one line. In
 * every process, also one that runs none of it: who says what happened must know who is to be told.
 */
export function registerSystemWork(platform: Platform): void {
  registerMail(platform)
  registerPasswordReset(platform)
  registerExports(platform)
  registerTaskNews(platform)
}
