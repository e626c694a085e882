CREATE TABLE "brand" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "brand_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(32) NOT NULL,
	"logo" varchar(512) DEFAULT '' NOT NULL,
	"initial" varchar(1) NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "category" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"pid" bigint DEFAULT 0 NOT NULL,
	"path" varchar(80) DEFAULT '/0/' NOT NULL,
	"level" smallint DEFAULT 1 NOT NULL,
	"name" varchar(50) NOT NULL,
	"type" smallint DEFAULT 1 NOT NULL,
	"extra" varchar(512) DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"status" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "freight_free" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "freight_free_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"temp_id" bigint NOT NULL,
	"areas" jsonb NOT NULL,
	"city_ids" integer[] NOT NULL,
	"number" numeric(9, 4) DEFAULT 0 NOT NULL,
	"price_fen" bigint DEFAULT 0 NOT NULL,
	"free_mode" varchar(3) DEFAULT 'or' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "freight_region" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "freight_region_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"temp_id" bigint NOT NULL,
	"areas" jsonb NOT NULL,
	"city_ids" integer[] NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"first" numeric(9, 4) NOT NULL,
	"first_price_fen" bigint NOT NULL,
	"renewal" numeric(9, 4) NOT NULL,
	"renewal_price_fen" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "freight_template" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "freight_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 2 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(200) NOT NULL,
	"appoint" smallint NOT NULL,
	"type" smallint NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"undelivery" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "freight_undelivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "freight_undelivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"temp_id" bigint NOT NULL,
	"areas" jsonb NOT NULL,
	"city_ids" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "param_template" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "param_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(32) NOT NULL,
	"params" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_label" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_label_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(12) NOT NULL,
	"color" varchar(7) NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"rule" jsonb
);
--> statement-breakpoint
CREATE TABLE "product_rule" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"rule_name" varchar(32) NOT NULL,
	"rule_value" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "freight_free" ADD CONSTRAINT "freight_free_temp_id_freight_template_id_fk" FOREIGN KEY ("temp_id") REFERENCES "public"."freight_template"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freight_region" ADD CONSTRAINT "freight_region_temp_id_freight_template_id_fk" FOREIGN KEY ("temp_id") REFERENCES "public"."freight_template"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freight_undelivery" ADD CONSTRAINT "freight_undelivery_temp_id_freight_template_id_fk" FOREIGN KEY ("temp_id") REFERENCES "public"."freight_template"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "brand_name" ON "brand" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "brand_order" ON "brand" USING btree ("sort","id");--> statement-breakpoint
CREATE UNIQUE INDEX "category_name" ON "category" USING btree ("type","pid",lower("name"));--> statement-breakpoint
CREATE INDEX "category_pid" ON "category" USING btree ("pid");--> statement-breakpoint
CREATE INDEX "freight_free_template" ON "freight_free" USING btree ("temp_id");--> statement-breakpoint
CREATE INDEX "freight_region_template" ON "freight_region" USING btree ("temp_id");--> statement-breakpoint
CREATE UNIQUE INDEX "freight_template_name" ON "freight_template" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "freight_template_order" ON "freight_template" USING btree ("sort" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "freight_undelivery_template" ON "freight_undelivery" USING btree ("temp_id");--> statement-breakpoint
CREATE UNIQUE INDEX "param_template_name" ON "param_template" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "product_label_name" ON "product_label" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "product_rule_name" ON "product_rule" USING btree (lower("rule_name"));