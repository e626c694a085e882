import type { PlainFields, ValueOf } from '@zhanggui/domain/fields.ts'

/** For `satisfies`: the columns a table needs so that every plain field of its object is stored. */
export type ColumnsOf<Fields extends PlainFields> = {
  [Name in keyof Fields]: { _: { data: ValueOf<Fields[Name]>; notNull: true } }
}
