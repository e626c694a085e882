ALTER TABLE "cart_line" ADD COLUMN "added_fen" bigint;--> statement-breakpoint
ALTER TABLE "store_order" ADD COLUMN "receive_extended" boolean DEFAULT false NOT NULL;