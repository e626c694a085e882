ALTER TABLE "saved_view" ADD COLUMN "limit" integer;--> statement-breakpoint
ALTER TABLE "saved_view" ADD COLUMN "role_ids" integer[] DEFAULT '{}' NOT NULL;