import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

/** Stores (docs/stores.md, Stores): where buyers pick up their orders. */
export const stores = pgTable(
  'store',
  {
    ...editableColumns,
    name: varchar({ length: 40 }).notNull(),
    introduction: varchar({ length: 100 }).notNull().default(''),
    phone: varchar({ length: 20 }).notNull(),
    /** Codes from the province down. */
    cityIds: integer().array().notNull(),
    detailedAddress: varchar({ length: 255 }).notNull(),
    image: varchar({ length: 512 }).notNull(),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** Both or neither: the first and last day of pick-up. */
    validFrom: date({ mode: 'string' }),
    validTo: date({ mode: 'string' }),
    /** Both or neither, `HH:mm`. */
    opensAt: char({ length: 5 }),
    closesAt: char({ length: 5 }),
    isShow: boolean().notNull().default(true),
    isDel: boolean().notNull().default(false),
    /** Higher values come first. */
    sort: integer().notNull().default(0),
  },
  (store) => [
    uniqueIndex('store_name').on(sql`lower(${store.name})`).where(sql`not is_del`),
    index('store_changed').on(store.updatedAt, store.id),
  ],
)
