import { CallError } from '../../api/call-error.ts'
import type { toFieldData } from '../../api/use-write.ts'

/** The field of the form that shows a field of the contract: both ends of the days are one. */
export const formFieldOf = (field: string): string =>
  field === 'startTime' || field === 'stopTime' ? 'days' : (field.split(/[.[]/)[0] ?? field)

/** What is wrong with a field of the contract, at the field of the form that shows it. */
export const atFormField = ({ name, errors }: ReturnType<typeof toFieldData>) => ({
  name: name.length === 1 ? [formFieldOf(String(name[0]))] : name,
  errors,
})

/** What a refusal says of fields. */
export function fieldErrorsIn(error: unknown): { field: string; message: string }[] {
  const { errors } = ((error instanceof CallError && error.body) || {}) as { errors?: unknown }
  return Array.isArray(errors) ? errors.filter((one) => typeof one?.field === 'string') : []
}
