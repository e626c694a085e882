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
CREATE INDEX "wechat_customer_message_openid" ON "wechat_customer_message" USING btree ("openid","created_at");--> statement-breakpoint
CREATE INDEX "wechat_customer_message_created" ON "wechat_customer_message" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "wechat_api_log_created" ON "wechat_api_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "wechat_api_log_appid" ON "wechat_api_log" USING btree ("appid","created_at" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_callback_key" ON "wechat_callback" USING btree ("account","key");--> statement-breakpoint
CREATE INDEX "wechat_callback_openid" ON "wechat_callback" USING btree ("account","openid","at");--> statement-breakpoint
CREATE INDEX "wechat_callback_created" ON "wechat_callback" USING btree ("created_at");