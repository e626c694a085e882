ALTER TABLE "idempotency_key" ALTER COLUMN "status" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_key" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "claim" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "leased_until" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "has_effect" boolean DEFAULT false NOT NULL;