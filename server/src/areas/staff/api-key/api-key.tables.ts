import type { DataScope } from '@zhanggui/contract/staff/role.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'
import { adminUsers } from '../admin-user/admin-user.tables.ts'

/** Keys for calls by other programs, each with part of the rights of the user who created it (docs/access.md, API keys). */
export const apiKeys = pgTable(
  'api_key',
  {
    ...editableColumns,
    /** Who created the key: it never has more rights than this user. */
    userId: rowId()
      .notNull()
      .references(() => adminUsers.id),
    name: varchar({ length: 50 }).notNull(),
    /** The first 11 characters, by which staff recognise the key. */
    prefix: varchar({ length: 11 }).notNull(),
    /** SHA-256 of the whole key, which is not stored anywhere. */
    keyHash: varchar({ length: 43 }).notNull(),
    scopes: varchar({ length: 100 }).array().notNull(),
    dataScope: varchar({ length: 10 }).$type<DataScope>().notNull(),
    /** Departments of the data scope 自定义. */
    deptIds: rowId().array().notNull().default(sql`'{}'`),
    /** Addresses and networks calls may come from; empty allows any. */
    ipAllow: varchar({ length: 64 }).array().notNull().default(sql`'{}'`),
    /** Calls per minute. */
    rateLimit: integer().notNull().default(60),
    expiresAt: moment().notNull(),
    enabled: boolean().notNull().default(true),
    /** Written at most once a minute. */
    lastUsedAt: moment(),
    lastIp: varchar({ length: 64 }).notNull().default(''),
  },
  (key) => [
    uniqueIndex('api_key_hash').on(key.keyHash),
    uniqueIndex('api_key_name').on(sql`lower(${key.name})`),
    index('api_key_user').on(key.userId),
  ],
)
