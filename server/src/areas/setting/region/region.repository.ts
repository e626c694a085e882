import type { PlacedRegion } from '@zhanggui/domain/setting/region-import.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { contains } from '../../../platform/data/contains.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { pathJson } from './region.parts.ts'
import { regions } from './region.tables.ts'

export type RegionRow = typeof regions.$inferSelect

/** Maximum number of places that a search by name answers. */
const MAX_FOUND = 200

/** The places directly below a code, or those whose name contains the keywords, at any level. */
export function list({ db }: Ctx, { parentId, keywords }: { parentId: number; keywords?: string }) {
  return db
    .select({
      row: regions,
      hasChild: sql<boolean>`exists(select from region below where below.parent_id = region.city_id)`,
    })
    .from(regions)
    .where(keywords ? contains(regions.name, keywords) : eq(regions.parentId, parentId))
    .orderBy(asc(regions.cityId))
    .limit(keywords ? MAX_FOUND : 10_000)
}

/** All places for pickers, provinces first. */
export function listAll({ db }: Ctx) {
  const { cityId, parentId, level, name, isShow } = regions
  return db
    .select({ cityId, parentId, level, name, isShow })
    .from(regions)
    .orderBy(asc(regions.level), asc(regions.cityId))
}

export async function find({ db }: Ctx, id: number): Promise<RegionRow | undefined> {
  const [row] = await db.select().from(regions).where(eq(regions.id, id))
  return row
}

/** The places with these codes. */
export function findAll({ db }: Ctx, codes: readonly number[]) {
  const { cityId, parentId, mergerName } = regions
  return db
    .select({ cityId, parentId, mergerName })
    .from(regions)
    .where(inArray(cityId, [...codes]))
}

/** The codes of a place and of all above it, from the place up; none for an unknown place. */
export async function findPath({ db }: Ctx, cityId: number): Promise<number[]> {
  const { rows } = await db.execute<{ path: number[] }>(sql`select ${pathJson(sql`${cityId}::int`)} as path`)
  return rows[0]?.path ?? []
}

/**
 * The place with the code and all above it, from the top down; none for an unknown place. `hasShown`: whether a shown one
 * lies directly below.
 */
export async function findChain(
  { db }: Ctx,
  cityId: number,
): Promise<{ name: string; isShow: boolean; hasShown: boolean }[]> {
  const { rows } = await db.execute<{ name: string; isShow: boolean; hasShown: boolean }>(sql`
    with recursive up as (
      select city_id, parent_id, name, is_show, 0 as steps from region where city_id = ${cityId}
      union all select region.city_id, region.parent_id, region.name, region.is_show, steps + 1
        from region join up on region.city_id = up.parent_id
    ) cycle city_id set is_ring using path
    select name, is_show as "isShow",
      exists (select from region as below where below.parent_id = up.city_id and below.is_show) as "hasShown"
    from up where not is_ring order by steps desc`)
  return rows
}

/** The place with the code, kept from deletion while the transaction lasts. */
export async function lockByCode({ db }: Ctx, cityId: number): Promise<RegionRow | undefined> {
  const [row] = await db.select().from(regions).where(eq(regions.cityId, cityId)).for('share')
  return row
}

export async function hasChild({ db }: Ctx, cityId: number): Promise<boolean> {
  const [row] = await db.select({ id: regions.id }).from(regions).where(eq(regions.parentId, cityId)).limit(1)
  return Boolean(row)
}

/** Stores a place. Returns undefined when its code or, below the same parent, its name is taken. */
export async function insert({ db, actor, now }: Ctx, region: typeof regions.$inferInsert) {
  const [saved] = await db
    .insert(regions)
    .values({ ...region, createdBy: actor.userId, updatedBy: actor.userId, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing()
    .returning({ id: regions.id, version: regions.version })
  return saved
}

export async function update(
  { db, actor, now }: Ctx,
  id: number,
  version: number | undefined,
  region: Partial<RegionRow>,
) {
  const [saved] = await db
    .update(regions)
    .set({ ...region, version: sql`${regions.version} + 1`, updatedBy: actor.userId, updatedAt: now() })
    .where(and(eq(regions.id, id), version === undefined ? undefined : eq(regions.version, version)))
    .returning({ id: regions.id, version: regions.version })
  return saved
}

/** Replaces the beginning of the full names of all places below one whose own full name has changed. */
export async function renameBelow({ db }: Ctx, cityId: number, before: string, after: string): Promise<void> {
  await db.execute(sql`
    with recursive below as (
      select id, city_id from region where parent_id = ${cityId}
      union select region.id, region.city_id from region join below on region.parent_id = below.city_id
    )
    update region set merger_name = ${after}::text || substr(merger_name, ${[...before].length + 1}::int)
    where id in (select id from below)`)
}

/** Locks out other changes of places until the transaction ends. */
export async function lockAll({ db }: Ctx): Promise<void> {
  await db.execute(sql`lock table ${regions} in share row exclusive mode`)
}

/** The fields of every place that an import may change. */
export function listPlaces({ db }: Ctx): Promise<PlacedRegion[]> {
  const { cityId, parentId, level, areaCode, name, mergerName, lng, lat } = regions
  return db.select({ cityId, parentId, level, areaCode, name, mergerName, lng, lat }).from(regions)
}

/** Adds places, or changes those whose codes exist. */
export async function upsert({ db, actor, now }: Ctx, places: readonly PlacedRegion[]): Promise<void> {
  const at = now().toISOString()
  await db.execute(sql`
    insert into region (city_id, parent_id, level, area_code, name, merger_name, lng, lat,
      created_by, updated_by, created_at, updated_at)
    select "cityId", "parentId", level, "areaCode", name, "mergerName", lng, lat,
      ${actor.userId}, ${actor.userId}, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as place("cityId" int, "parentId" int, level int,
      "areaCode" text, name text, "mergerName" text, lng text, lat text)
    on conflict (city_id) do update set parent_id = excluded.parent_id, level = excluded.level,
      area_code = excluded.area_code, name = excluded.name, merger_name = excluded.merger_name, lng = excluded.lng,
      lat = excluded.lat, version = region.version + 1, updated_by = excluded.updated_by,
      updated_at = excluded.updated_at`)
}

export async function remove({ db }: Ctx, id: number): Promise<void> {
  await db.delete(regions).where(eq(regions.id, id))
}
