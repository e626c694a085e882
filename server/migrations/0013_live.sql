CREATE TABLE "live_anchor" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_anchor_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(30) NOT NULL,
	"wechat" varchar(20) NOT NULL,
	"phone" varchar(20) DEFAULT '' NOT NULL,
	"avatar" varchar(512) DEFAULT '' NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_media" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"account" varchar(255) NOT NULL,
	"hash" varchar(64) NOT NULL,
	"media_id" varchar(255) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mock_live_goods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mock_live_goods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"goods" jsonb NOT NULL,
	"audit_id" bigint NOT NULL,
	"audit_status" smallint NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mock_live_room" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mock_live_room_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"room" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_goods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_goods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"goods_id" bigint,
	"product_id" bigint,
	"name" varchar(64) NOT NULL,
	"cover_img_url" varchar(512) NOT NULL,
	"price_type" smallint NOT NULL,
	"price_fen" bigint NOT NULL,
	"price2_fen" bigint DEFAULT 0 NOT NULL,
	"url" varchar(512) NOT NULL,
	"audit_id" bigint,
	"audit_status" smallint DEFAULT 0 NOT NULL,
	"audit_reason" varchar(255) DEFAULT '' NOT NULL,
	"is_wechat_own" boolean DEFAULT false NOT NULL,
	"last_error" varchar(500) DEFAULT '' NOT NULL,
	"busy_until" timestamp with time zone,
	"is_unsure" boolean DEFAULT false NOT NULL,
	CONSTRAINT "live_goods_price" CHECK (price_fen >= 0 and price2_fen >= 0)
);
--> statement-breakpoint
CREATE TABLE "live_room_goods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_room_goods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"room_id" bigint NOT NULL,
	"goods_id" bigint NOT NULL,
	"on_sale" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_room" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "live_room_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"room_id" bigint,
	"source" varchar(8) NOT NULL,
	"name" varchar(64) NOT NULL,
	"cover_img" varchar(512) NOT NULL,
	"share_img" varchar(512) DEFAULT '' NOT NULL,
	"feeds_img" varchar(512) DEFAULT '' NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"anchor_name" varchar(64) NOT NULL,
	"anchor_wechat" varchar(20) DEFAULT '' NOT NULL,
	"sub_anchor_wechat" varchar(20) DEFAULT '' NOT NULL,
	"creater_wechat" varchar(20) DEFAULT '' NOT NULL,
	"finder_user_name" varchar(64) DEFAULT '' NOT NULL,
	"feed_id" varchar(128) DEFAULT '' NOT NULL,
	"type" smallint DEFAULT 0 NOT NULL,
	"is_feeds_public" boolean DEFAULT true NOT NULL,
	"close_like" boolean DEFAULT false NOT NULL,
	"close_goods" boolean DEFAULT false NOT NULL,
	"close_comment" boolean DEFAULT false NOT NULL,
	"close_replay" boolean DEFAULT false NOT NULL,
	"close_share" boolean DEFAULT false NOT NULL,
	"close_kf" boolean DEFAULT false NOT NULL,
	"live_status" smallint DEFAULT 102 NOT NULL,
	"qrcode_url" varchar(512) DEFAULT '' NOT NULL,
	"replays" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"replays_at" timestamp with time zone,
	"sync_state" varchar(6) DEFAULT 'local' NOT NULL,
	"last_error" varchar(500) DEFAULT '' NOT NULL,
	"auth_url" varchar(512) DEFAULT '' NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"busy_until" timestamp with time zone,
	"is_unsure" boolean DEFAULT false NOT NULL,
	CONSTRAINT "live_room_times" CHECK (start_time < end_time)
);
--> statement-breakpoint
ALTER TABLE "live_room_goods" ADD CONSTRAINT "live_room_goods_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_room_goods" ADD CONSTRAINT "live_room_goods_goods_id_live_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."live_goods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "live_anchor_wechat" ON "live_anchor" USING btree (lower("wechat"));--> statement-breakpoint
CREATE UNIQUE INDEX "live_media_hash" ON "live_media" USING btree ("account","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "live_goods_goods_id" ON "live_goods" USING btree ("goods_id");--> statement-breakpoint
CREATE INDEX "live_goods_product" ON "live_goods" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_room_goods_once" ON "live_room_goods" USING btree ("room_id","goods_id");--> statement-breakpoint
CREATE INDEX "live_room_goods_goods" ON "live_room_goods" USING btree ("goods_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_room_room_id" ON "live_room" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "live_room_time" ON "live_room" USING btree ("start_time");--> statement-breakpoint
CREATE INDEX "live_room_anchor" ON "live_room" USING btree (lower("anchor_wechat"));