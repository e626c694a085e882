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
CREATE INDEX "article_shown" ON "article" USING btree ("cid","sort","publish_time") WHERE published and not hidden;--> statement-breakpoint
CREATE INDEX "article_order" ON "article" USING btree ("sort","id");--> statement-breakpoint
CREATE INDEX "agreement_consent_of" ON "agreement_consent" USING btree ("key","no");--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_key" ON "agreement" USING btree ("key");