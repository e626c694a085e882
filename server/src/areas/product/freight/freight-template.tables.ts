import type { AreaPath, FreeMode, FreightAppoint, FreightType } from '@zhanggui/domain/product/freight.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { editableColumns, rowId, standardColumns } from '../../../platform/data/columns.ts'

/** The initial template of every shop: free everywhere, and never deleted. */
export const FREE_TEMPLATE_ID = 1

export const freightTemplates = pgTable(
  'freight_template',
  {
    ...editableColumns,
    id: bigint({ mode: 'number' })
      .primaryKey()
      .generatedAlwaysAsIdentity({ startWith: FREE_TEMPLATE_ID + 1 }),
    name: varchar({ length: 200 }).notNull(),
    appoint: smallint().$type<FreightAppoint>().notNull(),
    type: smallint().$type<FreightType>().notNull(),
    sort: integer().notNull().default(0),
    /** Whether orders to the areas of `freight_undelivery` are refused. */
    undelivery: boolean().notNull().default(false),
  },
  (template) => [uniqueIndex('freight_template_name').on(sql`lower(${template.name})`)],
)

const tempId = () =>
  rowId()
    .notNull()
    .references(() => freightTemplates.id, { onDelete: 'cascade' })

/** The areas of a rule. */
const places = () => ({
  tempId: tempId(),
  /** The areas as staff ticked them: the ids from the province down to the chosen area. */
  areas: jsonb().$type<AreaPath[]>().notNull(),
  /** The last id of each path. */
  cityIds: integer().array().notNull(),
})

/** A number of pieces, kg or m³, by the template's type. */
const measure = () => numeric({ precision: 9, scale: 4, mode: 'number' })
const fen = () => bigint({ mode: 'number' })

export const freightRegions = pgTable(
  'freight_region',
  {
    ...standardColumns,
    ...places(),
    isDefault: boolean().notNull().default(false),
    first: measure().notNull(),
    firstPriceFen: fen().notNull(),
    renewal: measure().notNull(),
    renewalPriceFen: fen().notNull(),
  },
  (region) => [index('freight_region_template').on(region.tempId)],
)

export const freightFrees = pgTable(
  'freight_free',
  {
    ...standardColumns,
    ...places(),
    /** 0: no minimum. */
    number: measure().notNull().default(0),
    /** 0: no minimum amount. */
    priceFen: fen().notNull().default(0),
    freeMode: varchar({ length: 3 }).$type<FreeMode>().notNull().default('or'),
  },
  (free) => [index('freight_free_template').on(free.tempId)],
)

export const freightUndeliveries = pgTable('freight_undelivery', { ...standardColumns, ...places() }, (undelivery) => [
  index('freight_undelivery_template').on(undelivery.tempId),
])
