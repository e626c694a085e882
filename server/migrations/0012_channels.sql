CREATE TABLE "article" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "article_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"cid" bigint NOT NULL,
	"title" varchar(100) NOT NULL,
	"author" varchar(20) NOT NULL,
	"image" varchar(512) NOT NULL,
	"synopsis" varchar(100) NOT NULL,
	"content" text NOT NULL,
	"share_title" varchar(100) DEFAULT '' NOT NULL,
	"share_synopsis" varchar(100) DEFAULT '' NOT NULL,
	"is_hot" boolean DEFAULT false NOT NULL,
	"is_banner" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"url" varchar(512) DEFAULT '' NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"visit" integer DEFAULT 0 NOT NULL,
	"product_id" bigint DEFAULT 0 NOT NULL,
	"publish_time" timestamp with time zone,
	CONSTRAINT "article_live" CHECK (not published or publish_time is not null)
);
--> statement-breakpoint
CREATE TABLE "agreement_consent" (
	"uid" bigint NOT NULL,
	"key" varchar(30) NOT NULL,
	"no" integer NOT NULL,
	"channel" varchar(10) NOT NULL,
	"ip" varchar(45) NOT NULL,
	"time" timestamp with time zone NOT NULL,
	CONSTRAINT "agreement_consent_uid_key_no_pk" PRIMARY KEY("uid","key","no")
);
--> statement-breakpoint
CREATE TABLE "agreement_version" (
	"key" varchar(30) NOT NULL,
	"no" integer NOT NULL,
	"title" varchar(30) NOT NULL,
	"content" text NOT NULL,
	"require_consent" boolean NOT NULL,
	"effective_time" timestamp with time zone NOT NULL,
	"note" varchar(100) DEFAULT '' NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agreement_version_key_no_pk" PRIMARY KEY("key","no")
);
--> statement-breakpoint
CREATE TABLE "agreement" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agreement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"key" varchar(30) NOT NULL,
	"place" smallint NOT NULL,
	"title" varchar(30) NOT NULL,
	"content" text NOT NULL,
	"require_consent" boolean DEFAULT false NOT NULL,
	"published_no" integer
);
--> statement-breakpoint
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
CREATE TABLE "buyer_message_rule" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "buyer_message_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"mark" varchar(30) NOT NULL,
	"is_wechat" boolean DEFAULT true NOT NULL,
	"is_routine" boolean DEFAULT true NOT NULL,
	"is_sms" boolean DEFAULT false NOT NULL,
	"wechat_template_id" bigint DEFAULT 0 NOT NULL,
	"routine_template_id" bigint DEFAULT 0 NOT NULL,
	"sms_temp_id" varchar(20) DEFAULT '' NOT NULL,
	"channel_order" varchar(10)[] NOT NULL,
	"quiet_from" varchar(5) DEFAULT '' NOT NULL,
	"quiet_to" varchar(5) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notify_outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notify_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mark" varchar(30) NOT NULL,
	"biz_id" varchar(80) NOT NULL,
	"channel" varchar(10) NOT NULL,
	"uid" bigint NOT NULL,
	"receiver" varchar(64) DEFAULT '' NOT NULL,
	"payload" jsonb NOT NULL,
	"dedupe_key" varchar(130) NOT NULL,
	"title" varchar(64) DEFAULT '' NOT NULL,
	"content" varchar(600) DEFAULT '' NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"job_id" varchar(40),
	"trying_since" timestamp with time zone,
	"first_tried_at" timestamp with time zone,
	"errcode" integer DEFAULT 0 NOT NULL,
	"errmsg" varchar(255) DEFAULT '' NOT NULL,
	"msg_id" varchar(64) DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "wechat_channel_code" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_channel_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(40) NOT NULL,
	"scene" varchar(64) NOT NULL,
	"kind" smallint NOT NULL,
	"expire_time" timestamp with time zone,
	"url" varchar(512) NOT NULL,
	"tag_id" integer DEFAULT 0 NOT NULL,
	"reply_id" bigint DEFAULT 0 NOT NULL,
	"scans" integer DEFAULT 0 NOT NULL,
	"follows" integer DEFAULT 0 NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_content_check" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_content_check_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" varchar(16) NOT NULL,
	"biz_id" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"pics" varchar(512)[] DEFAULT '{}' NOT NULL,
	"state" smallint NOT NULL,
	"verdict" varchar(8) NOT NULL,
	"reason" varchar(255) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" bigint
);
--> statement-breakpoint
CREATE TABLE "wechat_content_trace" (
	"trace_id" varchar(64) PRIMARY KEY NOT NULL,
	"check_id" bigint NOT NULL,
	"verdict" varchar(8),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_customer_message" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_customer_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"openid" varchar(64) NOT NULL,
	"type" varchar(20) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_fan_move" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_fan_move_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"openid" varchar(64) NOT NULL,
	"move" smallint NOT NULL,
	"code_id" bigint DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_fan_sync" (
	"appid" varchar(32) PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"next_openid" varchar(64) DEFAULT '' NOT NULL,
	"seen" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_api_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_api_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"appid" varchar(64) NOT NULL,
	"path" varchar(200) NOT NULL,
	"errcode" integer,
	"message" varchar(300) DEFAULT '' NOT NULL,
	"ms" integer NOT NULL,
	"biz" varchar(64) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_callback" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_callback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account" varchar(6) NOT NULL,
	"key" varchar(200) NOT NULL,
	"openid" varchar(64) NOT NULL,
	"type" varchar(40) NOT NULL,
	"event" varchar(64) DEFAULT '' NOT NULL,
	"event_key" varchar(300) DEFAULT '' NOT NULL,
	"text" varchar(2048) DEFAULT '' NOT NULL,
	"fields" jsonb NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_material" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_material_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"appid" varchar(32) NOT NULL,
	"type" varchar(8) NOT NULL,
	"hash" varchar(64) NOT NULL,
	"media_id" varchar(128) NOT NULL,
	"url" varchar(512) NOT NULL,
	"name" varchar(255) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_menu_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_menu_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" varchar(8) NOT NULL,
	"menu" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_menu" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_menu_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"account" varchar(8) DEFAULT 'public' NOT NULL,
	"draft" jsonb NOT NULL,
	"published" jsonb,
	"publish_time" timestamp with time zone,
	"publish_by" bigint,
	"busy_until" timestamp with time zone,
	CONSTRAINT "wechat_menu_account" UNIQUE("account")
);
--> statement-breakpoint
CREATE TABLE "wechat_mini_code" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_mini_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"appid" varchar(32) NOT NULL,
	"path" varchar(128) NOT NULL,
	"scene" varchar(32) NOT NULL,
	"width" smallint NOT NULL,
	"env" varchar(8) NOT NULL,
	"mime" varchar(32) NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_subscribe_permit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_subscribe_permit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"openid" varchar(64) NOT NULL,
	"template_id" varchar(64) NOT NULL,
	"remain" smallint DEFAULT 0 NOT NULL,
	"always" boolean DEFAULT false NOT NULL,
	CONSTRAINT "wechat_subscribe_permit_remain" CHECK (remain >= 0)
);
--> statement-breakpoint
CREATE TABLE "wechat_reply" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_reply_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"keywords" varchar(30)[] NOT NULL,
	"reserved" varchar(10),
	"match" smallint NOT NULL,
	"type" varchar(16) NOT NULL,
	"data" jsonb NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"hits" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "wechat_reply_reserved" UNIQUE("reserved")
);
--> statement-breakpoint
CREATE TABLE "wechat_reply_hit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_reply_hit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reply_id" bigint,
	"matched" boolean,
	"text" varchar(30) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_reply_word" (
	"word" varchar(60) NOT NULL,
	"match" smallint NOT NULL,
	"reply_id" bigint NOT NULL,
	CONSTRAINT "wechat_reply_word_taken" PRIMARY KEY("word","match")
);
--> statement-breakpoint
CREATE TABLE "wechat_tag" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" varchar(30) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wechat_turn" (
	"name" varchar(40) PRIMARY KEY NOT NULL,
	"taken_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "wechat_template" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"kind" smallint NOT NULL,
	"temp_key" varchar(20) DEFAULT '' NOT NULL,
	"name" varchar(64) NOT NULL,
	"content" varchar(1000) DEFAULT '' NOT NULL,
	"temp_id" varchar(64) DEFAULT '' NOT NULL,
	"kid_list" varchar(30)[] DEFAULT '{}' NOT NULL,
	"field_map" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"choices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"page" varchar(255) DEFAULT '' NOT NULL,
	"url" varchar(512) DEFAULT '' NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"is_lasting" boolean DEFAULT false NOT NULL,
	"is_ours" boolean DEFAULT false NOT NULL,
	"is_missing" boolean DEFAULT false NOT NULL,
	"sync_error" varchar(200) DEFAULT '' NOT NULL,
	"sync_time" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "wechat_token" (
	"source" varchar(43) NOT NULL,
	"kind" varchar(8) NOT NULL,
	"appid" varchar(64) NOT NULL,
	"token" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"lock_until" timestamp with time zone,
	"forced_at" timestamp with time zone,
	"forced_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "wechat_token_source_kind_pk" PRIMARY KEY("source","kind")
);
--> statement-breakpoint
ALTER TABLE "wechat_user" ADD COLUMN "code_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wechat_user" ADD COLUMN "synced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "live_room_goods" ADD CONSTRAINT "live_room_goods_room_id_live_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."live_room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_room_goods" ADD CONSTRAINT "live_room_goods_goods_id_live_goods_id_fk" FOREIGN KEY ("goods_id") REFERENCES "public"."live_goods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wechat_reply_word" ADD CONSTRAINT "wechat_reply_word_reply_id_wechat_reply_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."wechat_reply"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_shown" ON "article" USING btree ("cid","sort","publish_time") WHERE published and not hidden;--> statement-breakpoint
CREATE INDEX "article_order" ON "article" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "agreement_consent_of" ON "agreement_consent" USING btree ("key","no");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_key" ON "agreement" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "live_anchor_wechat" ON "live_anchor" USING btree (lower("wechat"));--> statement-breakpoint
CREATE UNIQUE INDEX "live_media_hash" ON "live_media" USING btree ("account","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "live_goods_goods_id" ON "live_goods" USING btree ("goods_id");--> statement-breakpoint
CREATE INDEX "live_goods_product" ON "live_goods" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_room_goods_once" ON "live_room_goods" USING btree ("room_id","goods_id");--> statement-breakpoint
CREATE INDEX "live_room_goods_goods" ON "live_room_goods" USING btree ("goods_id");--> statement-breakpoint
CREATE UNIQUE INDEX "live_room_room_id" ON "live_room" USING btree ("room_id");--> statement-breakpoint
CREATE INDEX "live_room_time" ON "live_room" USING btree ("start_time");--> statement-breakpoint
CREATE INDEX "live_room_anchor" ON "live_room" USING btree (lower("anchor_wechat"));--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_message_rule_mark" ON "buyer_message_rule" USING btree ("mark");--> statement-breakpoint
CREATE UNIQUE INDEX "notify_outbox_dedupe" ON "notify_outbox" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "notify_outbox_due" ON "notify_outbox" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "notify_outbox_msg" ON "notify_outbox" USING btree ("msg_id") WHERE msg_id <> '';--> statement-breakpoint
CREATE INDEX "notify_outbox_inner" ON "notify_outbox" USING btree ("uid","id" desc) WHERE channel = 'inner';--> statement-breakpoint
CREATE INDEX "notify_outbox_created" ON "notify_outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notify_outbox_uid" ON "notify_outbox" USING btree ("uid","id" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_channel_code_scene" ON "wechat_channel_code" USING btree ("scene");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_channel_code_name" ON "wechat_channel_code" USING btree (lower("name")) WHERE not is_del;--> statement-breakpoint
CREATE INDEX "wechat_channel_code_created" ON "wechat_channel_code" USING btree ("created_at","id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "wechat_content_check_newest" ON "wechat_content_check" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "wechat_content_check_state" ON "wechat_content_check" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_content_check_open" ON "wechat_content_check" USING btree ("kind","biz_id") WHERE state < 2;--> statement-breakpoint
CREATE INDEX "wechat_content_trace_check" ON "wechat_content_trace" USING btree ("check_id");--> statement-breakpoint
CREATE INDEX "wechat_customer_message_openid" ON "wechat_customer_message" USING btree ("openid","created_at");--> statement-breakpoint
CREATE INDEX "wechat_customer_message_created" ON "wechat_customer_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wechat_fan_move_openid" ON "wechat_fan_move" USING btree ("openid","id");--> statement-breakpoint
CREATE INDEX "wechat_fan_move_at" ON "wechat_fan_move" USING btree ("at","move");--> statement-breakpoint
CREATE INDEX "wechat_fan_move_code" ON "wechat_fan_move" USING btree ("code_id","at");--> statement-breakpoint
CREATE INDEX "wechat_api_log_created" ON "wechat_api_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "wechat_api_log_appid" ON "wechat_api_log" USING btree ("appid","created_at" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_callback_key" ON "wechat_callback" USING btree ("account","key");--> statement-breakpoint
CREATE INDEX "wechat_callback_openid" ON "wechat_callback" USING btree ("account","openid","at");--> statement-breakpoint
CREATE INDEX "wechat_callback_created" ON "wechat_callback" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_material_content" ON "wechat_material" USING btree ("appid","type","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_material_media" ON "wechat_material" USING btree ("media_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_mini_code_same" ON "wechat_mini_code" USING btree ("appid","path","scene","width","env");--> statement-breakpoint
CREATE INDEX "wechat_mini_code_created" ON "wechat_mini_code" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_subscribe_permit_person" ON "wechat_subscribe_permit" USING btree ("openid","template_id");--> statement-breakpoint
CREATE INDEX "wechat_reply_hit_at" ON "wechat_reply_hit" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wechat_reply_hit_reply" ON "wechat_reply_hit" USING btree ("reply_id","created_at") WHERE reply_id is not null;--> statement-breakpoint
CREATE INDEX "wechat_reply_word_reply" ON "wechat_reply_word" USING btree ("reply_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_template_temp" ON "wechat_template" USING btree ("kind","temp_id") WHERE temp_id <> '';--> statement-breakpoint
CREATE INDEX "wechat_user_code" ON "wechat_user" USING btree ("code_id","id") WHERE code_id <> 0;--> statement-breakpoint
CREATE INDEX "wechat_user_followed" ON "wechat_user" USING btree ("subscribe_time") WHERE subscribe;--> statement-breakpoint
CREATE INDEX "wechat_user_left" ON "wechat_user" USING btree ("unsubscribe_time") WHERE not subscribe and unsubscribe_time is not null;