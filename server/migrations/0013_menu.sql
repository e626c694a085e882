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
ALTER TABLE "wechat_reply_word" ADD CONSTRAINT "wechat_reply_word_reply_id_wechat_reply_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."wechat_reply"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_material_content" ON "wechat_material" USING btree ("appid","type","hash");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_material_media" ON "wechat_material" USING btree ("media_id");--> statement-breakpoint
CREATE INDEX "wechat_reply_hit_at" ON "wechat_reply_hit" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wechat_reply_hit_reply" ON "wechat_reply_hit" USING btree ("reply_id","created_at") WHERE reply_id is not null;--> statement-breakpoint
CREATE INDEX "wechat_reply_word_reply" ON "wechat_reply_word" USING btree ("reply_id");