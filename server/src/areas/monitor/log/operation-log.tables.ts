import { desc, sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

export const actorTypes = ['admin', 'buyer'] as const
export type ActorType = (typeof actorTypes)[number]

/** The operations of users: every call that may change something, and what buyers changed. */
export const operationLogs = pgTable(
  'operation_log',
  {
    ...standardColumns,
    description: varchar({ length: 100 }).notNull(),
    logType: varchar({ length: 5 }).$type<'INFO' | 'ERROR'>().notNull(),
    /** Method and path template. */
    method: varchar({ length: 220 }).notNull(),
    /** Input, secrets masked, at most 4 KB. */
    params: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    requestIp: loggedText(64).notNull(),
    address: loggedText(100).notNull().default(''),
    browser: loggedText(60).notNull().default(''),
    os: loggedText(60).notNull().default(''),
    /** Milliseconds. */
    time: integer().notNull(),
    username: loggedText(100).notNull().default(''),
    /** Whose id `uid` is: a member of staff's or a customer's. */
    actorType: varchar({ length: 5 }).$type<ActorType>().notNull().default('admin'),
    uid: rowId(),
    /** HTTP status. */
    status: integer().notNull(),
    requestId: loggedText(64).notNull(),
    objectType: varchar({ length: 40 }).notNull().default(''),
    objectId: loggedText(40).notNull().default(''),
    /** Stack and causes of a fault, without secrets. */
    exceptionDetail: loggedText(),
    /** Equal for all faults of one kind and place. */
    fingerprint: varchar({ length: 16 }),
    /** Who handled a fault, when, and with which result. */
    handledBy: varchar({ length: 100 }),
    handledAt: moment(),
    note: varchar({ length: 500 }),
  },
  // Lists are ordered by time: each filter that matches many rows has an index in that order.
  (log) => [
    index('operation_log_uid').on(log.actorType, log.uid, log.id),
    index('operation_log_created').on(desc(log.createdAt), desc(log.id)),
    index('operation_log_actor').on(log.actorType, desc(log.createdAt), desc(log.id)),
    index('operation_log_status').on(log.actorType, log.status, desc(log.createdAt), desc(log.id)),
    index('operation_log_object').on(log.actorType, log.objectType, desc(log.createdAt), desc(log.id)),
    index('operation_log_error').on(desc(log.createdAt), desc(log.id)).where(sql`log_type = 'ERROR'`),
    index('operation_log_fault').on(log.fingerprint).where(sql`log_type = 'ERROR'`),
    // Search first hops over the distinct values; the trigrams serve a table with too many of them.
    index('operation_log_username').on(log.username),
    index('operation_log_description').on(log.description),
    index('operation_log_ip').on(log.requestIp),
    index('operation_log_words').using(
      'gin',
      log.username.op('gin_trgm_ops'),
      log.description.op('gin_trgm_ops'),
      log.requestIp.op('gin_trgm_ops'),
    ),
  ],
)
