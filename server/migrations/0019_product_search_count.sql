-- Counts the products that search finds, up to so many (catalogue chapter, 11.2), by the index of their tokens: the planner
-- takes looking for a token in a row to be cheap and would rather read the table.
CREATE FUNCTION product_search_count(wanted text[], patterns text[], most integer) RETURNS integer
  LANGUAGE plpgsql STABLE PARALLEL SAFE SET enable_seqscan TO off SET enable_indexscan TO off AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    SELECT FROM product_search WHERE tokens @> wanted AND text_norm LIKE ALL (patterns) LIMIT most) AS found);
END $$;
