import type { AgreementKey } from '@zhanggui/domain/decor/agreement.ts'
import { boolean, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'

const key = () => varchar({ length: 30 }).$type<AgreementKey>().notNull()

/** An agreement as staff are writing it; what buyers read is a version. */
export const agreements = pgTable(
  'agreement',
  {
    ...editableColumns,
    key: key(),
    /** The order in which they are listed. */
    place: smallint().notNull(),
    title: varchar({ length: 30 }).notNull(),
    content: text().notNull(),
    requireConsent: boolean().notNull().default(false),
    /** Of the version that was published last. */
    publishedNo: integer(),
  },
  (row) => [uniqueIndex('agreement_key').on(row.key)],
)

/** What was published of an agreement; never changed. */
export const agreementVersions = pgTable(
  'agreement_version',
  {
    key: key(),
    no: integer().notNull(),
    title: varchar({ length: 30 }).notNull(),
    content: text().notNull(),
    requireConsent: boolean().notNull(),
    effectiveTime: moment().notNull(),
    note: varchar({ length: 100 }).notNull().default(''),
    createdBy: rowId(),
    createdAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.key, row.no] })],
)

/** Who agreed to which version, when and from where. */
export const agreementConsents = pgTable(
  'agreement_consent',
  {
    uid: rowId().notNull(),
    key: key(),
    no: integer().notNull(),
    channel: varchar({ length: 10 }).notNull(),
    ip: varchar({ length: 45 }).notNull(),
    time: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.uid, row.key, row.no] }), index('agreement_consent_of').on(row.key, row.no)],
)
