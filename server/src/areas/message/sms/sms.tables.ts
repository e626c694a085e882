import type { SmsResult, SmsTemplateStatus, SmsTemplateType } from '@zhanggui/domain/message/sms.ts'
import { desc } from 'drizzle-orm'
import { index, pgTable, primaryKey, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId, standardColumns } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** A text approved, or to be approved, by the provider. */
export const smsTemplates = pgTable(
  'sms_template',
  {
    ...editableColumns,
    /** The provider's id. */
    tempId: varchar({ length: 20 }).notNull(),
    title: varchar({ length: 50 }).notNull(),
    type: smallint().$type<SmsTemplateType>().notNull(),
    /** Name of its use in our code: `verify_code`. */
    tempKey: varchar({ length: 40 }).notNull().default(''),
    content: varchar({ length: 500 }).notNull(),
    status: varchar({ length: 4 }).$type<SmsTemplateStatus>().notNull(),
    /** The reason for a refusal. */
    reason: loggedText(255).notNull().default(''),
  },
  (template) => [uniqueIndex('sms_template_temp').on(template.tempId)],
)

/** A message to one number, with its outcome. */
export const smsLogs = pgTable(
  'sms_log',
  {
    ...standardColumns,
    uid: rowId(),
    phone: varchar({ length: 20 }).notNull(),
    /** Codes are blanked, except where nothing is really sent. */
    content: varchar({ length: 600 }).notNull(),
    template: varchar({ length: 20 }).notNull(),
    addIp: varchar({ length: 64 }).notNull().default(''),
    resultCode: smallint().$type<SmsResult>().notNull(),
    memo: loggedText(255).notNull().default(''),
    /** The provider's id of the message. */
    bizId: loggedText(64).notNull().default(''),
    receiptAt: moment(),
  },
  (log) => [
    index('sms_log_created').on(desc(log.createdAt), desc(log.id)),
    index('sms_log_phone').on(log.phone, desc(log.id)),
    index('sms_log_result').on(log.resultCode, desc(log.createdAt), desc(log.id)),
    index('sms_log_digits').using('gin', log.phone.op('gin_trgm_ops')),
  ],
)

/**
 * The last code sent to a number for a purpose. Tries from the address that asked for it count there; `tries` counts those from
 * all other addresses.
 */
export const smsCodes = pgTable(
  'sms_code',
  {
    phone: varchar({ length: 20 }).notNull(),
    purpose: varchar({ length: 20 }).notNull(),
    /** Keyed digest of number, purpose and code. */
    digest: varchar({ length: 43 }).notNull(),
    /** The address that asked for it, as limits count it; '' for the server itself. */
    askedFrom: varchar({ length: 64 }).notNull().default(''),
    tries: smallint().notNull().default(0),
    expiresAt: moment().notNull(),
  },
  (code) => [primaryKey({ columns: [code.phone, code.purpose] })],
)
