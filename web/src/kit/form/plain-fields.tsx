import type { Static } from '@zhanggui/contract/schema.ts'
import { type PlainFields as List, namesOf } from '@zhanggui/domain/fields.ts'
import { Field, type Fields } from './field.tsx'

type Props<Body extends Fields> = {
  /** The contract's body, derived from the list. */
  of: Body
  list: List
  step: number
}

/** The plain fields of a step that the form does not place itself, each with the default control of its kind. */
export function PlainFields<Body extends Fields>({ of, list, step }: Props<Body>) {
  return Object.entries(list)
    .filter(([, field]) => field.step === step && !field.control)
    .map(([name]) => <Field key={name} of={of} name={name as keyof Static<Body> & string} />)
}

/** The list columns of plain fields. */
export function plainColumns<Listed extends List>(listed: Listed) {
  return namesOf(listed).map((name) => {
    const { title = '', list } = listed[name] ?? {}
    return { name, title, width: 120, ...(list === 'hidden' && { hidden: true as const }) }
  })
}
