CREATE TABLE "saved_view" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"owner_id" bigint NOT NULL,
	"page" varchar(40) NOT NULL,
	"name" varchar(20) NOT NULL,
	"query" jsonb NOT NULL,
	"columns" jsonb,
	"sort" varchar(50) DEFAULT '' NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("owner_id","page",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_view_shared" ON "saved_view" USING btree ("page") WHERE shared;