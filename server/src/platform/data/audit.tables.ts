import { bigint, index, integer, jsonb, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Who acted: staff, a key, a scheduled job, or the server by itself. */
export const actorTypes = ['admin', 'apikey', 'job', 'system'] as const
export type ActorType = (typeof actorTypes)[number]

/** One field that changed. A value that was not there is null. */
export type FieldChange = { path: string; label: string; before: unknown; after: unknown }

/**
 * What was changed, by whom (system chapter, 3.11). Rows are added and never changed: the database refuses it to everybody
 * (SY-50), and each row's hash covers the one before (SY-51). Partitioned by month, see the migration.
 */
export const auditEntries = pgTable(
  'audit_entry',
  {
    /** Without gaps, in the order of the chain. */
    id: bigint({ mode: 'number' }).notNull(),
    time: moment().notNull(),
    actorType: varchar({ length: 10 }).$type<ActorType>().notNull(),
    actorId: bigint({ mode: 'number' }),
    actorName: varchar({ length: 100 }).notNull().default(''),
    sessionId: varchar({ length: 40 }).notNull().default(''),
    ip: varchar({ length: 64 }).notNull().default(''),
    requestId: varchar({ length: 64 }).notNull().default(''),
    permission: varchar({ length: 120 }).notNull().default(''),
    action: varchar({ length: 30 }).notNull(),
    objectType: varchar({ length: 60 }).notNull(),
    objectId: varchar({ length: 60 }).notNull().default(''),
    objectName: varchar({ length: 200 }).notNull().default(''),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    diff: jsonb().$type<FieldChange[]>().notNull(),
    prevHash: varchar({ length: 64 }).notNull(),
    hash: varchar({ length: 64 }).notNull(),
  },
  (entry) => [
    primaryKey({ columns: [entry.id, entry.time] }),
    index('audit_entry_object').on(entry.objectId, entry.objectType, entry.id),
    index('audit_entry_type').on(entry.objectType, entry.id),
    index('audit_entry_actor').on(entry.actorName, entry.id),
    index('audit_entry_action').on(entry.action, entry.id),
    index('audit_entry_request').on(entry.requestId),
    index('audit_entry_time').on(entry.time),
  ],
)

/** The end of the chain, one row: whoever appends holds it until his transaction ends. */
export const auditChain = pgTable('audit_chain', {
  only: integer().primaryKey(),
  lastId: bigint({ mode: 'number' }).notNull(),
  hash: varchar({ length: 64 }).notNull(),
})
