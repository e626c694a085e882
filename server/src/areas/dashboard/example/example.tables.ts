import { sql } from 'drizzle-orm'
import { bigint, check, jsonb, pgTable, smallint } from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/data/columns.ts'

/** A row of the example data, in the version it was made in. */
export type ExampleRow = { id: number; version: number; name: string }
/** A product of it, with the last movement of its stock; sets of before have none. */
export type ExampleProduct = ExampleRow & { ledgerId?: number }

/** The example data of the shop, while it is there: at most one set. What staff make of it is theirs. */
export const exampleSets = pgTable(
  'example_set',
  {
    /** Always 1. */
    id: smallint().primaryKey().default(1),
    category: jsonb().$type<ExampleRow>().notNull(),
    products: jsonb().$type<ExampleProduct[]>().notNull(),
    /** Its pictures, files of the media library. */
    fileIds: bigint({ mode: 'number' }).array().notNull(),
    createdBy: bigint({ mode: 'number' }).notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [check('example_set_one', sql`${row.id} = 1`)],
)
