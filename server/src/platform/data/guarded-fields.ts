import { type Ctx, holds } from '../http/context.ts'

/** A field of a contract's object that only holders of a permission are shown. */
type GuardedField = { object: string; field: string; permission: string }

const guarded: GuardedField[] = []

/** Says that a field is not for everybody: what logs and trails keep of it is not shown to others either. */
export function guardField(given: GuardedField): void {
  const isKnown = guarded.some(({ object, field }) => object === given.object && field === given.field)
  if (!isKnown) guarded.push(given)
}

/** The fields of an object that are kept from the caller. */
export function hiddenFields({ actor }: Pick<Ctx, 'actor'>, object: string): ReadonlySet<string> {
  const hidden = guarded.filter((each) => each.object === object && !holds(actor, each.permission))
  return new Set(hidden.map(({ field }) => field))
}

/** A JSON value without these fields, at every depth; nor what a change says of one that is its target: `{ target, value }`. */
export function withoutFields<Value>(value: Value, fields: ReadonlySet<string>): Value {
  if (!fields.size || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutFields(item, fields)) as Value
  const isTarget = 'target' in value && fields.has(String(value.target))
  const kept = Object.entries(value).filter(([key]) => !fields.has(key) && !(isTarget && key === 'value'))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutFields(inner, fields)])) as Value
}
