import { isDeepStrictEqual } from 'node:util'
import { defineHook } from '../hooks.ts'
import { type Ctx, holds } from '../http/context.ts'
import type { FieldChange } from './audit.tables.ts'

/** Fields that only holders of a permission may see; logs and audit trails hide them from others too. */
export const guardedFields = defineHook<{ object: string; field: string; permission: string }>('guarded fields')

/** The fields of an object that are hidden from the caller. */
export function hiddenFields(
  { actor, platform }: Pick<Ctx, 'actor' | 'platform'>,
  object: string,
): ReadonlySet<string> {
  const guarded = platform.hooks.of(guardedFields)
  const hidden = guarded.filter((each) => each.object === object && !holds(actor, each.permission))
  return new Set(hidden.map(({ field }) => field))
}

/** Removes these fields from a JSON value at every depth, and the value of a change to one: `{ target, value }`. */
export function withoutFields<Value>(value: Value, fields: ReadonlySet<string>): Value {
  if (!fields.size || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withoutFields(item, fields)) as Value
  const isTarget = 'target' in value && fields.has(String(value.target))
  const kept = Object.entries(value).filter(([key]) => !fields.has(key) && !(isTarget && key === 'value'))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutFields(inner, fields)])) as Value
}

/** The changes that the caller may see; none where every difference is hidden from them. */
export function shownChanges(changes: readonly FieldChange[], hidden: ReadonlySet<string>): readonly FieldChange[] {
  if (!hidden.size) return changes
  const shown = changes.filter(({ path }) => !hidden.has(path))
  return withoutFields(shown, hidden).filter(({ before, after }) => !isDeepStrictEqual(before, after))
}
