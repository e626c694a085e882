import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { rowId, standardColumns } from '../../../platform/data/columns.ts'
import { shopUsers } from '../shop-user/shop-user.tables.ts'

const name = () => varchar({ length: 100 }).notNull()

/** Where buyers have their orders sent. Deleted for good: an order keeps a copy. */
export const buyerAddresses = pgTable(
  'buyer_address',
  {
    id: standardColumns.id,
    uid: rowId()
      .notNull()
      .references(() => shopUsers.id),
    realName: varchar({ length: 32 }).notNull(),
    phone: varchar({ length: 11 }).notNull(),
    /** The code of a place that has none below it. */
    cityId: integer().notNull(),
    /** The names as they were when the address was written. A street follows its district. */
    province: name(),
    city: name(),
    district: varchar({ length: 201 }).notNull(),
    detail: varchar({ length: 256 }).notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: standardColumns.createdAt,
    updatedAt: standardColumns.updatedAt,
  },
  (address) => [
    index('buyer_address_uid').on(address.uid, address.id),
    uniqueIndex('buyer_address_default').on(address.uid).where(sql`is_default`),
    index('buyer_address_city').on(address.cityId),
  ],
)
