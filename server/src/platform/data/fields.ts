import type { PlainFields, ValueOf } from '@zhanggui/domain/fields.ts'

/** What the columns of a table must hold for each of its object's plain fields to be stored, as `satisfies` checks it. */
export type ColumnsOf<Fields extends PlainFields> = {
  [Name in keyof Fields]: { _: { data: ValueOf<Fields[Name]>; notNull: true } }
}
