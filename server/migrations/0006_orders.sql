-- Where an order stands (trade chapter, 1.4); `orderTab` of the domain decides the same.
CREATE FUNCTION order_tab(
  is_system_del boolean, is_del boolean, close_type smallint, paid boolean, cod boolean, refund_status smallint, status smallint,
  pink_status smallint, shipping_type smallint)
  RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN is_system_del THEN 0
    WHEN is_del THEN 11
    WHEN close_type > 0 THEN 10
    WHEN NOT paid AND NOT cod THEN 1
    WHEN refund_status IN (1, 3) THEN 8
    WHEN refund_status = 2 THEN 9
    WHEN status = 1 THEN 5
    WHEN status = 2 THEN 6
    WHEN status = 3 THEN 7
    WHEN pink_status = 1 THEN 3
    WHEN shipping_type = 2 THEN 4
    ELSE 2
  END::smallint
$$;
--> statement-breakpoint
-- Orders to deliver with the same key may travel as one parcel (1.1).
CREATE FUNCTION order_address_key(
  shipping_type smallint, uid bigint, real_name text, user_phone text, city_id bigint, detail text)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN shipping_type = 1
    THEN md5(uid::text || '|' || real_name || '|' || user_phone || '|' || city_id::text || '|' || detail) END
$$;
--> statement-breakpoint
CREATE TABLE "cart_line" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"uid" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"sku_id" bigint NOT NULL,
	"num" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_line" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" bigint NOT NULL,
	"line_no" smallint NOT NULL,
	"product_id" bigint NOT NULL,
	"sku_id" bigint NOT NULL,
	"unique" varchar(32) NOT NULL,
	"store_name" varchar(128) NOT NULL,
	"image" varchar(512) NOT NULL,
	"sku" varchar(400) NOT NULL,
	"bar_code" varchar(50) DEFAULT '' NOT NULL,
	"cate_id" bigint DEFAULT 0 NOT NULL,
	"price_fen" bigint NOT NULL,
	"unit_price_fen" bigint NOT NULL,
	"num" integer NOT NULL,
	"line_total_fen" bigint NOT NULL,
	"member_discount_fen" bigint DEFAULT 0 NOT NULL,
	"activity_discount_fen" bigint DEFAULT 0 NOT NULL,
	"coupon_share_fen" bigint DEFAULT 0 NOT NULL,
	"integral_share_fen" bigint DEFAULT 0 NOT NULL,
	"use_integral_share" integer DEFAULT 0 NOT NULL,
	"adjust_share_fen" bigint DEFAULT 0 NOT NULL,
	"pay_share_fen" bigint NOT NULL,
	"freight_share_fen" bigint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"weight" numeric(12, 3) DEFAULT 0 NOT NULL,
	"volume" numeric(12, 6) DEFAULT 0 NOT NULL,
	"temp_id" bigint DEFAULT 0 NOT NULL,
	"give_integral" integer DEFAULT 0 NOT NULL,
	"is_sub" boolean DEFAULT false NOT NULL,
	"brokerage_fen" bigint DEFAULT 0 NOT NULL,
	"brokerage_two_fen" bigint DEFAULT 0 NOT NULL,
	"sent_num" integer DEFAULT 0 NOT NULL,
	"refund_num" integer DEFAULT 0 NOT NULL,
	"cut_num" integer DEFAULT 0 NOT NULL,
	"after_num" integer DEFAULT 0 NOT NULL,
	"refund_money_fen" bigint DEFAULT 0 NOT NULL,
	"compensated_fen" bigint DEFAULT 0 NOT NULL,
	"is_reply" boolean DEFAULT false NOT NULL,
	CONSTRAINT "order_line_counts" CHECK (num > 0 and sent_num >= 0 and cut_num <= refund_num and sent_num + cut_num <= num and refund_num + after_num <= num),
	CONSTRAINT "order_line_refunds" CHECK (refund_money_fen <= pay_share_fen)
);
--> statement-breakpoint
CREATE TABLE "order_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" bigint NOT NULL,
	"change_type" varchar(12) NOT NULL,
	"message" varchar(256) NOT NULL,
	"operator_type" varchar(6) NOT NULL,
	"operator_id" bigint NOT NULL,
	"operator_name" varchar(64) NOT NULL,
	"extra" jsonb
);
--> statement-breakpoint
CREATE TABLE "order_tab_count" (
	"type" smallint NOT NULL,
	"store_id" bigint NOT NULL,
	"tab" smallint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "order_tab_count_type_store_id_tab_pk" PRIMARY KEY("type","store_id","tab")
);
--> statement-breakpoint
CREATE TABLE "order_tab_delta" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_tab_delta_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" smallint NOT NULL,
	"store_id" bigint NOT NULL,
	"tab" smallint NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_order" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_order_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"order_no" varchar(20) NOT NULL,
	"uid" bigint NOT NULL,
	"type" smallint DEFAULT 0 NOT NULL,
	"order_kind" varchar(12) DEFAULT 'normal' NOT NULL,
	"activity_id" bigint DEFAULT 0 NOT NULL,
	"bargain_user_id" bigint DEFAULT 0 NOT NULL,
	"pink_id" bigint DEFAULT 0 NOT NULL,
	"pink_status" smallint DEFAULT 0 NOT NULL,
	"source" varchar(6) DEFAULT 'front' NOT NULL,
	"channel" varchar(8) NOT NULL,
	"from_order_no" varchar(20) DEFAULT '' NOT NULL,
	"real_name" varchar(32) NOT NULL,
	"user_phone" varchar(18) NOT NULL,
	"province" varchar(64) DEFAULT '' NOT NULL,
	"city" varchar(64) DEFAULT '' NOT NULL,
	"district" varchar(64) DEFAULT '' NOT NULL,
	"detail" varchar(256) DEFAULT '' NOT NULL,
	"city_id" bigint DEFAULT 0 NOT NULL,
	"total_num" integer NOT NULL,
	"sent_num" integer DEFAULT 0 NOT NULL,
	"line_count" smallint NOT NULL,
	"pro_total_price_fen" bigint NOT NULL,
	"coupon_id" bigint DEFAULT 0 NOT NULL,
	"coupon_price_fen" bigint DEFAULT 0 NOT NULL,
	"use_integral" integer DEFAULT 0 NOT NULL,
	"deduction_price_fen" bigint DEFAULT 0 NOT NULL,
	"freight_price_fen" bigint DEFAULT 0 NOT NULL,
	"pay_postage_fen" bigint DEFAULT 0 NOT NULL,
	"pay_price_fen" bigint NOT NULL,
	"before_pay_price_fen" bigint,
	"price_changes" smallint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"gain_integral" integer DEFAULT 0 NOT NULL,
	"back_integral" integer DEFAULT 0 NOT NULL,
	"paid" boolean DEFAULT false NOT NULL,
	"pay_time" timestamp with time zone,
	"pay_type" varchar(8) DEFAULT '' NOT NULL,
	"cod" boolean DEFAULT false NOT NULL,
	"pay_deadline" timestamp with time zone,
	"status" smallint DEFAULT 0 NOT NULL,
	"refund_status" smallint DEFAULT 0 NOT NULL,
	"refund_price_fen" bigint DEFAULT 0 NOT NULL,
	"refund_postage_fen" bigint DEFAULT 0 NOT NULL,
	"shipping_type" smallint DEFAULT 1 NOT NULL,
	"store_id" bigint DEFAULT 0 NOT NULL,
	"verify_code" varchar(10) DEFAULT '' NOT NULL,
	"verify_time" timestamp with time zone,
	"clerk_id" bigint,
	"verify_staff_id" bigint,
	"ship_time" timestamp with time zone,
	"receive_time" timestamp with time zone,
	"complete_time" timestamp with time zone,
	"auto_receive_time" timestamp with time zone,
	"auto_complete_time" timestamp with time zone,
	"mark" varchar(512) DEFAULT '' NOT NULL,
	"remark" varchar(512) DEFAULT '' NOT NULL,
	"tag_ids" integer[] DEFAULT '{}' NOT NULL,
	"hold" boolean DEFAULT false NOT NULL,
	"hold_reason" varchar(255) DEFAULT '' NOT NULL,
	"hold_until" date,
	"print_time" timestamp with time zone,
	"print_stale" boolean DEFAULT false NOT NULL,
	"address_key" varchar(32) GENERATED ALWAYS AS (order_address_key(shipping_type, uid, real_name, user_phone, city_id, detail)) STORED,
	"is_remind" boolean DEFAULT false NOT NULL,
	"remind_time" timestamp with time zone,
	"address_changed" boolean DEFAULT false NOT NULL,
	"close_type" smallint DEFAULT 0 NOT NULL,
	"close_time" timestamp with time zone,
	"close_reason" varchar(255) DEFAULT '' NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL,
	"is_system_del" boolean DEFAULT false NOT NULL,
	"pre_order_no" varchar(40),
	"tab" smallint GENERATED ALWAYS AS (order_tab(is_system_del, is_del, close_type, paid, cod, refund_status, status, pink_status, shipping_type)) STORED NOT NULL,
	CONSTRAINT "store_order_one_activity" CHECK ((bargain_user_id = 0 or pink_id = 0)),
	CONSTRAINT "store_order_sent_when_paid" CHECK (paid or status = 0 or cod),
	CONSTRAINT "store_order_refund_when_paid" CHECK (refund_status = 0 or paid),
	CONSTRAINT "store_order_closed_unpaid" CHECK (close_type = 0 or not paid),
	CONSTRAINT "store_order_refund_price" CHECK (refund_price_fen <= pay_price_fen and pay_price_fen >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"biz_type" varchar(8) NOT NULL,
	"biz_id" bigint NOT NULL,
	"biz_no" varchar(32) NOT NULL,
	"uid" bigint NOT NULL,
	"out_trade_no" varchar(40) NOT NULL,
	"provider" varchar(8) NOT NULL,
	"pay_type" varchar(8) NOT NULL,
	"channel" varchar(8) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"surplus" boolean DEFAULT false NOT NULL,
	"transaction_id" varchar(64) DEFAULT '' NOT NULL,
	"prepay" jsonb,
	"notify_raw" text DEFAULT '' NOT NULL,
	"fail_msg" varchar(255) DEFAULT '' NOT NULL,
	"pay_time" timestamp with time zone,
	"query_at" timestamp with time zone,
	"queries" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refund_no" varchar(24) NOT NULL,
	"order_id" bigint,
	"after_sales_id" bigint,
	"parts" jsonb NOT NULL,
	"amount_fen" bigint NOT NULL,
	"goods_amount_fen" bigint DEFAULT 0 NOT NULL,
	"postage_amount_fen" bigint DEFAULT 0 NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"method" varchar(8) DEFAULT 'origin' NOT NULL,
	"reason" varchar(255) NOT NULL,
	"fail_msg" varchar(255) DEFAULT '' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"surplus" boolean DEFAULT false NOT NULL,
	"finish_time" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sim_payment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sim_payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"out_trade_no" varchar(40) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"subject" varchar(128) DEFAULT '' NOT NULL,
	"pay_type" varchar(8) NOT NULL,
	"transaction_id" varchar(64) DEFAULT '' NOT NULL,
	"paid_fen" bigint,
	"paid_at" timestamp with time zone,
	"refunded_fen" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sim_refund" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sim_refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"out_refund_no" varchar(40) NOT NULL,
	"out_trade_no" varchar(40) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_stray" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_stray_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"provider" varchar(8) NOT NULL,
	"out_trade_no" varchar(64) NOT NULL,
	"reason" varchar(16) NOT NULL,
	"raw" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pre_order" (
	"pre_order_no" varchar(40) PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"kind" varchar(12) NOT NULL,
	"basket" jsonb NOT NULL,
	"order_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order" ADD CONSTRAINT "store_order_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pre_order" ADD CONSTRAINT "pre_order_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cart_line_sku" ON "cart_line" USING btree ("uid","sku_id");--> statement-breakpoint
CREATE INDEX "cart_line_product" ON "cart_line" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_line_order" ON "order_line" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_line_product" ON "order_line" USING btree ("product_id","order_id");--> statement-breakpoint
CREATE INDEX "order_log_order" ON "order_log" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "store_order_no" ON "store_order" USING btree ("order_no");--> statement-breakpoint
CREATE UNIQUE INDEX "store_order_verify_code" ON "store_order" USING btree ("verify_code") WHERE verify_code <> '';--> statement-breakpoint
CREATE INDEX "store_order_tab" ON "store_order" USING btree ("tab","created_at","id");--> statement-breakpoint
CREATE INDEX "store_order_created" ON "store_order" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "store_order_paid" ON "store_order" USING btree ("pay_time") WHERE paid;--> statement-breakpoint
CREATE INDEX "store_order_shipped" ON "store_order" USING btree ("ship_time") WHERE ship_time is not null;--> statement-breakpoint
CREATE INDEX "store_order_completed" ON "store_order" USING btree ("complete_time") WHERE complete_time is not null;--> statement-breakpoint
CREATE INDEX "store_order_uid" ON "store_order" USING btree ("uid","created_at","id");--> statement-breakpoint
CREATE INDEX "store_order_unpaid" ON "store_order" USING btree ("uid") WHERE tab = 1;--> statement-breakpoint
CREATE INDEX "store_order_store" ON "store_order" USING btree ("store_id","tab","created_at","id") WHERE shipping_type = 2;--> statement-breakpoint
CREATE INDEX "store_order_phone" ON "store_order" USING btree ("user_phone","created_at");--> statement-breakpoint
CREATE INDEX "store_order_phone_end" ON "store_order" USING btree (right(user_phone, 4),"created_at");--> statement-breakpoint
CREATE INDEX "store_order_no_end" ON "store_order" USING btree (right(order_no, 6));--> statement-breakpoint
CREATE INDEX "store_order_name" ON "store_order" USING btree ("real_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "store_order_deadline" ON "store_order" USING btree ("pay_deadline") WHERE tab = 1;--> statement-breakpoint
CREATE INDEX "store_order_auto_receive" ON "store_order" USING btree ("auto_receive_time") WHERE tab = 5;--> statement-breakpoint
CREATE INDEX "store_order_auto_complete" ON "store_order" USING btree ("auto_complete_time") WHERE tab = 6;--> statement-breakpoint
CREATE INDEX "store_order_pink" ON "store_order" USING btree ("pink_id") WHERE pink_id > 0;--> statement-breakpoint
CREATE INDEX "store_order_activity" ON "store_order" USING btree ("activity_id","id") WHERE activity_id > 0;--> statement-breakpoint
CREATE INDEX "store_order_address" ON "store_order" USING btree ("address_key") WHERE tab = 2;--> statement-breakpoint
CREATE INDEX "store_order_tags" ON "store_order" USING gin ("tag_ids") WHERE tag_ids <> '{}';--> statement-breakpoint
CREATE INDEX "store_order_hold" ON "store_order" USING btree ("created_at","id") WHERE hold;--> statement-breakpoint
CREATE INDEX "store_order_remind" ON "store_order" USING btree ("created_at","id") WHERE is_remind;--> statement-breakpoint
CREATE INDEX "store_order_cod" ON "store_order" USING btree ("created_at","id") WHERE cod;--> statement-breakpoint
CREATE INDEX "store_order_part_sent" ON "store_order" USING btree ("created_at","id") WHERE status = 0 and sent_num > 0;--> statement-breakpoint
CREATE INDEX "store_order_part_refunded" ON "store_order" USING btree ("created_at","id") WHERE refund_price_fen > 0 and refund_status <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_out_trade_no" ON "payment" USING btree ("out_trade_no");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_transaction" ON "payment" USING btree ("provider","transaction_id") WHERE transaction_id <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_paid_once" ON "payment" USING btree ("biz_type","biz_id") WHERE state = 1 and not surplus and provider <> 'edit';--> statement-breakpoint
CREATE INDEX "payment_biz" ON "payment" USING btree ("biz_type","biz_id","id");--> statement-breakpoint
CREATE INDEX "payment_query" ON "payment" USING btree ("query_at") WHERE state = 0 and query_at is not null;--> statement-breakpoint
CREATE INDEX "payment_surplus" ON "payment" USING btree ("created_at","id") WHERE surplus;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_no" ON "refund" USING btree ("refund_no");--> statement-breakpoint
CREATE INDEX "refund_order" ON "refund" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_one_in_flight" ON "refund" USING btree ("order_id") WHERE state = 0 and not surplus;--> statement-breakpoint
CREATE INDEX "refund_waiting" ON "refund" USING btree ("created_at","id") WHERE state = 0;--> statement-breakpoint
CREATE UNIQUE INDEX "sim_payment_no" ON "sim_payment" USING btree ("out_trade_no");--> statement-breakpoint
CREATE UNIQUE INDEX "sim_payment_transaction" ON "sim_payment" USING btree ("transaction_id") WHERE transaction_id <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "sim_refund_no" ON "sim_refund" USING btree ("out_refund_no");--> statement-breakpoint
CREATE INDEX "payment_stray_created" ON "payment_stray" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_stray_once" ON "payment_stray" USING btree ("out_trade_no",md5(raw));--> statement-breakpoint
CREATE INDEX "pre_order_expires" ON "pre_order" USING btree ("expires_at");
--> statement-breakpoint
ALTER TABLE "store_order" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "order_line" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "payment" SET (fillfactor = 85);--> statement-breakpoint
-- The log of orders is append-only (0.4).
CREATE FUNCTION order_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER order_log_append_only BEFORE UPDATE OR DELETE ON "order_log"
  FOR EACH ROW EXECUTE FUNCTION order_refuse_change();
--> statement-breakpoint
CREATE TRIGGER order_log_no_truncate BEFORE TRUNCATE ON "order_log"
  FOR EACH STATEMENT EXECUTE FUNCTION order_refuse_change();
--> statement-breakpoint
-- Records how many orders a statement moved between tabs (18): one row per type, store and tab, however many orders it touched.
CREATE FUNCTION order_note_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_delta (type, store_id, tab, change)
    SELECT type, store_id, tab, count(*) FROM added WHERE tab > 0 GROUP BY type, store_id, tab;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION order_note_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_delta (type, store_id, tab, change)
    SELECT type, store_id, tab, -count(*) FROM removed WHERE tab > 0 GROUP BY type, store_id, tab;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION order_note_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_delta (type, store_id, tab, change)
    SELECT type, store_id, tab, sum(change) FROM (
      SELECT type, store_id, tab, 1 AS change FROM added WHERE tab > 0
      UNION ALL
      SELECT type, store_id, tab, -1 FROM removed WHERE tab > 0
    ) AS moves GROUP BY type, store_id, tab HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_tab_insert AFTER INSERT ON "store_order" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION order_note_added();
--> statement-breakpoint
CREATE TRIGGER order_tab_update AFTER UPDATE ON "store_order" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION order_note_moved();
--> statement-breakpoint
CREATE TRIGGER order_tab_delete AFTER DELETE ON "store_order" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION order_note_removed();
