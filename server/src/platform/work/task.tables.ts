import { boolean, index, integer, jsonb, pgTable, smallint, uuid, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../data/columns.ts'
import { loggedText } from '../data/logged-text.ts'

/** The state of a task. */
export type TaskStatus = 'pending' | 'running' | 'success' | 'failed' | 'cancelled' | 'expired'

/** Long work, as shown to the user who started it (docs/work.md, Tasks). */
export const tasks = pgTable(
  'task',
  {
    id: uuid().primaryKey().defaultRandom(),
    type: varchar({ length: 40 }).notNull(),
    title: varchar({ length: 100 }).notNull(),
    status: varchar({ length: 10 }).$type<TaskStatus>().notNull().default('pending'),
    /** Percent. */
    progress: smallint().notNull().default(0),
    total: integer().notNull().default(0),
    processed: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    params: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Where its files are: 1 for this machine's results folder, else a cloud storage (`uploadType`). */
    fileProvider: smallint().notNull().default(1),
    /** The file's name; null without a file and after it has expired. */
    resultFile: varchar({ length: 100 }),
    resultName: varchar({ length: 200 }).notNull().default(''),
    resultRows: integer().notNull().default(0),
    /** The rows an import refused, each with the reason. */
    errorFile: varchar({ length: 100 }),
    message: loggedText(500).notNull().default(''),
    /** Whether it counts towards the limit for all users. */
    heavy: boolean().notNull().default(false),
    cancelAsked: boolean().notNull().default(false),
    /** How often it was started. */
    attempts: smallint().notNull().default(0),
    /** The process that runs it. */
    instance: varchar({ length: 80 }).notNull().default(''),
    heartbeatAt: moment(),
    startTime: moment(),
    finishTime: moment(),
    /** When the result is deleted. */
    expireTime: moment(),
    createdBy: rowId().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (task) => [
    index('task_owner').on(task.createdBy, task.createdAt),
    index('task_created').on(task.createdAt),
    index('task_status').on(task.status, task.heartbeatAt),
  ],
)
