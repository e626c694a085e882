import { plainNumber } from '@zhanggui/domain/plain-number.ts'
import { InputNumber, type InputNumberProps } from 'antd'

/** What the library takes for no number, and then leaves what was there. */
const NONE = 'NaN'
/** A unit behind a number, 件; 万 would make another number of it. */
const UNIT = /(?<=\d) ?(?![十百千万亿])\p{Script=Han}{1,2}$/u

/**
 * The text of a field as a number. The library itself drops whatever is no digit: full width would empty the field, and 12-15
 * become 1215.
 */
export function parseTyped(typed = ''): string {
  return plainNumber(typed.replace(UNIT, ''), true) ?? NONE
}

/** A field for a number: the library's, reading what is typed and pasted as people mean it. */
export function NumberInput<Value extends string | number = number>(props: InputNumberProps<Value>) {
  // The library reads the answer once more, whatever type the value has.
  return <InputNumber<Value> parser={parseTyped as (typed: string | undefined) => never} {...props} />
}
