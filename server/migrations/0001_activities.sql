-- Flash sales: activities with the quota of their SKUs, and the hours of the day in which they run. Written by hand: the exclusion
-- constraint and the fillfactor.
CREATE TABLE "activity" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"type" smallint NOT NULL,
	"product_id" bigint NOT NULL,
	"title" varchar(200) NOT NULL,
	"image" varchar(512) NOT NULL,
	"images" varchar(512)[] NOT NULL,
	"info" varchar(255) DEFAULT '' NOT NULL,
	"unit_name" varchar(32) NOT NULL,
	"temp_id" bigint NOT NULL,
	"give_integral" integer DEFAULT 0 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"status" boolean DEFAULT false NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"stop_at" timestamp with time zone NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"allow_coupon" boolean,
	"allow_points" boolean,
	CONSTRAINT "activity_days" CHECK (start_at <= stop_at)
);
--> statement-breakpoint
CREATE TABLE "activity_sku" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_sku_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"activity_id" bigint NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"price_fen" bigint NOT NULL,
	"min_price_fen" bigint DEFAULT 0 NOT NULL,
	"quota_show" integer DEFAULT 0 NOT NULL,
	"quota" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"sold_out_at" timestamp with time zone,
	"is_del" boolean DEFAULT false NOT NULL,
	CONSTRAINT "activity_sku_quota" CHECK (quota >= 0 and reserved >= 0 and sold >= 0 and quota + reserved + sold = quota_show),
	CONSTRAINT "activity_sku_price" CHECK (price_fen >= 0 and min_price_fen >= 0)
);
--> statement-breakpoint
CREATE TABLE "seckill" (
	"activity_id" bigint PRIMARY KEY NOT NULL,
	"time_id" bigint NOT NULL,
	"num" integer NOT NULL,
	"once_num" integer DEFAULT 0 NOT NULL,
	"total_num" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seckill_slot" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seckill_slot_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(64) NOT NULL,
	"start_hour" smallint NOT NULL,
	"end_hour" smallint NOT NULL,
	"img" varchar(512) DEFAULT '' NOT NULL,
	"slider_imgs" varchar(512)[] NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL,
	CONSTRAINT "seckill_slot_range" CHECK (start_hour >= 0 and start_hour < end_hour and end_hour <= 24)
);
--> statement-breakpoint
ALTER TABLE "pre_order" ADD COLUMN "activity" jsonb;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_sku" ADD CONSTRAINT "activity_sku_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_sku" ADD CONSTRAINT "activity_sku_product_sku_id_product_sku_id_fk" FOREIGN KEY ("product_sku_id") REFERENCES "public"."product_sku"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seckill" ADD CONSTRAINT "seckill_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seckill" ADD CONSTRAINT "seckill_time_id_seckill_slot_id_fk" FOREIGN KEY ("time_id") REFERENCES "public"."seckill_slot"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_product" ON "activity" USING btree ("product_id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "activity_order" ON "activity" USING btree ("type","sort","id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "activity_stop" ON "activity" USING btree ("type","status","stop_at") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "activity_temp" ON "activity" USING btree ("temp_id") WHERE not is_del;--> statement-breakpoint
CREATE UNIQUE INDEX "activity_seckill_title" ON "activity" USING btree ("title") WHERE type = 1 and not is_del;--> statement-breakpoint
CREATE UNIQUE INDEX "activity_sku_of" ON "activity_sku" USING btree ("activity_id","product_sku_id");--> statement-breakpoint
CREATE INDEX "activity_sku_product" ON "activity_sku" USING btree ("product_sku_id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "seckill_time" ON "seckill" USING btree ("time_id");--> statement-breakpoint
CREATE INDEX "store_order_activity_buyer" ON "store_order" USING btree ("uid","activity_id","created_at") WHERE activity_id > 0;--> statement-breakpoint
ALTER TABLE "seckill_slot" ADD CONSTRAINT "seckill_slot_hours" EXCLUDE USING gist (int4range(start_hour, end_hour) WITH &&) WHERE (not is_del);--> statement-breakpoint
-- The one hot row of a rush is changed in place.
ALTER TABLE "activity_sku" SET (fillfactor = 50);
