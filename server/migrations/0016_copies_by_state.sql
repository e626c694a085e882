DROP INDEX "coupon_user_coupon";--> statement-breakpoint
CREATE INDEX "coupon_user_coupon" ON "coupon_user" USING btree ("coupon_id","id","status","end_time");