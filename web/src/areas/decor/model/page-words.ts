import type { PageRow } from '@zhanggui/contract/decor/page.ts'
import type { PageVersion } from '@zhanggui/contract/decor/page-version.ts'
import { publishStates } from '@zhanggui/domain/decor/page.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { periodOf as periodAt } from '@zhanggui/page-kit/period.ts'
import { serverNow } from '../../../api/server-time.ts'
import type { StateName } from '../../../kit/text/states.ts'

/** Where a page stands, in a word: one that was never live and waits for its time says so. */
export function stateOf({ publishState, publishAt }: Pick<PageRow, 'publishState' | 'publishAt'>): StateName<'page'> {
  if (publishState === 0 && publishAt) return '定时发布'
  return publishStates[publishState]
}

/** 11-21 08:00; with the year where it is not this one. */
export function shortTime(wire: string): string {
  const year = toWireTime(serverNow()).slice(0, 5)
  return wire.startsWith(year) ? wire.slice(5, 16) : wire.slice(0, 16)
}

export const OVER = '已结束'

/** When a component is shown, if not now: 已结束, or from which day on. */
export const periodOf = ({ startTime, endTime }: Readonly<Record<string, unknown>>): string =>
  periodWords(startTime, endTime)

/** The same of a component's picture. */
export function periodWords(start: unknown, end: unknown): string {
  const period = periodAt({ from: start, to: end }, serverNow())
  if (period === 'over') return OVER
  return period === 'soon' ? `${shortTime(String(start))} 开始` : ''
}

/** What a version is called: v17 of what went live, else why it was kept. */
export function versionName({ no, kind, scheduleId }: Pick<PageVersion, 'no' | 'kind' | 'scheduleId'>): string {
  if (scheduleId !== null) return '定时'
  if (no !== null) return `v${no}`
  return kind === 'autosave' ? '自动保存' : kind === 'overwrite' ? '被替换的草稿' : '定时'
}

/** 38 KB. */
export const sizeText = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} KB`)
