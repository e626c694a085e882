import { type Area, adding } from '../../platform/area.ts'
import { expired, oldRows, shortLived } from '../../platform/data/clean-up.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { exports, registerExports } from '../../platform/work/exports.ts'
import { live } from '../../platform/work/live.ts'
import { todoCounters } from '../message/live/todo.service.ts'
import { pastRetention } from '../setting/setting/log-retention.service.ts'
import { settingFollowers } from '../setting/setting/setting.service.ts'
import { serveApprovals } from './approval/approval.routes.ts'
import { approvalsToReview, registerApprovals } from './approval/approval-review.service.ts'
import { serveBackups } from './backup/backup.routes.ts'
import { registerBackups, setBackupClock } from './backup/backup.service.ts'
import { serveHealth } from './health/health.routes.ts'
import { registerHealthChecks } from './health/health.service.ts'
import { oldParkedRows } from './parked/job-parked.service.ts'
import { givenUpMessages, registerCleanUp } from './scheduled-job/cleanup.service.ts'
import { jobRunExport, scheduledJobExport } from './scheduled-job/scheduled-job.export.ts'
import { serveScheduledJobs } from './scheduled-job/scheduled-job.routes.ts'
import { registerScheduledJobs } from './scheduled-job/scheduled-job.runner.ts'
import { keepSchedule } from './scheduled-job/scheduled-job.service.ts'
import { serveTasks } from './task/task.routes.ts'
import { pushTasks, registerTaskNews } from './task/task.service.ts'
import { serveTickets } from './task/ticket.routes.ts'
import { workHistories } from './work.history.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['task', 'scheduled-job', 'parked', 'approval', 'backup', 'health', 'sheet-batch'] as const

/** Work that waits: the task centre, scheduled jobs, what a second person must agree to, backups. */
export const work: Area = {
  name: 'work',
  routes: [serveTickets, serveTasks, serveScheduledJobs, serveApprovals, serveBackups, serveHealth],
  adds: [
    adding(versioned, ...workHistories),
    adding(exports, scheduledJobExport, jobRunExport),
    adding(live, pushTasks),
    adding(settingFollowers, setBackupClock),
    adding(todoCounters, approvalsToReview),
    // These include the platform's own tables.
    adding(shortLived, expired('idempotency_key', 'rate_limit', 'ticket', 'export_ticket', 'sheet_batch')),
    adding(oldRows, pastRetention('job_run'), givenUpMessages, oldParkedRows),
  ],
  background: [
    registerExports,
    registerTaskNews,
    registerScheduledJobs,
    registerCleanUp,
    registerApprovals,
    registerBackups,
    registerHealthChecks,
  ],
  inWorkers: [keepSchedule],
}
