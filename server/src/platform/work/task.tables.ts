import { boolean, index, integer, jsonb, pgTable, smallint, uuid, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId } from '../data/columns.ts'
import { loggedText } from '../data/logged-text.ts'

/** What became of a task. */
export type TaskStatus = 'pending' | 'running' | 'success' | 'failed' | 'cancelled' | 'expired'

/** Long work as the person sees it who asked for it (3.17). */
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
    /** Where its files lie: 1 the folder of results of this machine, else a cloud (3.7, `uploadType`). */
    fileProvider: smallint().notNull().default(1),
    /** Name of the file; null without one, and once it has expired. */
    resultFile: varchar({ length: 100 }),
    resultName: varchar({ length: 200 }).notNull().default(''),
    resultRows: integer().notNull().default(0),
    /** Of an import: the rows that were refused, each with the reason. */
    errorFile: varchar({ length: 100 }),
    message: loggedText(500).notNull().default(''),
    /** Counts towards the limit of all users together. */
    heavy: boolean().notNull().default(false),
    cancelAsked: boolean().notNull().default(false),
    /** How often it was begun. */
    attempts: smallint().notNull().default(0),
    /** The process that works at it. */
    instance: varchar({ length: 80 }).notNull().default(''),
    heartbeatAt: moment(),
    startTime: moment(),
    finishTime: moment(),
    /** When the result goes. */
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
