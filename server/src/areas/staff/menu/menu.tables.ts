import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, rowId } from '../../../platform/data/columns.ts'

export const menus = pgTable(
  'menu',
  {
    ...editableColumns,
    /** 0: top level. */
    pid: rowId().notNull().default(0),
    /** 0 directory, 1 page, 2 button. */
    type: smallint().$type<0 | 1 | 2>().notNull().default(0),
    name: varchar({ length: 50 }).notNull(),
    permissions: varchar({ length: 100 }).array().notNull().default(sql`'{}'`),
    /** Segment below the parent, without a leading slash; the whole address for external links; null for buttons. */
    path: varchar({ length: 200 }),
    component: varchar({ length: 200 }),
    componentName: varchar({ length: 50 }),
    iframe: boolean().notNull().default(false),
    icon: varchar({ length: 50 }),
    sort: integer().notNull().default(999),
    cache: boolean().notNull().default(false),
    hidden: boolean().notNull().default(false),
    alwaysShow: boolean().notNull().default(false),
    activeMenu: varchar({ length: 200 }),
    breadcrumb: boolean().notNull().default(true),
    affix: boolean().notNull().default(false),
    blank: boolean().notNull().default(false),
    /** Seeded rows: full path, or path#permission, by which later versions find them. */
    code: varchar({ length: 300 }),
  },
  (menu) => [
    uniqueIndex('menu_name').on(menu.pid, menu.name).where(sql`type <> 2`),
    uniqueIndex('menu_path').on(menu.pid, menu.path),
    uniqueIndex('menu_component_name').on(menu.componentName),
    uniqueIndex('menu_code').on(menu.code),
    index('menu_pid').on(menu.pid),
  ],
)
