import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, moment, rowId } from '../../../platform/data/columns.ts'
import { depts } from '../dept/dept.tables.ts'
import { posts } from '../post/post.tables.ts'
import { roles } from '../role/role.tables.ts'

export const adminUsers = pgTable(
  'admin_user',
  {
    ...editableColumns,
    username: varchar({ length: 40 }).notNull(),
    nickName: varchar({ length: 20 }).notNull(),
    phone: varchar({ length: 40 }),
    email: varchar({ length: 120 }),
    sex: varchar({ length: 1 }),
    avatar: varchar({ length: 255 }),
    enabled: boolean().notNull().default(true),
    deptId: rowId().references(() => depts.id),
    jobId: rowId().references(() => posts.id),
    isSms: boolean().notNull().default(false),
    remark: varchar({ length: 255 }).notNull().default(''),
    introduction: varchar({ length: 255 }).notNull().default(''),
    /** PHC string of argon2id. */
    passwordHash: varchar({ length: 200 }).notNull(),
    passwordTime: moment().notNull().defaultNow(),
    /** Hashes of up to five former passwords, newest first. */
    passwordHistory: jsonb().$type<string[]>().notNull().default([]),
    mustChangePassword: boolean().notNull().default(false),
    /** Sealed; null while the second factor is off. */
    totpSecret: varchar({ length: 200 }),
    /** The last accepted counter: each code is accepted once. */
    totpCounter: rowId().notNull().default(0),
    lastLoginTime: moment(),
    lastLoginIp: varchar({ length: 64 }),
    loginCount: integer().notNull().default(0),
    /** Rises whenever roles, grants or menus of this user change. */
    permVersion: integer().notNull().default(1),
    deletedAt: moment(),
  },
  (user) => [
    uniqueIndex('admin_user_username').on(sql`lower(${user.username})`).where(sql`deleted_at is null`),
    uniqueIndex('admin_user_phone').on(user.phone).where(sql`deleted_at is null`),
    uniqueIndex('admin_user_email').on(sql`lower(${user.email})`).where(sql`deleted_at is null`),
    index('admin_user_dept').on(user.deptId),
    index('admin_user_job').on(user.jobId),
  ],
)

export const adminUserRoles = pgTable(
  'admin_user_role',
  {
    userId: rowId()
      .notNull()
      .references(() => adminUsers.id, { onDelete: 'cascade' }),
    roleId: rowId()
      .notNull()
      .references(() => roles.id),
  },
  (link) => [primaryKey({ columns: [link.userId, link.roleId] }), index('admin_user_role_role').on(link.roleId)],
)

/** Stores assigned to the account, for the scope 本门店. */
export const adminUserStores = pgTable(
  'admin_user_store',
  {
    userId: rowId()
      .notNull()
      .references(() => adminUsers.id, { onDelete: 'cascade' }),
    storeId: rowId().notNull(),
  },
  (link) => [primaryKey({ columns: [link.userId, link.storeId] }), index('admin_user_store_store').on(link.storeId)],
)

/** A user's own preferences: theme, list columns, remembered tabs. */
export const preferences = pgTable('preference', {
  userId: rowId()
    .primaryKey()
    .references(() => adminUsers.id, { onDelete: 'cascade' }),
  data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
})
