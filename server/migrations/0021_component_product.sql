CREATE TABLE "component_category" (
	"shop" varchar(300) PRIMARY KEY NOT NULL,
	"categories" jsonb NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "component_draft" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "component_draft_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"product_id" bigint NOT NULL,
	"title" varchar(60) NOT NULL,
	"head_img" varchar(512)[] NOT NULL,
	"qualification_pics" varchar(512)[] DEFAULT '{}' NOT NULL,
	"third_cat_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"desc_info" text DEFAULT '' NOT NULL,
	"desc_imgs" varchar(512)[] DEFAULT '{}' NOT NULL,
	"temp_id" bigint NOT NULL,
	"unit_name" varchar(32) DEFAULT '件' NOT NULL,
	"give_integral" integer DEFAULT 0 NOT NULL,
	"ficti" integer DEFAULT 0 NOT NULL,
	"spec_type" boolean DEFAULT false NOT NULL,
	"attr" jsonb NOT NULL,
	"attr_value" jsonb NOT NULL,
	"edit_status" smallint DEFAULT 1 NOT NULL,
	"audit_reason" varchar(500) DEFAULT '' NOT NULL,
	"submit_time" timestamp with time zone,
	"audit_time" timestamp with time zone,
	"sync_state" varchar(7) DEFAULT 'pending' NOT NULL,
	"sync_error" varchar(500) DEFAULT '' NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "component_event" (
	"event_key" varchar(128) PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "component_picture" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "component_picture_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shop" varchar(300) NOT NULL,
	"hash" varchar(64) NOT NULL,
	"media_id" varchar(255) DEFAULT '' NOT NULL,
	"temp_url" varchar(512) DEFAULT '' NOT NULL,
	"pay_media_id" varchar(255) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "component_product" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "component_product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"primary_product_id" bigint NOT NULL,
	"component_product_id" varchar(64) DEFAULT '' NOT NULL,
	"title" varchar(60) NOT NULL,
	"head_img" varchar(512)[] NOT NULL,
	"qualification_pics" varchar(512)[] DEFAULT '{}' NOT NULL,
	"third_cat_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"desc_info" text DEFAULT '' NOT NULL,
	"desc_imgs" varchar(512)[] DEFAULT '{}' NOT NULL,
	"temp_id" bigint NOT NULL,
	"unit_name" varchar(32) DEFAULT '件' NOT NULL,
	"give_integral" integer DEFAULT 0 NOT NULL,
	"ficti" integer DEFAULT 0 NOT NULL,
	"spec_type" boolean DEFAULT false NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"status_reason" varchar(500) DEFAULT '' NOT NULL,
	"push_at" timestamp with time zone,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "component_sku" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "component_sku_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"product_id" bigint NOT NULL,
	"primary_sku_id" bigint NOT NULL,
	"sku_id" varchar(64) DEFAULT '' NOT NULL,
	"suk" varchar(400) NOT NULL,
	"thumb_img" varchar(512) NOT NULL,
	"sale_price_fen" bigint NOT NULL,
	"market_price_fen" bigint NOT NULL,
	"follows_price" boolean NOT NULL,
	"is_online" boolean DEFAULT false NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "component_simulated_spu" (
	"out_product_id" varchar(64) PRIMARY KEY NOT NULL,
	"product_id" varchar(64) NOT NULL,
	"title" varchar(60) NOT NULL,
	"status" smallint NOT NULL,
	"edit_status" smallint NOT NULL,
	"reject_reason" varchar(500) DEFAULT '' NOT NULL,
	"submission" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "component_draft" ADD CONSTRAINT "component_draft_product_id_component_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."component_product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_product" ADD CONSTRAINT "component_product_primary_product_id_product_id_fk" FOREIGN KEY ("primary_product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_sku" ADD CONSTRAINT "component_sku_product_id_component_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."component_product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "component_draft_product" ON "component_draft" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "component_draft_order" ON "component_draft" USING btree ("id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "component_draft_open" ON "component_draft" USING btree ("submit_time") WHERE not is_del and (edit_status = 2 or sync_state <> 'ok');--> statement-breakpoint
CREATE INDEX "component_event_created" ON "component_event" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "component_picture_hash" ON "component_picture" USING btree ("shop","hash");--> statement-breakpoint
CREATE INDEX "component_picture_url" ON "component_picture" USING btree ("temp_url") WHERE temp_url <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "component_product_primary" ON "component_product" USING btree ("primary_product_id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "component_product_order" ON "component_product" USING btree ("id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "component_product_push" ON "component_product" USING btree ("push_at") WHERE push_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "component_sku_primary" ON "component_sku" USING btree ("product_id","primary_sku_id");--> statement-breakpoint
CREATE INDEX "component_sku_main" ON "component_sku" USING btree ("primary_sku_id") WHERE not is_del;