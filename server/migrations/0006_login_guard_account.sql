ALTER TABLE "login_guard" ALTER COLUMN "key" SET DATA TYPE varchar(160);--> statement-breakpoint
ALTER TABLE "login_guard" ADD COLUMN "user_id" bigint;--> statement-breakpoint
CREATE INDEX "login_guard_user" ON "login_guard" USING btree ("user_id");