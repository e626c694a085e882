CREATE TABLE "upload" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(255) NOT NULL,
	"bytes" bigint NOT NULL,
	"mark" varchar(64) NOT NULL,
	"group_id" bigint,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"busy_until" timestamp with time zone,
	"file_id" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "upload_same" ON "upload" USING btree ("created_by","name","bytes","mark") WHERE file_id is null;--> statement-breakpoint
CREATE INDEX "upload_expires" ON "upload" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "file_thumb" ON "file" USING btree ("thumb_path");