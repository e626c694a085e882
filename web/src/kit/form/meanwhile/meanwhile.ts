import type { HistorySince } from '@zhanggui/contract/monitor/history.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { pastText } from '../../text/when-text.ts'

/** What became of an object since the version that a form has of it. */
export type News = Pick<HistorySince, 'version' | 'acts' | 'changes'>

/** The fields of a form that the news change: what they become, and the titles of those that stay as they were typed. */
export type Merged = { values: Record<string, unknown>; kept: string[] }

/**
 * Puts what others changed into a form, except where the same field was typed into, or where the form has it in another shape.
 * @param row the values that the form began with
 * @param mine the values that it has now
 */
export function mergeFields(
  fields: HistorySince['fields'],
  row: Readonly<Record<string, unknown>>,
  mine: Readonly<Record<string, unknown>>,
): Merged {
  const merged: Merged = { values: {}, kept: [] }
  for (const { name, label, before, after } of fields) {
    const isKnown = [before, after].some((value) => isSame(value, row[name]))
    const isNotAsked = mine[name] === undefined && row[name] === undefined
    if (isNotAsked || isSame(mine[name], after)) continue
    if (isKnown && isSame(mine[name], before)) merged.values[name] = after
    else merged.kept.push(label)
  }
  return merged
}

/** Whether two values are the same to staff: empty ones are. */
export function isSame(one: unknown, other: unknown): boolean {
  return text(one) === text(other)
}

const text = (value: unknown) =>
  value === undefined || value === null || value === '' ? '' : JSON.stringify(sorted(value))

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted()
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

const MAX_NAMED = 3

/** 许北 14:22 改过：价格、名称. */
export function newsText({ acts, changes }: News, now: Date): string {
  const who = [...new Set(acts.map(({ actorName }) => actorName))].join('、') || '别人'
  const at = acts[0] && parseWireTime(acts[0].time)
  const time = at && pastText(at, now).replace('今天 ', '')
  const labels = [...new Set(changes.map(({ label }) => label))]
  const more = labels.length > MAX_NAMED ? ` 等 ${labels.length} 项` : ''
  const what = labels.length ? `改过：${labels.slice(0, MAX_NAMED).join('、')}${more}` : '保存过，内容没有变化'
  return [who, time, what].filter(Boolean).join(' ')
}
