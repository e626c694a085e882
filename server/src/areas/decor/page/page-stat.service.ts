import type { decorPage } from '@zhanggui/contract/decor/page.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { nameOf } from '@zhanggui/page-kit/diff.ts'
import { componentsOf } from '@zhanggui/page-kit/page.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { bufferCounts } from '../../../platform/work/buffered-counts.ts'
import { pageOf } from '../page-facts/page-document.service.ts'
import { findPage } from './page-core.service.ts'
import * as stats from './page-stat.repository.ts'

const DAYS = 30
const MAX_DAYS = 366
const DAY_MS = 24 * 3600_000

/** Views of pages and taps on components, by page, day, component and kind. */
export const {
  count,
  flush: flushPageStats,
  keep: keepPageStats,
} = bufferCounts<string>('views of pages', stats.addStats)

type Event = { kind: 'view' | 'click'; componentId?: string | undefined }

/** Counts what a buyer's device saw and tapped. @param items of components that the page has */
export function countEvents(ctx: Ctx, pageId: number, items: readonly Event[]): void {
  const day = toWireDay(ctx.now())
  for (const { kind, componentId = '' } of items) count(ctx, `${pageId} ${day} ${componentId} ${kind}`)
}

/** Views by day and taps by component, of the last 30 days unless others are asked for. @throws 404 */
export async function getStat(ctx: Ctx, { params, query }: RouteInput<typeof decorPage.stat>) {
  const row = await findPage(ctx, params.id)
  const now = ctx.now()
  const asked = query.dateLimit?.length ? parseTimeRange(query.dateLimit, now) : undefined
  const to = asked?.to ?? now
  const from = asked?.from ?? new Date(to.getTime() - (DAYS - 1) * DAY_MS)
  const earliest = new Date(Math.max(from.getTime(), to.getTime() - MAX_DAYS * DAY_MS))
  const range = { from: toWireDay(earliest), to: toWireDay(to) }
  const names = new Map(componentsOf(pageOf(row, row)).map((component) => [component.id, nameOf(component)]))
  const components = await stats.listComponents(ctx, row.id, range)
  return {
    days: await stats.listDays(ctx, row.id, range),
    components: components.map((each) => ({ ...each, name: names.get(each.componentId) ?? '' })),
  }
}
