import type { DataScope } from '@zhanggui/contract/staff/role.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, rowId } from '../../../platform/data/columns.ts'
import { depts } from '../dept/dept.tables.ts'
import { menus } from '../menu/menu.tables.ts'

/** Code of the super administrator's role. */
export const SUPER_ROLE = 'admin'

export const roles = pgTable(
  'role',
  {
    ...editableColumns,
    name: varchar({ length: 20 }).notNull(),
    /** The role's code; `admin` is the super administrator. */
    permission: varchar({ length: 32 }).notNull(),
    dataScope: varchar({ length: 10 }).$type<DataScope>().notNull().default('本级'),
    /** 1–99, smaller is stronger. */
    level: integer().notNull().default(3),
    status: boolean().notNull().default(true),
    remark: varchar({ length: 255 }).notNull().default(''),
  },
  (role) => [uniqueIndex('role_name').on(sql`lower(${role.name})`), uniqueIndex('role_permission').on(role.permission)],
)

export const roleMenus = pgTable(
  'role_menu',
  {
    roleId: rowId()
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    menuId: rowId()
      .notNull()
      .references(() => menus.id, { onDelete: 'cascade' }),
  },
  (link) => [primaryKey({ columns: [link.roleId, link.menuId] }), index('role_menu_menu').on(link.menuId)],
)

/** Departments seen by a role with the scope 自定义. */
export const roleDepts = pgTable(
  'role_dept',
  {
    roleId: rowId()
      .notNull()
      .references(() => roles.id, { onDelete: 'cascade' }),
    deptId: rowId()
      .notNull()
      .references(() => depts.id, { onDelete: 'cascade' }),
  },
  (link) => [primaryKey({ columns: [link.roleId, link.deptId] }), index('role_dept_dept').on(link.deptId)],
)
