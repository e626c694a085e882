CREATE TABLE "wechat_customer_message" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_customer_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"openid" varchar(64) NOT NULL,
	"type" varchar(20) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
ALTER TABLE "wechat_reply_word" ADD CONSTRAINT "wechat_reply_word_reply_id_wechat_reply_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."wechat_reply"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wechat_customer_message_openid" ON "wechat_customer_message" USING btree ("openid","created_at");--> statement-breakpoint
CREATE INDEX "wechat_customer_message_created" ON "wechat_customer_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wechat_api_log_created" ON "wechat_api_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "wechat_api_log_appid" ON "wechat_api_log" USING btree ("appid","created_at" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_callback_key" ON "wechat_callback" USING btree ("account","key");--> statement-breakpoint
CREATE INDEX "wechat_callback_openid" ON "wechat_callback" USING btree ("account","openid","at");--> statement-breakpoint
CREATE INDEX "wechat_callback_created" ON "wechat_callback" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_material_content" ON "wechat_material" USING btree ("appid","type","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_material_media" ON "wechat_material" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "wechat_reply_hit_at" ON "wechat_reply_hit" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wechat_reply_hit_reply" ON "wechat_reply_hit" USING btree ("reply_id","created_at") WHERE reply_id is not null;--> statement-breakpoint
CREATE INDEX "wechat_reply_word_reply" ON "wechat_reply_word" USING btree ("reply_id");