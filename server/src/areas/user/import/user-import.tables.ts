import type { UserImportMode, UserImportStatus } from '@zhanggui/contract/user/user-import.ts'
import type { Remark } from '@zhanggui/domain/sheet-cells.ts'
import type { ImportedUser, UserColumn } from '@zhanggui/domain/user/user-import.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, varchar } from 'drizzle-orm/pg-core'
import { moment, rowId, standardColumns } from '../../../platform/data/columns.ts'

const fen = () => bigint({ mode: 'number' }).notNull().default(0)
const count = () => integer().notNull().default(0)

/** What a row would do; `invalid` rows are never tried. */
export type UserImportAction = 'create' | 'update' | 'same' | 'invalid'
/**
 * `pending` rows are still to be imported, `done` ones are; `failed` ones were valid when they were checked. `undone` ones are taken
 * back whole, of `kept` ones something stays. `idle` rows change nothing.
 */
export type UserImportRowState = 'idle' | 'pending' | 'done' | 'failed' | 'undone' | 'kept'

/** A file of customers, and what became of it. The row stays when its file and rows are deleted: ledgers name its number. */
export const userImports = pgTable(
  'user_import',
  {
    ...standardColumns,
    /** 0 once it is deleted. */
    fileId: rowId().notNull(),
    fileName: varchar({ length: 100 }).notNull(),
    fileHash: varchar({ length: 64 }).notNull(),
    mode: varchar({ length: 10 }).$type<UserImportMode>().notNull(),
    status: varchar({ length: 10 })
      .$type<Exclude<UserImportStatus, 'expired' | 'waiting'>>()
      .notNull()
      .default('checked'),
    /** The columns that are read. */
    columns: jsonb().$type<{ heading: string; field: UserColumn }[]>().notNull(),
    ignored: jsonb().$type<string[]>().notNull(),
    newTags: jsonb().$type<string[]>().notNull(),
    total: count(),
    creates: count(),
    updates: count(),
    sames: count(),
    invalid: count(),
    moneyFen: fen(),
    points: fen(),
    done: count(),
    failed: count(),
    back: count(),
    kept: count(),
    taskId: varchar({ length: 40 }).notNull().default(''),
    undoTaskId: varchar({ length: 40 }).notNull().default(''),
    confirmedBy: rowId().notNull().default(0),
    confirmTime: moment(),
    finishTime: moment(),
    undoneBy: rowId().notNull().default(0),
    undoTime: moment(),
  },
  (row) => [index('user_import_hash').on(row.fileHash), index('user_import_created').on(row.createdAt)],
)

/** What a customer was before a row changed them: only what it changed. */
export type UserBefore = {
  nickname?: string
  realName?: string
  sex?: number
  birthday?: string | null
  mark?: string
  groupId?: number | null
  tagIds?: number[]
  isPromoter?: boolean
  pastMoneyFen?: number
  pastCount?: number
  /** Before a level was given by hand. */
  level?: { id: number; auto: boolean; given: number }
}

/** A row of such a file. It is imported in the transaction that says so of it, hence once. */
export const userImportRows = pgTable(
  'user_import_row',
  {
    importId: rowId()
      .notNull()
      .references(() => userImports.id, { onDelete: 'cascade' }),
    /** As numbered in the file. */
    row: integer().notNull(),
    phone: varchar({ length: 11 }).notNull(),
    action: varchar({ length: 10 }).$type<UserImportAction>().notNull(),
    state: varchar({ length: 10 }).$type<UserImportRowState>().notNull(),
    given: jsonb().$type<ImportedUser>().notNull(),
    /** Where the address of a new customer lies; null without one. */
    place: jsonb().$type<UserPlace>(),
    uid: rowId().notNull().default(0),
    made: boolean().notNull().default(false),
    /** What it opens: as it was checked, then as it was booked. */
    moneyFen: fen(),
    points: fen(),
    experience: count(),
    before: jsonb().$type<UserBefore>(),
    /** The customer's version after the import's own changes. */
    version: integer().notNull().default(0),
    /** Whether it is still to be bound; then the promoter it was bound to. */
    bonds: boolean().notNull().default(false),
    boundTo: rowId().notNull().default(0),
    errors: jsonb().$type<Remark[]>().notNull(),
    warnings: jsonb().$type<Remark[]>().notNull(),
    /** Why something of it stays when it is taken back. */
    reason: varchar({ length: 255 }).notNull().default(''),
  },
  (row) => [
    primaryKey({ columns: [row.importId, row.row] }),
    index('user_import_row_state').on(row.importId, row.state, row.row),
    index('user_import_row_bond').on(row.importId, row.row).where(sql`bonds`),
  ],
)

/** An address with its place among the shop's regions. */
export type UserPlace = { cityId: number; province: string; city: string; district: string; detail: string }
