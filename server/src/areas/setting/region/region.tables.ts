import { boolean, index, integer, pgTable, smallint, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { editableColumns } from '../../../platform/data/columns.ts'

export const regions = pgTable(
  'region',
  {
    ...editableColumns,
    /** Code of the national division, 6 or 9 digits. */
    cityId: integer().notNull(),
    /** 0 province, 1 city, 2 district, 3 street. */
    level: smallint().notNull(),
    /** Code of the place above; 0 at the top. */
    parentId: integer().notNull().default(0),
    areaCode: varchar({ length: 10 }).notNull().default(''),
    name: varchar({ length: 100 }).notNull(),
    /** Names from the province down, separated by commas. */
    mergerName: varchar({ length: 320 }).notNull(),
    lng: varchar({ length: 20 }).notNull().default(''),
    lat: varchar({ length: 20 }).notNull().default(''),
    isShow: boolean().notNull().default(true),
    /** Version of the table a seeded row came from; none for rows added by staff. */
    dataset: varchar({ length: 20 }),
  },
  (region) => [
    uniqueIndex('region_city_id').on(region.cityId),
    uniqueIndex('region_name').on(region.parentId, region.name),
    index('region_parent').on(region.parentId, region.cityId),
  ],
)

/** What places are called, which are referred to by their codes. */
export const placeName = { name: regions.name, by: regions.cityId }
