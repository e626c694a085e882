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
ALTER TABLE "wechat_user" ADD COLUMN "code_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wechat_user" ADD COLUMN "synced_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_channel_code_scene" ON "wechat_channel_code" USING btree ("scene");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_channel_code_name" ON "wechat_channel_code" USING btree (lower("name")) WHERE not is_del;--> statement-breakpoint
CREATE INDEX "wechat_channel_code_created" ON "wechat_channel_code" USING btree ("created_at","id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "wechat_content_check_newest" ON "wechat_content_check" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "wechat_content_check_state" ON "wechat_content_check" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_content_check_open" ON "wechat_content_check" USING btree ("kind","biz_id") WHERE state < 2;--> statement-breakpoint
CREATE INDEX "wechat_content_trace_check" ON "wechat_content_trace" USING btree ("check_id");--> statement-breakpoint
CREATE INDEX "wechat_fan_move_openid" ON "wechat_fan_move" USING btree ("openid","id");--> statement-breakpoint
CREATE INDEX "wechat_fan_move_at" ON "wechat_fan_move" USING btree ("at","move");--> statement-breakpoint
CREATE INDEX "wechat_fan_move_code" ON "wechat_fan_move" USING btree ("code_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_mini_code_same" ON "wechat_mini_code" USING btree ("appid","path","scene","width","env");--> statement-breakpoint
CREATE INDEX "wechat_mini_code_created" ON "wechat_mini_code" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wechat_user_code" ON "wechat_user" USING btree ("code_id","id") WHERE code_id <> 0;--> statement-breakpoint
CREATE INDEX "wechat_user_followed" ON "wechat_user" USING btree ("subscribe_time") WHERE subscribe;--> statement-breakpoint
CREATE INDEX "wechat_user_left" ON "wechat_user" USING btree ("unsubscribe_time") WHERE not subscribe and unsubscribe_time is not null;