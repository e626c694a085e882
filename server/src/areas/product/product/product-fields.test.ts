import { type Complete, filled, namesOf, text } from '@zhanggui/domain/fields.ts'
import { type PlainProduct, productFields } from '@zhanggui/domain/product/product-fields.ts'
import { getTableColumns } from 'drizzle-orm'
import { type PgVarchar, varchar } from 'drizzle-orm/pg-core'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { ColumnsOf } from '../../../platform/data/fields.ts'
import { makeProduct, openProductShop, productDraft } from '../../../testing/product.ts'
import { products } from './product.tables.ts'
import type { FormColumns } from './product-form.ts'

const columns = getTableColumns(products)

test.each(namesOf(productFields))(
  'the column of the plain field %s holds its longest text and has the same default',
  (name) => {
    const field = productFields[name]
    const column = columns[name]
    expect(column.notNull).toBe(true)
    if (field.kind === 'text') expect((column as PgVarchar<never>).length).toBe(field.max)
    if (!('required' in field)) expect(column.default).toBe(field.initial)
  },
)

test('a form without its plain fields stores their initial values', async () => {
  const { staff, cateId } = await openProductShop()
  const given = { storeName: '毛巾', unitName: '条' }
  const info = await makeProduct(staff, productDraft(cateId, given))
  expect(info).toMatchObject({ ...filled(productFields), ...given })
})

describe('a field that would be lost does not compile:', () => {
  const origin = text('产地', 64, {})

  test('one without a column, or with a nullable column', () => {
    type Wanted = ColumnsOf<{ origin: typeof origin }>
    const stored = { origin: varchar({ length: 64 }).notNull().default('') }
    const nullable = { origin: varchar({ length: 64 }) }
    expectTypeOf<typeof stored>().toExtend<Wanted>()
    expectTypeOf<typeof nullable>().not.toExtend<Wanted>()
  })

  test('one in the form that the server does not store', () => {
    expectTypeOf<keyof PlainProduct>().toExtend<keyof FormColumns>()
    expectTypeOf<Omit<FormColumns, 'remark'>>().not.toExtend<FormColumns>()
    const forgetful = (columns: Omit<FormColumns, 'remark'>): FormColumns => {
      // @ts-expect-error: `remark` is forgotten.
      return { ...columns }
    }
    expect(forgetful).toBeTypeOf('function')
  })

  test('an optional one, left out where all are required', () => {
    type Draft = { storeName: string; origin?: string }
    expectTypeOf<{ storeName: string; origin: string | undefined }>().toExtend<Complete<Draft>>()
    expectTypeOf<{ storeName: string }>().toExtend<Draft>()
    expectTypeOf<{ storeName: string }>().not.toExtend<Complete<Draft>>()
  })
})
