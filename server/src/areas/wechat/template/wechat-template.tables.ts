import type { TemplateKind } from '@zhanggui/domain/wechat/default-template.ts'
import { sql } from 'drizzle-orm'
import { boolean, jsonb, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment } from '../../../platform/data/columns.ts'
import { loggedText } from '../../../platform/data/logged-text.ts'

/** Templates of messages: of the official account (1) and of the mini-program (2). */
export const wechatTemplates = pgTable(
  'wechat_template',
  {
    ...editableColumns,
    kind: smallint().$type<TemplateKind>().notNull(),
    /** Its number in the platform's library; '' for one that was found with the account. */
    tempKey: varchar({ length: 20 }).notNull().default(''),
    name: varchar({ length: 64 }).notNull(),
    /** As the platform has it: 订单号:{{character_string1.DATA}}, a line for each field. */
    content: varchar({ length: 1000 }).notNull().default(''),
    /** The platform's id; '' until the account has it. */
    tempId: varchar({ length: 64 }).notNull().default(''),
    /** The keywords to ask for: names for an official account, in order, numbers for a mini-program. */
    kidList: varchar({ length: 30 }).array().notNull().default([]),
    /** What each field says. */
    fieldMap: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** What fields of fixed values may say. */
    choices: jsonb().$type<Record<string, string[]>>().notNull().default({}),
    page: varchar({ length: 255 }).notNull().default(''),
    url: varchar({ length: 512 }).notNull().default(''),
    status: boolean().notNull().default(true),
    /** One leave of a buyer is for ever. */
    isLasting: boolean().notNull().default(false),
    /** The sync added it to the account, so that deleting it here deletes it there. */
    isOurs: boolean().notNull().default(false),
    /** The account has it no more. */
    isMissing: boolean().notNull().default(false),
    syncError: loggedText(200).notNull().default(''),
    syncTime: moment(),
  },
  (template) => [uniqueIndex('wechat_template_temp').on(template.kind, template.tempId).where(sql`temp_id <> ''`)],
)
