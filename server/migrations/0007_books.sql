CREATE TABLE "recon_night" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recon_night_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	"log_id" bigint NOT NULL,
	"looked" jsonb NOT NULL,
	"opened" integer NOT NULL,
	"gone" integer NOT NULL,
	"is_whole" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_pass" (
	"kind" varchar(12) PRIMARY KEY NOT NULL,
	"next_id" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"order_id" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"title_type" smallint NOT NULL,
	"title" varchar(100) NOT NULL,
	"tax_no" varchar(20) DEFAULT '' NOT NULL,
	"kind" smallint DEFAULT 1 NOT NULL,
	"reg_address" varchar(200) DEFAULT '' NOT NULL,
	"reg_phone" varchar(32) DEFAULT '' NOT NULL,
	"bank_name" varchar(100) DEFAULT '' NOT NULL,
	"bank_account" varchar(32) DEFAULT '' NOT NULL,
	"email" varchar(100) DEFAULT '' NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"number" varchar(20) DEFAULT '' NOT NULL,
	"file_url" varchar(512) DEFAULT '' NOT NULL,
	"reason" varchar(200) DEFAULT '' NOT NULL,
	"issue_time" timestamp with time zone,
	"operator_id" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "invoice_number_once_issued" CHECK ((state in (1, 3, 4)) = (number <> ''))
);
--> statement-breakpoint
CREATE TABLE "sheet_batch_row" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sheet_batch_row_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"given" jsonb NOT NULL,
	"says" varchar(255) DEFAULT '' NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"message" varchar(255) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sheet_batch" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sheet_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" varchar(16) NOT NULL,
	"operator_id" bigint NOT NULL,
	"file_name" varchar(255) NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"task_id" varchar(40) DEFAULT '' NOT NULL,
	"total" integer NOT NULL,
	"confirmed_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "recon_diff" ADD COLUMN "what" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "recon_diff" ADD COLUMN "root_kind" varchar(12) DEFAULT 'shop' NOT NULL;--> statement-breakpoint
ALTER TABLE "recon_diff" ADD COLUMN "root_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_batch_row" ADD CONSTRAINT "sheet_batch_row_batch_id_sheet_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."sheet_batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recon_night_finished" ON "recon_night" USING btree ("finished_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_open" ON "invoice" USING btree ("order_id") WHERE state < 2;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_number" ON "invoice" USING btree ("number") WHERE length(number) = 20;--> statement-breakpoint
CREATE INDEX "invoice_order" ON "invoice" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "invoice_uid" ON "invoice" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "invoice_state" ON "invoice" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "invoice_title" ON "invoice" USING btree ("title");--> statement-breakpoint
CREATE INDEX "invoice_tax_no" ON "invoice" USING btree ("tax_no") WHERE tax_no <> '';--> statement-breakpoint
CREATE INDEX "invoice_created" ON "invoice" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sheet_batch_row_of" ON "sheet_batch_row" USING btree ("batch_id","row");--> statement-breakpoint
CREATE INDEX "sheet_batch_expires" ON "sheet_batch" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "recon_diff_root" ON "recon_diff" USING btree ("what","root_id") WHERE what <> '';--> statement-breakpoint
CREATE INDEX "refund_surplus_parts" ON "refund" USING gin (parts jsonb_path_ops) WHERE surplus;