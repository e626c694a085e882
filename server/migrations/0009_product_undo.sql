CREATE TABLE "product_undo_item" (
	"undo_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"change" jsonb,
	"version" integer NOT NULL,
	"ledger_id" bigint NOT NULL,
	"outcome" varchar(10),
	"reason" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "product_undo_item_undo_id_product_id_pk" PRIMARY KEY("undo_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "product_undo" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_undo_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" varchar(10) NOT NULL,
	"ref_id" bigint DEFAULT 0 NOT NULL,
	"title" varchar(120) NOT NULL,
	"action_task_id" varchar(40) DEFAULT '' NOT NULL,
	"status" varchar(10) DEFAULT 'open' NOT NULL,
	"task_id" varchar(40) DEFAULT '' NOT NULL,
	"undone_by" bigint,
	"finish_time" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "product_undo_item" ADD CONSTRAINT "product_undo_item_undo_id_product_undo_id_fk" FOREIGN KEY ("undo_id") REFERENCES "public"."product_undo"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_undo_item_recycled" ON "product_undo_item" USING btree ("product_id") WHERE outcome = 'recycled';--> statement-breakpoint
CREATE INDEX "product_undo_item_open" ON "product_undo_item" USING btree ("undo_id","product_id") WHERE outcome is null;--> statement-breakpoint
CREATE UNIQUE INDEX "product_undo_ref" ON "product_undo" USING btree ("kind","ref_id") WHERE ref_id <> 0;--> statement-breakpoint
CREATE INDEX "product_undo_created" ON "product_undo" USING btree ("created_at");