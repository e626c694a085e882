import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgSequence, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/** Who acted: staff, a key, a scheduled job, or the server by itself. */
export const actorTypes = ['admin', 'apikey', 'job', 'system'] as const
export type ActorType = (typeof actorTypes)[number]

/** One field that changed. A value that was not there is null. */
export type FieldChange = { path: string; label: string; before: unknown; after: unknown }

/** Numbers of entries: in the order of writing, with gaps where a transaction was rolled back. */
export const auditEntryIds = pgSequence('audit_entry_id_seq')

/**
 * What was changed, by whom (docs/work.md, Audit trail). Rows are added and never changed: the database refuses it to everybody.
 * Partitioned by month, see the migration.
 */
export const auditEntries = pgTable(
  'audit_entry',
  {
    id: bigint({ mode: 'number' }).notNull().default(sql`nextval('audit_entry_id_seq')`),
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

/**
 * The chain: each seal's hash covers one entry and the seal before. Added once, right behind the commit of the entry
 * (decision 0025), and as unchangeable as the entry. Lies in the same months.
 */
export const auditSeals = pgTable(
  'audit_seal',
  {
    /** Without gaps: the place in the chain. */
    id: bigint({ mode: 'number' }).notNull(),
    /** Of the entry. */
    time: moment().notNull(),
    entryId: bigint({ mode: 'number' }).notNull(),
    prevHash: varchar({ length: 64 }).notNull(),
    hash: varchar({ length: 64 }).notNull(),
  },
  (seal) => [primaryKey({ columns: [seal.id, seal.time] }), index('audit_seal_entry').on(seal.entryId)],
)

/** Entries that have no seal yet: a trigger adds each new one, in its own transaction, and sealing takes it out. */
export const auditPending = pgTable('audit_pending', {
  entryId: bigint({ mode: 'number' }).primaryKey(),
  time: moment().notNull(),
})

/** Where the chain begins and ends, one row, which a sealing process locks until its transaction ends. */
export const auditChain = pgTable('audit_chain', {
  only: integer().primaryKey(),
  /** The first seal that must be there: those before it went with their month. */
  firstId: bigint({ mode: 'number' }).notNull().default(1),
  /** The last seal, and its hash. */
  lastId: bigint({ mode: 'number' }).notNull(),
  hash: varchar({ length: 64 }).notNull(),
})
