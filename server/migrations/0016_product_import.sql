CREATE TABLE "product_import_item" (
	"import_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"action" varchar(10) NOT NULL,
	"status" varchar(10) NOT NULL,
	"product_id" bigint,
	"product" jsonb NOT NULL,
	"errors" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	CONSTRAINT "product_import_item_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE TABLE "product_import_picture" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_import_picture_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"import_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"url" varchar(2000) NOT NULL,
	"stored" boolean DEFAULT false NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"reason" varchar(255) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_import" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"file_id" bigint NOT NULL,
	"file_name" varchar(100) NOT NULL,
	"file_hash" varchar(64) NOT NULL,
	"format" varchar(10) NOT NULL,
	"mode" varchar(10) NOT NULL,
	"options" jsonb NOT NULL,
	"status" varchar(10) DEFAULT 'checked' NOT NULL,
	"total" integer NOT NULL,
	"valid" integer NOT NULL,
	"creates" integer NOT NULL,
	"updates" integer NOT NULL,
	"skus" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"new_categories" jsonb NOT NULL,
	"new_brands" jsonb NOT NULL,
	"task_id" varchar(40) DEFAULT '' NOT NULL,
	"picture_task_id" varchar(40) DEFAULT '' NOT NULL,
	"finish_time" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "product_key" (
	"source" varchar(10) NOT NULL,
	"key" varchar(255) NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "product_key_source_key_pk" PRIMARY KEY("source","key")
);
--> statement-breakpoint
ALTER TABLE "product_import_item" ADD CONSTRAINT "product_import_item_import_id_product_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_import_picture" ADD CONSTRAINT "product_import_picture_import_id_product_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_import_item_bad" ON "product_import_item" USING btree ("import_id","position") WHERE status in ('invalid', 'left');--> statement-breakpoint
CREATE UNIQUE INDEX "product_import_picture_url" ON "product_import_picture" USING btree ("import_id","product_id","url");--> statement-breakpoint
CREATE INDEX "product_import_picture_open" ON "product_import_picture" USING btree ("import_id","id") WHERE not stored;--> statement-breakpoint
CREATE INDEX "product_import_hash" ON "product_import" USING btree ("file_hash");--> statement-breakpoint
CREATE INDEX "product_import_created" ON "product_import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "product_key_product" ON "product_key" USING btree ("product_id");