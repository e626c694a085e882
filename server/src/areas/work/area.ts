import { type Area, adding } from '../../platform/area.ts'
import { exports, registerExports } from '../../platform/work/exports.ts'
import { serveBackups } from './backup/backup.routes.ts'
import { registerBackups } from './backup/backup.service.ts'
import { registerCleanUp } from './scheduled-job/cleanup.service.ts'
import { jobRunExport, scheduledJobExport } from './scheduled-job/scheduled-job.export.ts'
import { serveScheduledJobs } from './scheduled-job/scheduled-job.routes.ts'
import { registerScheduledJobs } from './scheduled-job/scheduled-job.runner.ts'
import { keepSchedule } from './scheduled-job/scheduled-job.service.ts'
import { serveTasks } from './task/task.routes.ts'
import { registerTaskNews } from './task/task.service.ts'
import { serveTickets } from './task/ticket.routes.ts'

/** What is done in the background: the task centre, scheduled jobs, backups. */
export const work: Area = {
  name: 'work',
  routes: [serveTickets, serveTasks, serveScheduledJobs, serveBackups],
  adds: [adding(exports, scheduledJobExport, jobRunExport)],
  background: [registerExports, registerTaskNews, registerScheduledJobs, registerCleanUp, registerBackups],
  inWorkers: [keepSchedule],
}
