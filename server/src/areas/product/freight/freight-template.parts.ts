import { type SQL, sql } from 'drizzle-orm'

// Parts of statements that read more than freight.

/** Templates as `Freight` of the domain has them: a JSON array without unknown ones. @param ids a subquery */
export function freightsJson(ids: SQL): SQL {
  const rules = sql`'cityIds', city_ids`
  const ofTemplate = sql`where temp_id = template.id`
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', id, 'name', name, 'appoint', appoint, 'type', type,
      'regions', (select coalesce(json_agg(json_build_object(${rules}, 'isDefault', is_default, 'first', first,
        'firstPriceFen', first_price_fen, 'renewal', renewal, 'renewalPriceFen', renewal_price_fen) order by id), '[]')
        from freight_region ${ofTemplate}),
      'frees', (select coalesce(json_agg(json_build_object(${rules}, 'number', number, 'priceFen', price_fen,
        'freeMode', free_mode) order by id), '[]') from freight_free ${ofTemplate}),
      'refusedIds', (select coalesce(json_agg(place order by place), '[]')
        from freight_undelivery cross join unnest(city_ids) as place ${ofTemplate} and template.undelivery)
    )), '[]') from freight_template as template where id in ${ids})`
}
