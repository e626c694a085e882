CREATE TABLE "notice_read" (
	"notice_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_read_notice_id_user_id_pk" PRIMARY KEY("notice_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"title" varchar(100) NOT NULL,
	"content" text NOT NULL,
	"level" varchar(5) DEFAULT 'info' NOT NULL,
	"targets" varchar(5) DEFAULT 'all' NOT NULL,
	"target_ids" bigint[] DEFAULT '{}' NOT NULL,
	"start_time" timestamp with time zone,
	"end_time" timestamp with time zone,
	"pinned" boolean DEFAULT false NOT NULL,
	"status" varchar(10) DEFAULT 'draft' NOT NULL,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"event" varchar(40) NOT NULL,
	"level" varchar(5) NOT NULL,
	"title" varchar(100) NOT NULL,
	"content" varchar(1000) DEFAULT '' NOT NULL,
	"link" varchar(255) DEFAULT '' NOT NULL,
	"object_type" varchar(40) DEFAULT '' NOT NULL,
	"object_id" varchar(40) DEFAULT '' NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"permission" varchar(100) DEFAULT '' NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notify_rule" (
	"user_id" bigint NOT NULL,
	"event" varchar(40) NOT NULL,
	"site" boolean NOT NULL,
	"email" boolean NOT NULL,
	"sms" boolean NOT NULL,
	"popup" boolean NOT NULL,
	"sound" boolean NOT NULL,
	CONSTRAINT "notify_rule_user_id_event_pk" PRIMARY KEY("user_id","event")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "ticket" (
	"ticket_hash" varchar(43) PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"purpose" varchar(10) NOT NULL,
	"target" varchar(255) DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notify_rule" ADD CONSTRAINT "notify_rule_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notice_read_user" ON "notice_read" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notice_status" ON "notice" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "notification_user" ON "notification" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("user_id","id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notification_created" ON "notification" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ticket_expires" ON "ticket" USING btree ("expires_at");