ALTER TABLE "product_search" ADD COLUMN "tab" smallint DEFAULT 2 NOT NULL, ADD COLUMN "sort" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
DROP INDEX "product_search_tokens";--> statement-breakpoint
UPDATE "product_search" SET "tokens" = array_remove(array_remove(array_remove("tokens", 's:1'), 's:2'), 's:5'),
  "tab" = CASE WHEN "is_recycle" THEN 5 WHEN "is_show" THEN 1 ELSE 2 END, "sort" = "product"."sort"
  FROM "product" WHERE "product"."id" = "product_id";--> statement-breakpoint
ALTER TABLE "product_search" ALTER COLUMN "tab" DROP DEFAULT, ALTER COLUMN "sort" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "product_search_tokens" ON "product_search" USING gin ("tokens") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "product_search_tab" ON "product_search" USING btree ("tab","sort","product_id");--> statement-breakpoint
DROP FUNCTION product_search_count(text[], text[], integer);--> statement-breakpoint
-- Counts the products that search finds in a tab, up to so many (catalogue chapter, 11.2), by the index of their tokens: the
-- planner takes looking for a token in a row to be cheap and would rather read the table.
CREATE FUNCTION product_search_count(wanted text[], patterns text[], given smallint, most integer) RETURNS integer
  LANGUAGE plpgsql STABLE PARALLEL SAFE SET enable_seqscan TO off SET enable_indexscan TO off AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    SELECT FROM product_search WHERE tokens @> wanted AND text_norm LIKE ALL (patterns) AND tab = given LIMIT most) AS found);
END $$;
