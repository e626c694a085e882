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
CREATE INDEX "article_shown" ON "article" USING btree ("cid","sort","publish_time") WHERE published and not hidden;--> statement-breakpoint
CREATE INDEX "article_order" ON "article" USING btree ("sort","id");