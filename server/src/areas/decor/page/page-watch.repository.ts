import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

/** All pages that buyers see, with the faults that staff were notified of. */
export async function listLive({ db }: Ctx) {
  const { rows } = await db.execute<{ id: number; versionId: number; told: string[] }>(sql`
    select page.id::int as id, live_version_id::int as "versionId", coalesce(version.told, '[]'::jsonb) as told
    from decor_page as page join decor_page_version as version on version.id = live_version_id
    where enabled and deleted_at is null order by page.id`)
  return rows
}

/** Stores which faults of a version staff were notified of. */
export async function remember({ db }: Ctx, versionId: number, told: readonly string[]): Promise<void> {
  await db.execute(sql`update decor_page_version set told = ${JSON.stringify(told)}::jsonb where id = ${versionId}`)
}
