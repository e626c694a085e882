ALTER TABLE "coupon_stat_daily" ADD COLUMN "sources" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "coupon_user_over" ON "coupon_user" USING btree ("end_time") WHERE status = 2;--> statement-breakpoint
CREATE INDEX "store_order_coupon_closed" ON "store_order" USING btree ("close_time") WHERE coupon_id > 0 and close_type > 0;