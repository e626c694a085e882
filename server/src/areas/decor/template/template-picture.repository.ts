import { sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'

const KEPT = 'template_picture'

/** The pictures of a template that are stored and still there, by their names. */
export async function list({ db }: Ctx, key: string): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ name: string; url: string }>(sql`
    select value->>'name' as name, value->>'url' as url from decor_group_item
    where "group" = ${KEPT} and value->>'key' = ${key} and exists (
      select from file where path <> '' and position(path in value->>'url') > 0 and deleted_at is null)`)
  return new Map(rows.map(({ name, url }) => [name, url]))
}

export async function remember({ db, now }: Ctx, key: string, stored: readonly (readonly [string, string])[]) {
  const values = JSON.stringify(stored.map(([name, url]) => ({ key, name, url })))
  await db.execute(sql`
    insert into decor_group_item ("group", value, created_at, updated_at)
    select ${KEPT}, value, ${now().toISOString()}::timestamptz, ${now().toISOString()}::timestamptz
    from jsonb_array_elements(${values}::jsonb) as given(value)`)
}

/** The group of the media library with that name; 0 for none. */
export async function findGroup({ db }: Ctx, name: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id::int as id from category where type = 2 and name = ${name} order by id limit 1`,
  )
  return rows[0]?.id ?? 0
}
