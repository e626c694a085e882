CREATE TABLE "email_code" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"email" varchar(100) NOT NULL,
	"digest" varchar(43) NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reset_token" (
	"token_hash" varchar(43) PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"receivers" jsonb NOT NULL,
	"subject" varchar(200) NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"sent" boolean NOT NULL,
	"result" varchar(500) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mfa_challenge" (
	"token_hash" varchar(43) PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"username" varchar(100) NOT NULL,
	"remember_me" boolean NOT NULL,
	"password_hash" varchar(200) NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"user_id" bigint NOT NULL,
	"digest" varchar(43) NOT NULL,
	CONSTRAINT "recovery_code_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "totp_setup" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"secret" varchar(200) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trusted_device" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" varchar(43) NOT NULL,
	"browser" varchar(60) DEFAULT '' NOT NULL,
	"os" varchar(60) DEFAULT '' NOT NULL,
	"ip" varchar(64) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "trusted_device_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sms_code" (
	"phone" varchar(20) NOT NULL,
	"purpose" varchar(20) NOT NULL,
	"digest" varchar(43) NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sms_code_phone_purpose_pk" PRIMARY KEY("phone","purpose")
);
--> statement-breakpoint
CREATE TABLE "sms_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sms_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"uid" bigint,
	"phone" varchar(20) NOT NULL,
	"content" varchar(600) NOT NULL,
	"template" varchar(20) NOT NULL,
	"add_ip" varchar(64) DEFAULT '' NOT NULL,
	"result_code" smallint NOT NULL,
	"memo" varchar(255) DEFAULT '' NOT NULL,
	"biz_id" varchar(64) DEFAULT '' NOT NULL,
	"receipt_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sms_template" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sms_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"temp_id" varchar(20) NOT NULL,
	"title" varchar(50) NOT NULL,
	"type" smallint NOT NULL,
	"temp_key" varchar(40) DEFAULT '' NOT NULL,
	"content" varchar(500) NOT NULL,
	"status" varchar(4) NOT NULL,
	"reason" varchar(255) DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admin_user" ADD COLUMN "totp_secret" varchar(200);--> statement-breakpoint
ALTER TABLE "admin_user" ADD COLUMN "totp_counter" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "mfa" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_token" ADD CONSTRAINT "reset_token_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD CONSTRAINT "mfa_challenge_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_setup" ADD CONSTRAINT "totp_setup_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_device" ADD CONSTRAINT "trusted_device_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reset_token_user" ON "reset_token" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_log_created" ON "mail_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "mfa_challenge_user" ON "mfa_challenge" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trusted_device_user" ON "trusted_device" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sms_log_created" ON "sms_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "sms_log_phone" ON "sms_log" USING btree ("phone","id" desc);--> statement-breakpoint
CREATE UNIQUE INDEX "sms_template_temp" ON "sms_template" USING btree ("temp_id");