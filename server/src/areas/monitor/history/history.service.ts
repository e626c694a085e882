import type { HistoryObject } from '@zhanggui/contract/history-objects.ts'
import { historyObjects } from '@zhanggui/contract/history-objects.ts'
import type { History, HistoryEntry, HistoryQuery, HistoryWay } from '@zhanggui/contract/monitor/history.ts'
import { parseWireTime, toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { RESTORED_FROM } from '../../../platform/data/audit.ts'
import { daysAgo } from '../../../platform/data/clean-up.ts'
import { hiddenFields } from '../../../platform/data/guarded-fields.ts'
import type { Row } from '../../../platform/data/masked.ts'
import { type Versioned, versioned } from '../../../platform/data/versioned.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { forbidden } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as entries from './history.repository.ts'
import { formFields, reasonOf, refusalOf, titleOfField } from './history-fields.ts'
import { describeEntries } from './history-words.ts'

const LIMIT = 20
const ACTORS = 50

export type Asked = { object: HistoryObject; id: string }

/**
 * A page of an object's changes, the newest first.
 * @throws 403 without the permission to read the object; 404 for one that is not there or that the data scope hides
 */
export async function listHistory(
  ctx: Ctx,
  of: Asked,
  { limit = LIMIT, time, ...query }: HistoryQuery,
): Promise<History> {
  const { kept, found } = await openObject(ctx, of)
  const filter = { ...query, ...parseTimeRange(time, ctx.now()) }
  const rows = await entries.list(ctx, of, filter, limit + 1)
  const shown = rows.slice(0, limit)
  const [last] = rows.slice(-1)
  const hasMore = rows.length > limit
  const isFiltered = Boolean(query.field || query.actor || time)
  const { audit_retention_days: days } = await getSettings(ctx)
  return {
    list: await describe(ctx, kept, shown),
    hasMore,
    fields: fieldsOf(ctx, kept),
    actors: await entries.listActors(ctx, of, ACTORS),
    days,
    cut: !hasMore && !isFiltered && last?.entry.before !== null && wasMadeBefore(found, daysAgo(ctx, days)),
    version: Number(found.version ?? 0),
    refusal: refusalOf(ctx, kept),
  }
}

/** Whether a row is older than a moment, if it says when it was made. */
function wasMadeBefore({ createTime }: Row, moment: string): boolean {
  const made = typeof createTime === 'string' ? parseWireTime(createTime) : undefined
  return made !== undefined && made < new Date(moment)
}

/** The object as the caller may see it. @throws 403, 404 as {@link listHistory} */
export async function openObject(ctx: Ctx, { object, id }: Asked): Promise<{ kept: Versioned; found: Row }> {
  const kept = ctx.platform.hooks.of(versioned).find((each) => each.object === object)
  if (!kept) throw new Error(`no area keeps the history of ${object}`)
  const permission = historyObjects[object]
  if (!holds(ctx.actor, permission)) throw forbidden(permission)
  return { kept, found: await kept.find(ctx, id) }
}

function fieldsOf(ctx: Ctx, kept: Versioned): History['fields'] {
  const hidden = hiddenFields(ctx, kept.object)
  const names = Object.keys(formFields(kept)).filter((name) => name !== 'id' && name !== 'version' && !hidden.has(name))
  return names.map((name) => ({ name, title: titleOfField(kept, name) }))
}

/** Entries as staff read them, each change with why it cannot be put back, if it cannot. */
export async function describe(
  ctx: Ctx,
  kept: Versioned,
  rows: readonly entries.HistoryRow[],
): Promise<HistoryEntry[]> {
  const refusal = refusalOf(ctx, kept)
  // Everything of a new object is new: its form shows it.
  const changed = rows.map(({ entry }) => ({
    ...entry,
    diff: entry.before === null ? [] : entry.diff.filter(({ path }) => path !== RESTORED_FROM),
  }))
  const described = await describeEntries(ctx, kept, changed)
  return rows.map(({ entry, nickName, batchName }, index): HistoryEntry => {
    const changes = described[index] ?? []
    const isRestorable = entry.before !== null && entry.after !== null
    const listed = changes.map((change) => ({
      ...change,
      reason: !isRestorable ? '新增时填写，没有更早的内容' : refusal || reasonOf(ctx, kept, change.path),
    }))
    return {
      id: entry.id,
      time: toWireTime(entry.time),
      actorName: nickName || entry.actorName,
      way: wayOf(entry, batchName),
      action: entry.action,
      restoredFrom: String(entry.diff.find(({ path }) => path === RESTORED_FROM)?.after ?? ''),
      changes: listed,
      restorable: listed.some(({ reason }) => !reason),
    }
  })
}

type Entry = entries.HistoryRow['entry']

function wayOf({ action, actorType, requestId }: Entry, batchName: string | null): HistoryWay {
  if (action === 'restore' || action === 'undo' || action === 'import') return action
  if (batchName !== null) return batchName.startsWith('导入') ? 'import' : 'batch'
  if (actorType === 'apikey') return 'apikey'
  if (requestId.startsWith('task-')) return 'task'
  return actorType === 'admin' ? 'console' : 'system'
}

/** Who changed an object last, as staff call them; undefined if the trail does not say. */
export async function whoChanged(ctx: Ctx, objectType: string, objectId: string): Promise<string | undefined> {
  const last = await entries.findLast(ctx, objectType, objectId)
  if (!last) return undefined
  return last.actorId !== null && last.actorId === ctx.caller?.userId ? '您自己' : last.nickName || last.actorName
}
