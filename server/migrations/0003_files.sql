CREATE TABLE "file_ref" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_ref_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_id" bigint NOT NULL,
	"owner_type" varchar(40) NOT NULL,
	"owner_id" bigint NOT NULL,
	"field" varchar(60) NOT NULL,
	"title" varchar(100) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"purpose" varchar(12) NOT NULL,
	"real_name" varchar(100) NOT NULL,
	"name" varchar(100) NOT NULL,
	"suffix" varchar(10) NOT NULL,
	"type" smallint NOT NULL,
	"mime" varchar(100) NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"duration" integer,
	"hash" varchar(64) NOT NULL,
	"path" varchar(120) NOT NULL,
	"thumb_path" varchar(120),
	"provider" smallint NOT NULL,
	"group_id" bigint DEFAULT 0 NOT NULL,
	"in_library" boolean DEFAULT false NOT NULL,
	"scope" varchar(7) NOT NULL,
	"release" varchar(40) DEFAULT '' NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "file_ref" ADD CONSTRAINT "file_ref_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "file_ref_use" ON "file_ref" USING btree ("owner_type","owner_id","field","file_id");--> statement-breakpoint
CREATE INDEX "file_ref_file" ON "file_ref" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "file_content" ON "file" USING btree ("hash","provider");--> statement-breakpoint
CREATE INDEX "file_path" ON "file" USING btree ("path");--> statement-breakpoint
CREATE INDEX "file_group" ON "file" USING btree ("group_id","id") WHERE in_library and deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_creator" ON "file" USING btree ("created_by");