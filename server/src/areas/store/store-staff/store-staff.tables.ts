import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns, rowId } from '../../../platform/data/columns.ts'
import { stores } from '../store/store.tables.ts'

/** Who works in which store (docs/stores.md, Staff of stores). A deleted row stays for the orders it verified. */
export const storeStaff = pgTable(
  'store_staff',
  {
    ...editableColumns,
    /** The customer who verifies in the mini-program. */
    uid: rowId(),
    /** The account that verifies in the console. */
    adminId: rowId(),
    storeId: rowId()
      .notNull()
      .references(() => stores.id, { onDelete: 'cascade' }),
    avatar: varchar({ length: 512 }).notNull().default(''),
    staffName: varchar({ length: 64 }).notNull(),
    phone: varchar({ length: 11 }).notNull().default(''),
    verifyStatus: boolean().notNull().default(false),
    status: boolean().notNull().default(true),
    /** Whether they are told of new pick-up orders. */
    notify: boolean().notNull().default(true),
    isDel: boolean().notNull().default(false),
  },
  (staff) => [
    uniqueIndex('store_staff_uid').on(staff.uid).where(sql`not is_del`),
    uniqueIndex('store_staff_admin').on(staff.storeId, staff.adminId).where(sql`not is_del`),
    index('store_staff_account').on(staff.adminId),
  ],
)
