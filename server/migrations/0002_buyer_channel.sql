CREATE SEQUENCE "public"."document_number" INCREMENT BY 1 MINVALUE 0 MAXVALUE 999999 START WITH 0 CACHE 1 CYCLE;--> statement-breakpoint
CREATE TABLE "buyer_session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" bigint NOT NULL,
	"token_hash" varchar(43) NOT NULL,
	"channel" varchar(8) NOT NULL,
	"ip" varchar(64) NOT NULL,
	"address" varchar(100) DEFAULT '' NOT NULL,
	"browser" varchar(60) DEFAULT '' NOT NULL,
	"os" varchar(60) DEFAULT '' NOT NULL,
	"login_time" timestamp with time zone NOT NULL,
	"last_active_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoke_reason" varchar(8)
);
--> statement-breakpoint
DROP INDEX "operation_log_uid";--> statement-breakpoint
DROP INDEX "operation_log_status";--> statement-breakpoint
DROP INDEX "operation_log_object";--> statement-breakpoint
ALTER TABLE "idempotency_key" ALTER COLUMN "actor" SET DATA TYPE varchar(30) USING case when "actor" < 0 then 'key:' || -"actor" else 'admin:' || "actor" end;--> statement-breakpoint
ALTER TABLE "operation_log" ADD COLUMN "actor_type" varchar(5) DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_session" ADD CONSTRAINT "buyer_session_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_session_token" ON "buyer_session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "buyer_session_uid" ON "buyer_session" USING btree ("uid","last_active_at");--> statement-breakpoint
CREATE INDEX "buyer_session_active" ON "buyer_session" USING btree ("last_active_at","id");--> statement-breakpoint
CREATE INDEX "buyer_session_expires" ON "buyer_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "operation_log_actor" ON "operation_log" USING btree ("actor_type","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "operation_log_uid" ON "operation_log" USING btree ("actor_type","uid","id");--> statement-breakpoint
CREATE INDEX "operation_log_status" ON "operation_log" USING btree ("actor_type","status","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "operation_log_object" ON "operation_log" USING btree ("actor_type","object_type","created_at" desc,"id" desc);