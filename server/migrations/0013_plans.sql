DROP INDEX "shop_user_promoter";--> statement-breakpoint
DROP INDEX "shop_user_spreading";--> statement-breakpoint
CREATE INDEX "former_account_former" ON "former_account" USING btree ("former_uid");--> statement-breakpoint
CREATE INDEX "shop_user_brokerage" ON "shop_user" USING btree ("brokerage_price_fen","id") WHERE is_promoter or spread_count > 0;--> statement-breakpoint
CREATE INDEX "shop_user_promoter" ON "shop_user" USING btree ("promoter_time" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE is_promoter or spread_count > 0;--> statement-breakpoint
CREATE INDEX "shop_user_spreading" ON "shop_user" USING btree ("spread_count","id") WHERE is_promoter or spread_count > 0;