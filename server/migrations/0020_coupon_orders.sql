DROP INDEX "coupon_user_coupon";--> statement-breakpoint
ALTER TABLE "store_order" ADD COLUMN "from_coupon_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "store_order" SET "from_coupon_id" = "coupon_user"."coupon_id" FROM "coupon_user"
WHERE "store_order"."coupon_id" > 0 AND "coupon_user"."id" = "store_order"."coupon_id";--> statement-breakpoint
CREATE INDEX "coupon_user_void" ON "coupon_user" USING btree ("id") WHERE void_reason <> '';--> statement-breakpoint
CREATE INDEX "store_order_coupon" ON "store_order" USING btree ("from_coupon_id","created_at","id") WHERE from_coupon_id > 0;--> statement-breakpoint
CREATE INDEX "coupon_user_coupon" ON "coupon_user" USING btree ("coupon_id","id","status","end_time","void_reason");