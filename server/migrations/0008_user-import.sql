CREATE TABLE "user_import_row" (
	"import_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"phone" varchar(11) NOT NULL,
	"action" varchar(10) NOT NULL,
	"state" varchar(10) NOT NULL,
	"given" jsonb NOT NULL,
	"place" jsonb,
	"uid" bigint DEFAULT 0 NOT NULL,
	"made" boolean DEFAULT false NOT NULL,
	"money_fen" bigint DEFAULT 0 NOT NULL,
	"points" bigint DEFAULT 0 NOT NULL,
	"experience" integer DEFAULT 0 NOT NULL,
	"before" jsonb,
	"version" integer DEFAULT 0 NOT NULL,
	"bonds" boolean DEFAULT false NOT NULL,
	"bound_to" bigint DEFAULT 0 NOT NULL,
	"errors" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	"reason" varchar(255) DEFAULT '' NOT NULL,
	CONSTRAINT "user_import_row_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "user_import" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"file_id" bigint NOT NULL,
	"file_name" varchar(100) NOT NULL,
	"file_hash" varchar(64) NOT NULL,
	"mode" varchar(10) NOT NULL,
	"status" varchar(10) DEFAULT 'checked' NOT NULL,
	"columns" jsonb NOT NULL,
	"ignored" jsonb NOT NULL,
	"new_tags" jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"creates" integer DEFAULT 0 NOT NULL,
	"updates" integer DEFAULT 0 NOT NULL,
	"sames" integer DEFAULT 0 NOT NULL,
	"invalid" integer DEFAULT 0 NOT NULL,
	"money_fen" bigint DEFAULT 0 NOT NULL,
	"points" bigint DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"back" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"task_id" varchar(40) DEFAULT '' NOT NULL,
	"undo_task_id" varchar(40) DEFAULT '' NOT NULL,
	"confirmed_by" bigint DEFAULT 0 NOT NULL,
	"confirm_time" timestamp with time zone,
	"finish_time" timestamp with time zone,
	"undone_by" bigint DEFAULT 0 NOT NULL,
	"undo_time" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "shop_user" ADD COLUMN "past_money_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_user" ADD COLUMN "past_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_user" ADD COLUMN "import_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "shop_user" ADD COLUMN "opening_import_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_import_row" ADD CONSTRAINT "user_import_row_import_id_user_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."user_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_import_row_state" ON "user_import_row" USING btree ("import_id","state","row");--> statement-breakpoint
CREATE INDEX "user_import_row_bond" ON "user_import_row" USING btree ("import_id","row") WHERE bonds;--> statement-breakpoint
CREATE INDEX "user_import_hash" ON "user_import" USING btree ("file_hash");--> statement-breakpoint
CREATE INDEX "user_import_created" ON "user_import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "shop_user_total" ON "shop_user" USING btree ((consume_money_fen + past_money_fen),"id");