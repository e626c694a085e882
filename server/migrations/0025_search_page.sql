-- A page of the products that search finds in a tab (catalogue chapter, 11.2), but for those named. Rare words are found by the index
-- of tokens, frequent ones in the order of the page. The planner decides, once it is told that the table is not in memory: it takes
-- looking for a token in a row to be free, and walked through a million rows for one.
CREATE FUNCTION product_search_page(wanted text[], patterns text[], given smallint, without bigint[], most integer, skip integer)
  RETURNS SETOF bigint LANGUAGE plpgsql STABLE SET enable_seqscan TO off SET effective_cache_size TO '8MB' AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT product_id FROM product_search
    WHERE tokens @> $1 AND text_norm LIKE ALL ($2) AND tab = $3 AND product_id <> ALL ($4)
    ORDER BY sort DESC, product_id DESC LIMIT $5 OFFSET $6' USING wanted, patterns, given, without, most, skip;
END $$;
--> statement-breakpoint
-- The products that search finds in any tab, as long as they are not more than so many; else null, which for a frequent word
-- the planner's statistics tell without a look at its products.
CREATE FUNCTION product_search_few(wanted text[], patterns text[], most integer) RETURNS bigint[]
  LANGUAGE plpgsql VOLATILE SET enable_seqscan TO off SET enable_indexscan TO off AS $$
DECLARE
  plan json;
  found bigint[];
BEGIN
  EXECUTE 'EXPLAIN (FORMAT JSON) SELECT FROM product_search WHERE tokens @> $1' INTO plan USING wanted;
  IF (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8 > most * 4 THEN
    RETURN NULL;
  END IF;
  found := ARRAY(SELECT product_id FROM product_search WHERE tokens @> wanted AND text_norm LIKE ALL (patterns) LIMIT most + 1);
  RETURN CASE WHEN cardinality(found) <= most THEN found END;
END $$;
