import { type SQL, sql } from 'drizzle-orm'

// Parts of statements that read more than places.

/** The codes of a place and of all above it, from the place up: a JSON array, empty for an unknown place. */
export function pathJson(cityId: SQL): SQL {
  return sql`(
    with recursive up as (
      select city_id, parent_id, 0 as steps from region where city_id = ${cityId}
      union all select region.city_id, region.parent_id, steps + 1 from region join up on region.city_id = up.parent_id
    ) cycle city_id set is_ring using path
    select coalesce(json_agg(city_id order by steps), '[]') from up where not is_ring)`
}
