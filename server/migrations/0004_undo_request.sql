ALTER TABLE "product_undo" ADD COLUMN "request_id" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "product_undo_request" ON "product_undo" USING btree ("request_id");