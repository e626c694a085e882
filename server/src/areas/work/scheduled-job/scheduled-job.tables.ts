import { desc, sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** Scheduled work (docs/work.md, Scheduled work). */
export const scheduledJobs = pgTable(
  'scheduled_job',
  {
    ...editableColumns,
    jobName: varchar({ length: 50 }).notNull(),
    /** Key of the handler. */
    beanName: varchar({ length: 50 }).notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Second, minute, hour, day, month, weekday; Asia/Shanghai. */
    cronExpression: varchar({ length: 120 }).notNull(),
    isPause: boolean().notNull().default(false),
    remark: varchar({ length: 255 }).notNull().default(''),
    /** What happens to missed runs: one run in place of them, or none. */
    misfire: varchar({ length: 8 }).$type<'run_once' | 'skip'>().notNull().default('run_once'),
    timeoutSec: integer().notNull().default(600),
    retry: smallint().notNull().default(0),
    /** Whether a failure notifies those responsible. */
    alarm: boolean().notNull().default(false),
    builtin: boolean().notNull().default(false),
    /** Null while it is paused. */
    nextTime: moment(),
    lastTime: moment(),
    lastResult: boolean(),
  },
  (job) => [
    uniqueIndex('scheduled_job_name').on(sql`lower(${job.jobName})`),
    uniqueIndex('scheduled_job_builtin').on(job.beanName).where(sql`builtin`),
    index('scheduled_job_next').on(job.nextTime),
  ],
)

/** A run of a task, or a skipped one. */
export const jobRuns = pgTable(
  'job_run',
  {
    id: standardColumns.id,
    /** The task may be deleted by now. */
    jobId: rowId().notNull(),
    jobName: varchar({ length: 50 }).notNull(),
    beanName: varchar({ length: 50 }).notNull(),
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    cronExpression: varchar({ length: 120 }).notNull(),
    /** Null until it has ended. */
    isSuccess: boolean(),
    exceptionDetail: loggedText().notNull().default(''),
    /** Milliseconds. */
    time: integer().notNull().default(0),
    /** Number of processed rows. */
    processed: integer().notNull().default(0),
    instance: varchar({ length: 80 }).notNull().default(''),
    trigger: varchar({ length: 6 }).$type<'cron' | 'manual'>().notNull(),
    heartbeatAt: moment().notNull(),
    createdBy: standardColumns.createdBy,
    createdAt: standardColumns.createdAt,
  },
  (run) => [
    index('job_run_job').on(run.jobId, desc(run.createdAt), desc(run.id)),
    index('job_run_name').on(run.jobName),
    index('job_run_created').on(desc(run.createdAt), desc(run.id)),
    index('job_run_result').on(run.isSuccess, desc(run.createdAt), desc(run.id)),
    index('job_run_open').on(run.jobId).where(sql`is_success is null`),
  ],
)
