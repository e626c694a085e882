import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { Counts } from '../../../platform/work/buffered-counts.ts'

/** Adds to the figures of pages, in the order of their keys. @param counts by `page day component kind` */
export async function addStats({ db }: Ctx, counts: Counts<string>): Promise<void> {
  const rows = counts
    .map(([key, times]) => ({ key: key.split(' '), times }))
    .map(({ key: [page, day, component = '', kind], times }) => ({
      page: Number(page),
      day,
      component,
      views: kind === 'view' ? times : 0,
      clicks: kind === 'click' ? times : 0,
    }))
  await db.execute(sql`
    insert into decor_page_stat (page_id, component_id, day, views, clicks)
    select page, component, day, sum(views)::int, sum(clicks)::int
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as counted(page bigint, day date, component text, views int, clicks int)
    where exists (select from decor_page where decor_page.id = page)
    group by page, component, day order by page, day, component
    on conflict (page_id, day, component_id)
    do update set views = decor_page_stat.views + excluded.views, clicks = decor_page_stat.clicks + excluded.clicks`)
}

type Range = { from: string; to: string }

/** The figures of a page by day: its views, and the taps on all its components. */
export async function listDays({ db }: Ctx, pageId: number, { from, to }: Range) {
  const { rows } = await db.execute<{ day: string; views: number; clicks: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(sum(views) filter (where component_id = ''), 0)::int as views,
      sum(clicks)::int as clicks
    from decor_page_stat where page_id = ${pageId} and day between ${from}::date and ${to}::date
    group by day order by day`)
  return rows
}

/** The figures of its components, what is tapped most first. */
export async function listComponents({ db }: Ctx, pageId: number, { from, to }: Range) {
  const { rows } = await db.execute<{ componentId: string; views: number; clicks: number }>(sql`
    select component_id as "componentId", sum(views)::int as views, sum(clicks)::int as clicks
    from decor_page_stat where page_id = ${pageId} and component_id <> '' and day between ${from}::date and ${to}::date
    group by component_id order by sum(clicks) desc, component_id limit 1000`)
  return rows
}
