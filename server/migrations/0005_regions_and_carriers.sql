CREATE TABLE "express_company" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "express_company_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"code" varchar(50) NOT NULL,
	"codes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"name" varchar(50) NOT NULL,
	"partner_id" boolean DEFAULT false NOT NULL,
	"partner_key" boolean DEFAULT false NOT NULL,
	"net" boolean DEFAULT false NOT NULL,
	"account" varchar(100) DEFAULT '' NOT NULL,
	"password" varchar(400),
	"net_name" varchar(100) DEFAULT '' NOT NULL,
	"phone" varchar(20) DEFAULT '' NOT NULL,
	"logo" varchar(255) DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 999 NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"status" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "region" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "region_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"city_id" integer NOT NULL,
	"level" smallint NOT NULL,
	"parent_id" integer DEFAULT 0 NOT NULL,
	"area_code" varchar(10) DEFAULT '' NOT NULL,
	"name" varchar(100) NOT NULL,
	"merger_name" varchar(320) NOT NULL,
	"lng" varchar(20) DEFAULT '' NOT NULL,
	"lat" varchar(20) DEFAULT '' NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"dataset" varchar(20)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "express_company_code" ON "express_company" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "express_company_name" ON "express_company" USING btree ("name");--> statement-breakpoint
CREATE UNIQUE INDEX "region_city_id" ON "region" USING btree ("city_id");--> statement-breakpoint
CREATE UNIQUE INDEX "region_name" ON "region" USING btree ("parent_id","name");--> statement-breakpoint
CREATE INDEX "region_parent" ON "region" USING btree ("parent_id","city_id");