DROP INDEX "order_line_product";--> statement-breakpoint
CREATE INDEX "order_line_product" ON "order_line" USING btree ("product_id","order_id","sku_id");--> statement-breakpoint
-- The rows that search is expected to find, by the planner's statistics: a guess about words that they do not list.
CREATE FUNCTION product_search_guess(wanted text[]) RETURNS float8 LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  plan json;
BEGIN
  EXECUTE 'EXPLAIN (FORMAT JSON) SELECT FROM product_search WHERE tokens @> $1' INTO plan USING wanted;
  RETURN (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8;
END $$;
--> statement-breakpoint
-- A page of the products that a search finds in a tab (catalogue chapter, 11.2), except the ids in `without`. Frequent words are
-- looked for among the first products of the tab, in page order. Words that are rare, or that those do not have, are found by the
-- index of tokens. It never walks through the whole tab: words that are frequent one by one may stand in no product together. As
-- a rule they do: the pairs of one word, which the planner takes for independent. So each is guessed by itself, with the category.
CREATE OR REPLACE FUNCTION product_search_page(wanted text[], patterns text[], given smallint, without bigint[], most integer, skip integer)
  RETURNS SETOF bigint LANGUAGE plpgsql VOLATILE SET enable_seqscan TO off SET enable_indexscan TO on AS $$
DECLARE
  category text[] := ARRAY(SELECT token FROM unnest(wanted) AS token WHERE token LIKE 'c:%');
  found bigint[];
BEGIN
  IF (SELECT min(product_search_guess(token || category)) FROM unnest(wanted) AS token) > 2000 THEN
    found := ARRAY(SELECT product_id FROM (
        SELECT * FROM product_search WHERE tab = given ORDER BY sort DESC, product_id DESC LIMIT 5000 + 20 * skip
      ) AS first_ones
      WHERE tokens @> wanted AND text_norm LIKE ALL (patterns) AND product_id <> ALL (without)
      ORDER BY sort DESC, product_id DESC LIMIT most OFFSET skip);
    IF cardinality(found) = most THEN
      RETURN QUERY SELECT unnest(found);
      RETURN;
    END IF;
  END IF;
  -- The setting of the function's head ends this one, too.
  SET LOCAL enable_indexscan TO off;
  RETURN QUERY EXECUTE 'SELECT product_id FROM product_search
    WHERE tokens @> $1 AND text_norm LIKE ALL ($2) AND tab = $3 AND product_id <> ALL ($4)
    ORDER BY sort DESC, product_id DESC LIMIT $5 OFFSET $6' USING wanted, patterns, given, without, most, skip;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_search_few(wanted text[], patterns text[], most integer) RETURNS bigint[]
  LANGUAGE plpgsql VOLATILE SET enable_seqscan TO off SET enable_indexscan TO off AS $$
DECLARE
  found bigint[];
BEGIN
  IF product_search_guess(wanted) > most * 4 THEN
    RETURN NULL;
  END IF;
  found := ARRAY(SELECT product_id FROM product_search WHERE tokens @> wanted AND text_norm LIKE ALL (patterns) LIMIT most + 1);
  RETURN CASE WHEN cardinality(found) <= most THEN found END;
END $$;
