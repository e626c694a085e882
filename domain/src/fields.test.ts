import { expect, expectTypeOf, test } from 'vitest'
import { fieldsWith, filled, flag, namesOf, pick, text, type ValuesOf, whole } from './fields.ts'

const fields = {
  name: text('名称', 32, { required: true, searched: true }),
  unit: text('单位', 8, { initial: '件', searched: true }),
  count: whole('数量', 9, { min: 1, initial: 1 }),
  hot: flag('热卖', {}),
}

test('a missing field gets its initial value, and an unknown one stays out', () => {
  const given = { name: '毛巾', count: 3, other: 1 }
  expect(filled(fields, given)).toEqual({ name: '毛巾', unit: '件', count: 3, hot: false })
  expectTypeOf<ValuesOf<typeof fields>>().toEqualTypeOf<{ name: string; unit: string; count: number; hot: boolean }>()
})

test('fields with a mark keep their order, and the compiler knows their names', () => {
  const searched = fieldsWith(fields, 'searched')
  expect(namesOf(searched)).toEqual(['name', 'unit'])
  expectTypeOf<keyof typeof searched>().toEqualTypeOf<'name' | 'unit'>()
  expect(pick({ name: 'a', unit: 'b', more: 'c' }, namesOf(searched))).toEqual({ name: 'a', unit: 'b' })
})
