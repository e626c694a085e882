DROP INDEX "freight_template_order";--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN "link" varchar(512);--> statement-breakpoint
CREATE INDEX "file_library" ON "file" USING btree ("type","id") WHERE in_library and deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_recycled" ON "file" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "file_unkept" ON "file" USING btree ("created_at") WHERE not in_library and purpose = 'upload';