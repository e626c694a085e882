import { sql } from 'drizzle-orm'
import { bigint, PgDialect, pgTable, varchar } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { moment, standardColumns } from './columns.ts'
import { givenJson, insertGiven, insertSelected, type NewRow, newRows, withId } from './given-rows.ts'

const parcels = pgTable('parcel', {
  id: standardColumns.id,
  no: varchar().notNull(),
  origin: varchar().notNull().default(''),
  sentAt: moment(),
  weight: bigint({ mode: 'number' }).generatedAlwaysAs(sql`length(no)`),
})

const textOf = (statement: Parameters<PgDialect['sqlToQuery']>[0]) =>
  new PgDialect({ casing: 'snake_case' }).sqlToQuery(statement).sql.replaceAll(/\s+/g, ' ')

test('a new row is stored with every column but those of the database and those that a later change fills', () => {
  const rows = newRows(parcels, ['sentAt'])
  expect(rows.columns).toEqual(['no', 'origin'])
  expect(withId(rows).columns).toEqual(['id', 'no', 'origin'])
  expect(textOf(insertGiven(rows, sql`'[]'`))).toBe(
    `insert into "parcel" ("no", "origin") select "no", "origin" from jsonb_to_recordset('[]'::jsonb) as given("no" varchar, "origin" varchar)`,
  )
  const values = { no: sql`made.no`, origin: sql`'front'` }
  expect(textOf(insertSelected(rows, values, sql`made`))).toBe(
    `insert into "parcel" ("no", "origin") select made.no, 'front' from made`,
  )
})

test('a column that a new row does not give, and that no later change is said to fill, does not compile', () => {
  const rows = newRows(parcels, ['sentAt'])
  // @ts-expect-error origin is missing
  givenJson(rows, [{ no: '1' }])
  // @ts-expect-error origin is missing
  insertSelected(rows, { no: sql`made.no` }, sql`made`)
  // @ts-expect-error origin is missing
  const row: NewRow<typeof parcels, 'sentAt'> = { no: '1' }
  // @ts-expect-error a row has to have its number from the first
  newRows(parcels, ['no'])
  expect(row).toEqual({ no: '1' })
})
