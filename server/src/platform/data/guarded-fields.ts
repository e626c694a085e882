import { defineHook } from '../hooks.ts'
import { type Ctx, holds } from '../http/context.ts'

/** Fields of a contract's objects shown to holders of a permission only: logs and trails keep them from others too. */
export const guardedFields = defineHook<{ object: string; field: string; permission: string }>('guarded fields')

/** The fields of an object that are kept from the caller. */
export function hiddenFields(
  { actor, platform }: Pick<Ctx, 'actor' | 'platform'>,
  object: string,
): ReadonlySet<string> {
  const guarded = platform.hooks.of(guardedFields)
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
