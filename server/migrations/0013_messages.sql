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
CREATE UNIQUE INDEX "buyer_message_rule_mark" ON "buyer_message_rule" USING btree ("mark");--> statement-breakpoint
CREATE UNIQUE INDEX "notify_outbox_dedupe" ON "notify_outbox" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "notify_outbox_due" ON "notify_outbox" USING btree ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE INDEX "notify_outbox_msg" ON "notify_outbox" USING btree ("msg_id") WHERE msg_id <> '';--> statement-breakpoint
CREATE INDEX "notify_outbox_inner" ON "notify_outbox" USING btree ("uid","id" desc) WHERE channel = 'inner';--> statement-breakpoint
CREATE INDEX "notify_outbox_created" ON "notify_outbox" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notify_outbox_uid" ON "notify_outbox" USING btree ("uid","id" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_subscribe_permit_person" ON "wechat_subscribe_permit" USING btree ("openid","template_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_template_temp" ON "wechat_template" USING btree ("kind","temp_id") WHERE temp_id <> '';