CREATE TABLE "decor_block" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decor_block_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(30) NOT NULL,
	"terminal" smallint NOT NULL,
	"component" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decor_group_item" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decor_group_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"group" varchar(20) NOT NULL,
	"value" jsonb NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"show" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "decor_page_editor" (
	"page_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"session_key" varchar(40) NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "decor_page_editor_page_id_user_id_session_key_pk" PRIMARY KEY("page_id","user_id","session_key")
);
--> statement-breakpoint
CREATE TABLE "decor_page_ref" (
	"owner" varchar(5) NOT NULL,
	"owner_id" bigint NOT NULL,
	"state" varchar(7) NOT NULL,
	"kind" varchar(16) NOT NULL,
	"ref_id" bigint NOT NULL,
	CONSTRAINT "decor_page_ref_owner_owner_id_state_kind_ref_id_pk" PRIMARY KEY("owner","owner_id","state","kind","ref_id")
);
--> statement-breakpoint
CREATE TABLE "decor_page_schedule" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decor_page_schedule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"page_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"offline_at" timestamp with time zone,
	"set_default" boolean DEFAULT false NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decor_page_stat" (
	"page_id" bigint NOT NULL,
	"component_id" varchar(20) NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "decor_page_stat_page_id_day_component_id_pk" PRIMARY KEY("page_id","day","component_id")
);
--> statement-breakpoint
CREATE TABLE "decor_page_version" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decor_page_version_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"page_id" bigint NOT NULL,
	"no" integer,
	"kind" varchar(10) NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"value" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"share" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"hash" varchar(64) NOT NULL,
	"note" varchar(100) DEFAULT '' NOT NULL,
	"offline_at" timestamp with time zone,
	"before_id" bigint,
	"session_key" varchar(40) DEFAULT '' NOT NULL,
	"told" jsonb,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decor_page" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decor_page_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(30) NOT NULL,
	"terminal" smallint NOT NULL,
	"type" smallint NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"value" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"share" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cover_image" varchar(512) DEFAULT '' NOT NULL,
	"first_image" varchar(512) DEFAULT '' NOT NULL,
	"template_key" varchar(40) DEFAULT '' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"published_no" integer,
	"live_version_id" bigint,
	"publish_time" timestamp with time zone,
	"publish_by" bigint,
	"changes" integer DEFAULT 0 NOT NULL,
	"offline_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "decor_page_live" CHECK ((published_no is null) = (live_version_id is null)),
	CONSTRAINT "decor_page_home" CHECK (not is_default or (enabled and published_no is not null and deleted_at is null))
);
--> statement-breakpoint
CREATE TABLE "decor_template" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decor_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" varchar(30) NOT NULL,
	"terminal" smallint NOT NULL,
	"type" smallint NOT NULL,
	"settings" jsonb NOT NULL,
	"value" jsonb NOT NULL,
	"share" jsonb NOT NULL,
	"cover_image" varchar(512) DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decor_page_schedule" ADD CONSTRAINT "decor_page_schedule_page_id_decor_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."decor_page"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decor_page_schedule" ADD CONSTRAINT "decor_page_schedule_version_id_decor_page_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."decor_page_version"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decor_page_version" ADD CONSTRAINT "decor_page_version_page_id_decor_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."decor_page"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "decor_block_name" ON "decor_block" USING btree ("terminal","name");--> statement-breakpoint
CREATE INDEX "decor_group_item_order" ON "decor_group_item" USING btree ("group","sort","id");--> statement-breakpoint
CREATE INDEX "decor_page_ref_of" ON "decor_page_ref" USING btree ("kind","ref_id");--> statement-breakpoint
CREATE UNIQUE INDEX "decor_page_schedule_time" ON "decor_page_schedule" USING btree ("page_id","publish_at");--> statement-breakpoint
CREATE INDEX "decor_page_schedule_due" ON "decor_page_schedule" USING btree ("publish_at");--> statement-breakpoint
CREATE UNIQUE INDEX "decor_page_version_no" ON "decor_page_version" USING btree ("page_id","no");--> statement-breakpoint
CREATE INDEX "decor_page_version_order" ON "decor_page_version" USING btree ("page_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "decor_page_name" ON "decor_page" USING btree ("terminal","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "decor_page_default" ON "decor_page" USING btree ("terminal","type") WHERE is_default;--> statement-breakpoint
CREATE INDEX "decor_page_offline" ON "decor_page" USING btree ("offline_at") WHERE offline_at is not null;--> statement-breakpoint
CREATE INDEX "decor_page_deleted" ON "decor_page" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "decor_template_name" ON "decor_template" USING btree ("name");