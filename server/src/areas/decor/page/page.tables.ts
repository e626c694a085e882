import type { PageKind, PageTerminal, VersionKind } from '@zhanggui/domain/decor/page.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'

type Values = Record<string, unknown>

/** What a page looks like, as page-kit stores it. */
const documentColumns = {
  settings: jsonb().$type<Values>().notNull().default({}),
  value: jsonb().$type<Values>().notNull().default({}),
  share: jsonb().$type<Values>().notNull().default({}),
}

/** A page with its draft. What of it buyers see is a version. */
export const decorPages = pgTable(
  'decor_page',
  {
    ...editableColumns,
    name: varchar({ length: 30 }).notNull(),
    terminal: smallint().$type<PageTerminal>().notNull(),
    type: smallint().$type<PageKind>().notNull(),
    ...documentColumns,
    /** Chosen by staff; '' for the first picture of the page. */
    coverImage: varchar({ length: 512 }).notNull().default(''),
    /** The first picture of the draft. */
    firstImage: varchar({ length: 512 }).notNull().default(''),
    templateKey: varchar({ length: 40 }).notNull().default(''),
    isDefault: boolean().notNull().default(false),
    enabled: boolean().notNull().default(true),
    publishedNo: integer(),
    liveVersionId: rowId(),
    publishTime: moment(),
    publishBy: rowId(),
    /** How many rows the difference of live version and draft has. */
    changes: integer().notNull().default(0),
    /** When the live version ends. */
    offlineAt: moment(),
    deletedAt: moment(),
  },
  (row) => [
    uniqueIndex('decor_page_name').on(row.terminal, row.name).where(sql`deleted_at is null`),
    uniqueIndex('decor_page_default').on(row.terminal, row.type).where(sql`is_default`),
    index('decor_page_offline').on(row.offlineAt).where(sql`offline_at is not null`),
    index('decor_page_deleted').on(row.deletedAt).where(sql`deleted_at is not null`),
    check('decor_page_live', sql`(published_no is null) = (live_version_id is null)`),
    check('decor_page_home', sql`not is_default or (enabled and published_no is not null and deleted_at is null)`),
  ],
)

/** What went live, is to go live, or was replaced. */
export const decorPageVersions = pgTable(
  'decor_page_version',
  {
    id: editableColumns.id,
    pageId: rowId()
      .notNull()
      .references(() => decorPages.id, { onDelete: 'cascade' }),
    /** 1, 2, 3 of what went live. */
    no: integer(),
    kind: varchar({ length: 10 }).$type<VersionKind>().notNull(),
    ...documentColumns,
    hash: varchar({ length: 64 }).notNull(),
    note: varchar({ length: 100 }).notNull().default(''),
    offlineAt: moment(),
    /** The version that a page comes back to when this one ends: the last one without an end. */
    beforeId: rowId(),
    /** Of an autosave: the session of the designer whose saves began here. */
    sessionKey: varchar({ length: 40 }).notNull().default(''),
    /** Faults of the live version that staff were notified of. */
    told: jsonb().$type<string[]>(),
    createdBy: rowId(),
    createdAt: moment().notNull().defaultNow(),
  },
  (row) => [
    uniqueIndex('decor_page_version_no').on(row.pageId, row.no),
    index('decor_page_version_order').on(row.pageId, row.id),
  ],
)

/** Versions that wait for their time. */
export const decorPageSchedules = pgTable(
  'decor_page_schedule',
  {
    id: editableColumns.id,
    pageId: rowId()
      .notNull()
      .references(() => decorPages.id, { onDelete: 'cascade' }),
    versionId: rowId()
      .notNull()
      .references(() => decorPageVersions.id),
    publishAt: moment().notNull(),
    offlineAt: moment(),
    setDefault: boolean().notNull().default(false),
    createdBy: rowId(),
    createdAt: moment().notNull().defaultNow(),
  },
  (row) => [
    uniqueIndex('decor_page_schedule_time').on(row.pageId, row.publishAt),
    index('decor_page_schedule_due').on(row.publishAt),
  ],
)

/** Who has a page open in the designer. Unlogged: after a crash of the database everybody is seen again within a minute. */
export const decorPageEditors = pgTable(
  'decor_page_editor',
  {
    pageId: rowId().notNull(),
    userId: rowId().notNull(),
    sessionKey: varchar({ length: 40 }).notNull(),
    seenAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.pageId, row.userId, row.sessionKey] })],
)

/** What pages and blocks name. `state` says in which of a page's documents; of a block it is always live. */
export const decorPageRefs = pgTable(
  'decor_page_ref',
  {
    owner: varchar({ length: 5 }).$type<'page' | 'block'>().notNull(),
    ownerId: rowId().notNull(),
    state: varchar({ length: 7 }).$type<'draft' | 'live' | 'waiting'>().notNull(),
    kind: varchar({ length: 16 }).notNull(),
    refId: rowId().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.owner, row.ownerId, row.state, row.kind, row.refId] }),
    index('decor_page_ref_of').on(row.kind, row.refId),
  ],
)

/** How often pages and their components were seen and tapped. `component_id` is '' for the page itself. */
export const decorPageStats = pgTable(
  'decor_page_stat',
  {
    pageId: rowId().notNull(),
    componentId: varchar({ length: 20 }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    views: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
  },
  (row) => [primaryKey({ columns: [row.pageId, row.day, row.componentId] })],
)
