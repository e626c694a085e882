CREATE TABLE "activity_style_target" (
	"style_id" bigint NOT NULL,
	"target_id" bigint NOT NULL,
	CONSTRAINT "activity_style_target_style_id_target_id_pk" PRIMARY KEY("style_id","target_id")
);
--> statement-breakpoint
CREATE TABLE "activity_style" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activity_style_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(64) NOT NULL,
	"type" smallint NOT NULL,
	"method" smallint NOT NULL,
	"style" varchar(512) NOT NULL,
	"start_at" timestamp with time zone NOT NULL,
	"end_at" timestamp with time zone NOT NULL,
	"status" boolean DEFAULT false NOT NULL,
	CONSTRAINT "activity_style_window" CHECK (start_at < end_at),
	CONSTRAINT "activity_style_kind" CHECK (type in (0, 1) and method in (0, 1, 3))
);
--> statement-breakpoint
ALTER TABLE "activity_style_target" ADD CONSTRAINT "activity_style_target_style_id_activity_style_id_fk" FOREIGN KEY ("style_id") REFERENCES "public"."activity_style"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activity_style_target_of" ON "activity_style_target" USING btree ("target_id","style_id");--> statement-breakpoint
CREATE INDEX "activity_style_open" ON "activity_style" USING btree ("end_at") WHERE status;