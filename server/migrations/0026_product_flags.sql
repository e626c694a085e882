CREATE INDEX "product_best" ON "product" USING btree ("sort","id") WHERE is_best and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_hot" ON "product" USING btree ("sort","id") WHERE is_hot and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_new" ON "product" USING btree ("sort","id") WHERE is_new and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_benefit" ON "product" USING btree ("sort","id") WHERE is_benefit and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_good" ON "product" USING btree ("sort","id") WHERE is_good and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_no_image" ON "product" USING btree ("sort","id") WHERE image = '' and not is_del and not is_recycle;