DROP INDEX "product_sold_out";--> statement-breakpoint
ALTER TABLE "product" ADD COLUMN "first_show_time" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "product_sold_out" ON "product" USING btree ("sort","id") WHERE stock <= 0 and first_show_time is not null and not is_del and not is_recycle;--> statement-breakpoint
-- The tabs of the product list that a product appears in (2.8).
CREATE FUNCTION product_tabs_of(
  is_show boolean, is_recycle boolean, is_del boolean, stock integer, alert boolean, first_show_time timestamptz)
  RETURNS smallint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN is_del THEN '{}'::smallint[]
    WHEN is_recycle THEN '{5}'::smallint[]
    ELSE ARRAY[CASE WHEN is_show THEN 1 ELSE 2 END]::smallint[]
      || CASE WHEN stock <= 0 AND first_show_time IS NOT NULL THEN '{3}'::smallint[] ELSE '{}'::smallint[] END
      || CASE WHEN alert THEN '{4}'::smallint[] ELSE '{}'::smallint[] END
  END
$$;
--> statement-breakpoint
-- Records how many products a statement moved between tabs (11.2): one row per tab, however many products it touched.
CREATE OR REPLACE FUNCTION product_note_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tab_delta (type, change)
    SELECT tab, count(*) FROM added AS p,
      unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert, p.first_show_time)) AS tab GROUP BY tab;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_note_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tab_delta (type, change)
    SELECT tab, -count(*) FROM removed AS p,
      unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert, p.first_show_time)) AS tab GROUP BY tab;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION product_note_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tab_delta (type, change)
    SELECT tab, sum(change) FROM (
      SELECT tab, 1 AS change FROM added AS p,
        unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert, p.first_show_time)) AS tab
      UNION ALL
      SELECT tab, -1 FROM removed AS p,
        unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert, p.first_show_time)) AS tab
    ) AS moves GROUP BY tab HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP FUNCTION product_tabs_of(boolean, boolean, boolean, integer, boolean);
--> statement-breakpoint
-- What was never on the shelf is no longer counted as sold out or low on stock.
INSERT INTO product_tab_delta (type, change)
  SELECT 3, -count(*) FROM product WHERE stock <= 0 AND NOT is_show AND sales = 0 AND NOT is_recycle AND NOT is_del;
--> statement-breakpoint
ALTER TABLE product DISABLE TRIGGER product_tab_update;
--> statement-breakpoint
UPDATE product SET first_show_time = created_at WHERE is_show OR sales > 0;
--> statement-breakpoint
ALTER TABLE product ENABLE TRIGGER product_tab_update;
--> statement-breakpoint
UPDATE product SET alert = false WHERE alert AND first_show_time IS NULL;
