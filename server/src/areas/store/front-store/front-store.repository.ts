import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { countBounded, type Page } from '../../../platform/http/paging.ts'
import { stores } from '../store/store.tables.ts'

export type Point = { latitude: number; longitude: number }

/** Metres; the earth's mean radius. */
const RADIUS = 6_371_009

const { id, name, introduction, phone, cityIds, detailedAddress, image, latitude, longitude } = stores
const { validFrom, validTo, opensAt, closesAt } = stores
const columns = {
  id,
  name,
  introduction,
  phone,
  cityIds,
  detailedAddress,
  image,
  latitude,
  longitude,
  validFrom,
  validTo,
  opensAt,
  closesAt,
}

/** A store, whatever became of it since. */
export async function find({ db }: Ctx, storeId: number) {
  const [row] = await db.select(columns).from(stores).where(eq(id, storeId))
  return row
}

/** A page of the stores that are shown and open for pick-up on a day, the nearest first; without a point by their sort. */
export async function list({ db }: Ctx, day: string, point: Point | undefined, { limit, offset }: Page) {
  const distance = point ? metresTo(point) : sql<null>`null`
  const where = and(
    eq(stores.isShow, true),
    eq(stores.isDel, false),
    sql`(${validFrom} is null or ${day}::date between ${validFrom} and ${validTo})`,
  )
  const rows = await db
    .select({ ...columns, distance })
    .from(stores)
    .where(where)
    .orderBy(...(point ? [asc(distance)] : []), desc(stores.sort), desc(id))
    .limit(limit)
    .offset(offset)
  return { rows, ...(await countBounded(db, stores, where)) }
}

/** The distance along the great circle, by the haversine formula. */
function metresTo({ latitude, longitude }: Point): SQL<number> {
  const half = (column: SQL) => sql`power(sin(radians(${column}) / 2), 2)`
  const across = half(sql`${stores.latitude} - ${latitude}::float8`)
  const along = half(sql`${stores.longitude} - ${longitude}::float8`)
  const chord = sql`${across} + cos(radians(${latitude}::float8)) * cos(radians(${stores.latitude})) * ${along}`
  return sql<number>`round(2 * ${sql.raw(String(RADIUS))} * asin(least(1, sqrt(${chord}))))::int`
}
