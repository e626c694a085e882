CREATE TABLE "form_draft" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_draft_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"admin_id" bigint NOT NULL,
	"kind" varchar(20) NOT NULL,
	"key" varchar(40) NOT NULL,
	"body" jsonb NOT NULL,
	"time" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"sku_id" bigint NOT NULL,
	"field" varchar(12) NOT NULL,
	"old_fen" bigint,
	"new_fen" bigint,
	"source" varchar(8) NOT NULL,
	"operator_type" varchar(6) NOT NULL,
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"operator_name" varchar(100) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_refresh" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_refresh_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"search" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"sku_id" bigint NOT NULL,
	"change" integer NOT NULL,
	"before" integer NOT NULL,
	"after" integer NOT NULL,
	"reason" varchar(20) NOT NULL,
	"ref_type" varchar(20) DEFAULT '' NOT NULL,
	"ref_id" varchar(64) DEFAULT '' NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"operator_type" varchar(6) NOT NULL,
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"operator_name" varchar(100) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_tab_count" (
	"type" smallint PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_tab_delta" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_tab_delta_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" smallint NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_attr" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_attr_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"attr_name" varchar(32) NOT NULL,
	"attr_values" varchar(64)[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_category" (
	"product_id" bigint NOT NULL,
	"category_id" bigint NOT NULL,
	"is_direct" boolean NOT NULL,
	CONSTRAINT "product_category_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
);
--> statement-breakpoint
CREATE TABLE "product_content" (
	"product_id" bigint PRIMARY KEY NOT NULL,
	"html" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_search" (
	"product_id" bigint PRIMARY KEY NOT NULL,
	"tokens" text[] NOT NULL,
	"text_norm" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_sku" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_sku_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"product_id" bigint NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"attr_value" jsonb NOT NULL,
	"attr_key" text NOT NULL,
	"suk" varchar(400) NOT NULL,
	"unique" varchar(8) NOT NULL,
	"image" varchar(512) NOT NULL,
	"price_fen" bigint NOT NULL,
	"ot_price_fen" bigint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"vip_price_fen" bigint,
	"stock" integer DEFAULT 0 NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"bar_code" varchar(50) DEFAULT '' NOT NULL,
	"sku_no" varchar(50) DEFAULT '' NOT NULL,
	"weight" numeric(9, 3) DEFAULT 0 NOT NULL,
	"volume" numeric(10, 4) DEFAULT 0 NOT NULL,
	"brokerage_fen" bigint DEFAULT 0 NOT NULL,
	"brokerage_two_fen" bigint DEFAULT 0 NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"alert_stock" integer,
	"is_del" boolean DEFAULT false NOT NULL,
	CONSTRAINT "product_sku_stock" CHECK ("product_sku"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "product" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"image" varchar(512) NOT NULL,
	"slider_image" varchar(512)[] NOT NULL,
	"video_link" varchar(512) DEFAULT '' NOT NULL,
	"flat_pattern" varchar(1000) DEFAULT '' NOT NULL,
	"store_name" varchar(128) NOT NULL,
	"store_info" varchar(256) DEFAULT '' NOT NULL,
	"keyword" varchar(255) DEFAULT '' NOT NULL,
	"bar_code" varchar(50) DEFAULT '' NOT NULL,
	"cate_ids" bigint[] NOT NULL,
	"unit_name" varchar(32) DEFAULT '件' NOT NULL,
	"spec_type" boolean DEFAULT false NOT NULL,
	"price_fen" bigint DEFAULT 0 NOT NULL,
	"ot_price_fen" bigint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"vip_price_fen" bigint,
	"price_max_fen" bigint DEFAULT 0 NOT NULL,
	"stock" integer DEFAULT 0 NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"alert" boolean DEFAULT false NOT NULL,
	"sku_count" integer DEFAULT 0 NOT NULL,
	"ficti" integer DEFAULT 0 NOT NULL,
	"browse" integer DEFAULT 0 NOT NULL,
	"collect_count" integer DEFAULT 0 NOT NULL,
	"temp_id" bigint NOT NULL,
	"give_integral" integer DEFAULT 0 NOT NULL,
	"is_sub" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_best" boolean DEFAULT false NOT NULL,
	"is_hot" boolean DEFAULT false NOT NULL,
	"is_new" boolean DEFAULT false NOT NULL,
	"is_benefit" boolean DEFAULT false NOT NULL,
	"is_good" boolean DEFAULT false NOT NULL,
	"activity" smallint[] DEFAULT '{0,1,2,3}' NOT NULL,
	"is_show" boolean DEFAULT false NOT NULL,
	"is_recycle" boolean DEFAULT false NOT NULL,
	"recycle_time" timestamp with time zone,
	"is_del" boolean DEFAULT false NOT NULL,
	"code_path" varchar(512) DEFAULT '' NOT NULL,
	"source_link" varchar(512) DEFAULT '' NOT NULL,
	"brand_id" bigint DEFAULT 0 NOT NULL,
	"label_ids" bigint[] DEFAULT '{}' NOT NULL,
	"params" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ensure_ids" bigint[] DEFAULT '{}' NOT NULL,
	"alert_stock" integer,
	"min_qty" integer DEFAULT 1 NOT NULL,
	"limit_type" smallint DEFAULT 0 NOT NULL,
	"limit_num" integer DEFAULT 0 NOT NULL,
	"auto_on_time" timestamp with time zone,
	"auto_off_time" timestamp with time zone,
	"visibility" smallint DEFAULT 0 NOT NULL,
	"share_title" varchar(64) DEFAULT '' NOT NULL,
	"share_image" varchar(512) DEFAULT '' NOT NULL,
	"remark" varchar(500) DEFAULT '' NOT NULL,
	"reply_count" integer DEFAULT 0 NOT NULL,
	"good_count" integer DEFAULT 0 NOT NULL,
	"medium_count" integer DEFAULT 0 NOT NULL,
	"poor_count" integer DEFAULT 0 NOT NULL,
	"star_avg" numeric(2, 1) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_attr" ADD CONSTRAINT "product_attr_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_category" ADD CONSTRAINT "product_category_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_category" ADD CONSTRAINT "product_category_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_content" ADD CONSTRAINT "product_content_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_search" ADD CONSTRAINT "product_search_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sku" ADD CONSTRAINT "product_sku_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "form_draft_key" ON "form_draft" USING btree ("admin_id","kind","key");--> statement-breakpoint
CREATE INDEX "price_history_product" ON "price_history" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "price_history_sku" ON "price_history" USING btree ("sku_id","id");--> statement-breakpoint
CREATE INDEX "price_history_created" ON "price_history" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stock_ledger_sku" ON "stock_ledger" USING btree ("sku_id","id");--> statement-breakpoint
CREATE INDEX "stock_ledger_product" ON "stock_ledger" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "stock_ledger_reason" ON "stock_ledger" USING btree ("reason","id");--> statement-breakpoint
CREATE INDEX "stock_ledger_operator" ON "stock_ledger" USING btree ("operator_id","id") WHERE operator_id <> 0;--> statement-breakpoint
CREATE INDEX "stock_ledger_created" ON "stock_ledger" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stock_ledger_ref" ON "stock_ledger" USING btree ("ref_id") WHERE ref_id <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "stock_ledger_given_back" ON "stock_ledger" USING btree ("ref_type","ref_id","sku_id","reason") WHERE ref_id <> '' and reason in ('order_cancel', 'order_refund', 'activity_cancel', 'component_cancel', 'return_in');--> statement-breakpoint
CREATE UNIQUE INDEX "product_attr_position" ON "product_attr" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_category_products" ON "product_category" USING btree ("category_id","product_id");--> statement-breakpoint
CREATE INDEX "product_search_tokens" ON "product_search" USING gin ("tokens") WITH (fastupdate=false);--> statement-breakpoint
CREATE UNIQUE INDEX "product_sku_attr" ON "product_sku" USING btree ("product_id","attr_key");--> statement-breakpoint
CREATE UNIQUE INDEX "product_sku_unique" ON "product_sku" USING btree ("unique");--> statement-breakpoint
CREATE UNIQUE INDEX "product_sku_no" ON "product_sku" USING btree (lower("sku_no")) WHERE sku_no <> '' and not is_del;--> statement-breakpoint
CREATE INDEX "product_sku_bar_code" ON "product_sku" USING btree ("bar_code") WHERE bar_code <> '';--> statement-breakpoint
CREATE INDEX "product_on_shelf" ON "product" USING btree ("sort","id") WHERE is_show and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_off_shelf" ON "product" USING btree ("sort","id") WHERE not is_show and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_sold_out" ON "product" USING btree ("sort","id") WHERE stock <= 0 and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_alert" ON "product" USING btree ("sort","id") WHERE alert and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_recycled" ON "product" USING btree ("sort","id") WHERE is_recycle and not is_del;--> statement-breakpoint
CREATE INDEX "product_price" ON "product" USING btree ("price_fen","id") WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_price_up" ON "product" USING btree ("price_fen","id" DESC NULLS FIRST) WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_sales" ON "product" USING btree (("sales" + "ficti"),"id") WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_sales_up" ON "product" USING btree (("sales" + "ficti"),"id" DESC NULLS FIRST) WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_stock" ON "product" USING btree ("stock","id") WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_stock_up" ON "product" USING btree ("stock","id" DESC NULLS FIRST) WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_created" ON "product" USING btree ("created_at","id") WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_temp_id" ON "product" USING btree ("temp_id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "product_brand_id" ON "product" USING btree ("brand_id","id") WHERE brand_id <> 0 and not is_del;--> statement-breakpoint
CREATE INDEX "product_label_ids" ON "product" USING gin ("label_ids") WHERE label_ids <> '{}' and not is_del;--> statement-breakpoint
CREATE INDEX "product_auto_on" ON "product" USING btree ("auto_on_time") WHERE auto_on_time is not null;--> statement-breakpoint
CREATE INDEX "product_auto_off" ON "product" USING btree ("auto_off_time") WHERE auto_off_time is not null;--> statement-breakpoint
CREATE INDEX "product_updated" ON "product" USING btree ("updated_at");--> statement-breakpoint
-- Stock ledger and price history are only added to (catalogue chapter, 3.1 and 3.4).
CREATE FUNCTION product_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER stock_ledger_append_only BEFORE UPDATE OR DELETE ON "stock_ledger"
  FOR EACH ROW EXECUTE FUNCTION product_refuse_change();--> statement-breakpoint
CREATE TRIGGER stock_ledger_no_truncate BEFORE TRUNCATE ON "stock_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION product_refuse_change();--> statement-breakpoint
CREATE TRIGGER price_history_append_only BEFORE UPDATE OR DELETE ON "price_history"
  FOR EACH ROW EXECUTE FUNCTION product_refuse_change();--> statement-breakpoint
CREATE TRIGGER price_history_no_truncate BEFORE TRUNCATE ON "price_history"
  FOR EACH STATEMENT EXECUTE FUNCTION product_refuse_change();--> statement-breakpoint
-- The tabs of the list that a product is in (2.8).
CREATE FUNCTION product_tabs_of(is_show boolean, is_recycle boolean, is_del boolean, stock integer, alert boolean)
  RETURNS smallint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN is_del THEN '{}'::smallint[]
    WHEN is_recycle THEN '{5}'::smallint[]
    ELSE ARRAY[CASE WHEN is_show THEN 1 ELSE 2 END]::smallint[]
      || CASE WHEN stock <= 0 THEN '{3}'::smallint[] ELSE '{}'::smallint[] END
      || CASE WHEN alert THEN '{4}'::smallint[] ELSE '{}'::smallint[] END
  END
$$;--> statement-breakpoint
-- Notes how many products a statement moved between tabs (11.2): one row for each tab, whatever the number of products.
CREATE FUNCTION product_note_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tab_delta (type, change)
    SELECT tab, count(*) FROM added AS p,
      unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert)) AS tab GROUP BY tab;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION product_note_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tab_delta (type, change)
    SELECT tab, -count(*) FROM removed AS p,
      unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert)) AS tab GROUP BY tab;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION product_note_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tab_delta (type, change)
    SELECT tab, sum(change) FROM (
      SELECT tab, 1 AS change FROM added AS p,
        unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert)) AS tab
      UNION ALL
      SELECT tab, -1 FROM removed AS p,
        unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert)) AS tab
    ) AS moves GROUP BY tab HAVING sum(change) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER product_tab_insert AFTER INSERT ON "product" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION product_note_added();--> statement-breakpoint
CREATE TRIGGER product_tab_update AFTER UPDATE ON "product" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION product_note_moved();--> statement-breakpoint
CREATE TRIGGER product_tab_delete AFTER DELETE ON "product" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION product_note_removed();--> statement-breakpoint
INSERT INTO product_tab_count (type, count) SELECT tab, 0 FROM generate_series(1, 5) AS tab;
