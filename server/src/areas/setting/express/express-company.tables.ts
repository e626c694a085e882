import { sql } from 'drizzle-orm'
import { boolean, integer, jsonb, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

export const expressCompanies = pgTable(
  'express_company',
  {
    ...editableColumns,
    code: varchar({ length: 50 }).notNull(),
    /** Tracking provider → its code for this carrier. */
    codes: jsonb().$type<Record<string, string>>().notNull().default({}),
    name: varchar({ length: 50 }).notNull(),
    /** What is needed to print its labels: an account, a password, a branch. */
    partnerId: boolean().notNull().default(false),
    partnerKey: boolean().notNull().default(false),
    net: boolean().notNull().default(false),
    account: varchar({ length: 100 }).notNull().default(''),
    /** Sealed. */
    password: varchar({ length: 400 }),
    netName: varchar({ length: 100 }).notNull().default(''),
    phone: varchar({ length: 20 }).notNull().default(''),
    logo: varchar({ length: 255 }).notNull().default(''),
    sort: integer().notNull().default(999),
    isShow: boolean().notNull().default(true),
    status: boolean().notNull().default(true),
  },
  (company) => [
    uniqueIndex('express_company_code').on(sql`lower(${company.code})`),
    uniqueIndex('express_company_name').on(company.name),
  ],
)
