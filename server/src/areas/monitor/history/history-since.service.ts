import type { HistorySince } from '@zhanggui/contract/monitor/history.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { hiddenFields, withoutFields } from '../../../platform/data/guarded-fields.ts'
import type { Row } from '../../../platform/data/masked.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as entries from './history.repository.ts'
import { type Asked, openObject } from './history.service.ts'
import { formFields, titleOfField } from './history-fields.ts'
import { describeChanges, isCopy, nameKeyOf } from './history-words.ts'

/** So many acts are named; what an object was before earlier ones is not asked for. */
const LIMIT = 50

/**
 * Who changed an object since a version, and what differs by that: for those who have that version in an open form.
 * @throws 403 without the permission to read the object; 404 for one that is not there or that the data scope hides
 */
export async function listSince(ctx: Ctx, of: Asked, version: number): Promise<HistorySince> {
  const { kept, found } = await openObject(ctx, of)
  const current = Number(found.version ?? 0)
  if (current <= version) return { version: current, acts: [], changes: [], fields: [] }
  const rows = await entries.listSince(ctx, of, { version, current, limit: LIMIT })
  const first = rows.at(-1)?.entry.id
  const was = first === undefined ? undefined : await entries.findBefore(ctx, of, first)
  const hidden = hiddenFields(ctx, kept.object)
  const former = withoutFields(Object.fromEntries(was ?? []), hidden) as Row
  const before = { ...found, ...former }
  const names = new Set(Object.keys(former).map((key) => nameKeyOf(key, found)))
  const changed = Object.keys(former).filter(
    (key) => !key.startsWith('@') && !names.has(key) && !isCopy(kept, key) && !isSame(former[key], found[key]),
  )
  const raws = changed.map((path) => ({
    change: { path, label: titleOfField(kept, path), before: former[path] ?? null, after: found[path] ?? null },
    before,
    after: found,
  }))
  const open = formFields(kept)
  return {
    version: current,
    acts: rows.map(({ entry, nickName }) => ({
      actorName: nickName || entry.actorName,
      time: toWireTime(entry.time),
      action: entry.action,
    })),
    changes: (await describeChanges(ctx, kept, raws)).flat(),
    fields: Object.keys(former)
      // Of masked ones the former value is masked, too: a form has none like it, and names the field instead of filling it in.
      .filter((name) => name in open && name in found)
      .map((name) => ({
        name,
        label: titleOfField(kept, name),
        before: former[name] ?? null,
        after: found[name] ?? null,
      })),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
