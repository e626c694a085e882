CREATE TABLE "admin_user_role" (
	"user_id" bigint NOT NULL,
	"role_id" bigint NOT NULL,
	CONSTRAINT "admin_user_role_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "admin_user_store" (
	"user_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	CONSTRAINT "admin_user_store_user_id_store_id_pk" PRIMARY KEY("user_id","store_id")
);
--> statement-breakpoint
CREATE TABLE "admin_user" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admin_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"username" varchar(40) NOT NULL,
	"nick_name" varchar(20) NOT NULL,
	"phone" varchar(40),
	"email" varchar(120),
	"sex" varchar(1),
	"avatar" varchar(255),
	"enabled" boolean DEFAULT true NOT NULL,
	"dept_id" bigint,
	"job_id" bigint,
	"is_sms" boolean DEFAULT false NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"introduction" varchar(255) DEFAULT '' NOT NULL,
	"password_hash" varchar(200) NOT NULL,
	"password_time" timestamp with time zone DEFAULT now() NOT NULL,
	"password_history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"last_login_time" timestamp with time zone,
	"last_login_ip" varchar(64),
	"login_count" integer DEFAULT 0 NOT NULL,
	"perm_version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "preference" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dept" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dept_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"pid" bigint DEFAULT 0 NOT NULL,
	"name" varchar(50) NOT NULL,
	"sort" integer DEFAULT 999 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dict_detail" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dict_detail_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"dict_id" bigint NOT NULL,
	"label" varchar(100) NOT NULL,
	"value" varchar(100) NOT NULL,
	"sort" integer DEFAULT 999 NOT NULL,
	"color" varchar(20) DEFAULT '' NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"builtin" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dict" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dict_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(50) NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"builtin" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "captcha" (
	"uuid" varchar(32) PRIMARY KEY NOT NULL,
	"answer" varchar(10) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_guard" (
	"key" varchar(140) PRIMARY KEY NOT NULL,
	"fails" integer DEFAULT 0 NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone,
	"lock_level" smallint DEFAULT 0 NOT NULL,
	"last_lock_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "login_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"username" varchar(100) NOT NULL,
	"uid" bigint,
	"result" smallint NOT NULL,
	"reason" varchar(10) NOT NULL,
	"ip" varchar(64) NOT NULL,
	"address" varchar(100) DEFAULT '' NOT NULL,
	"browser" varchar(60) DEFAULT '' NOT NULL,
	"os" varchar(60) DEFAULT '' NOT NULL,
	"device_id" varchar(43) DEFAULT '' NOT NULL,
	"session_id" uuid
);
--> statement-breakpoint
CREATE TABLE "setup_token" (
	"token_hash" varchar(43) PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menu" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "menu_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"pid" bigint DEFAULT 0 NOT NULL,
	"type" smallint DEFAULT 0 NOT NULL,
	"name" varchar(50) NOT NULL,
	"permissions" varchar(100)[] DEFAULT '{}' NOT NULL,
	"path" varchar(200),
	"component" varchar(200),
	"component_name" varchar(50),
	"iframe" boolean DEFAULT false NOT NULL,
	"icon" varchar(50),
	"sort" integer DEFAULT 999 NOT NULL,
	"cache" boolean DEFAULT false NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"always_show" boolean DEFAULT false NOT NULL,
	"active_menu" varchar(200),
	"breadcrumb" boolean DEFAULT true NOT NULL,
	"affix" boolean DEFAULT false NOT NULL,
	"blank" boolean DEFAULT false NOT NULL,
	"code" varchar(300)
);
--> statement-breakpoint
CREATE TABLE "operation_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operation_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"description" varchar(100) NOT NULL,
	"log_type" varchar(5) NOT NULL,
	"method" varchar(220) NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"request_ip" varchar(64) NOT NULL,
	"address" varchar(100) DEFAULT '' NOT NULL,
	"browser" varchar(60) DEFAULT '' NOT NULL,
	"os" varchar(60) DEFAULT '' NOT NULL,
	"time" integer NOT NULL,
	"username" varchar(100) DEFAULT '' NOT NULL,
	"uid" bigint,
	"status" integer NOT NULL,
	"request_id" varchar(64) NOT NULL,
	"object_type" varchar(40) DEFAULT '' NOT NULL,
	"object_id" varchar(40) DEFAULT '' NOT NULL,
	"exception_detail" text
);
--> statement-breakpoint
CREATE TABLE "post" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "post_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"dept_id" bigint NOT NULL,
	"name" varchar(50) NOT NULL,
	"sort" integer DEFAULT 999 NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "role_dept" (
	"role_id" bigint NOT NULL,
	"dept_id" bigint NOT NULL,
	CONSTRAINT "role_dept_role_id_dept_id_pk" PRIMARY KEY("role_id","dept_id")
);
--> statement-breakpoint
CREATE TABLE "role_menu" (
	"role_id" bigint NOT NULL,
	"menu_id" bigint NOT NULL,
	CONSTRAINT "role_menu_role_id_menu_id_pk" PRIMARY KEY("role_id","menu_id")
);
--> statement-breakpoint
CREATE TABLE "role" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "role_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(20) NOT NULL,
	"permission" varchar(32) NOT NULL,
	"data_scope" varchar(10) DEFAULT '本级' NOT NULL,
	"level" integer DEFAULT 3 NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" bigint NOT NULL,
	"token_hash" varchar(43) NOT NULL,
	"kind" varchar(10) DEFAULT 'web' NOT NULL,
	"remember" boolean DEFAULT false NOT NULL,
	"ip" varchar(64) NOT NULL,
	"address" varchar(100) DEFAULT '' NOT NULL,
	"user_agent" varchar(512) DEFAULT '' NOT NULL,
	"browser" varchar(60) DEFAULT '' NOT NULL,
	"os" varchar(60) DEFAULT '' NOT NULL,
	"device_id" varchar(43) DEFAULT '' NOT NULL,
	"login_time" timestamp with time zone NOT NULL,
	"last_active_at" timestamp with time zone NOT NULL,
	"idle_seconds" integer NOT NULL,
	"absolute_expires_at" timestamp with time zone NOT NULL,
	"reauth_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoke_reason" varchar(10)
);
--> statement-breakpoint
CREATE TABLE "setting_group" (
	"name" varchar(30) PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "setting_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"group" varchar(30) NOT NULL,
	"version" integer NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting" (
	"key" varchar(60) PRIMARY KEY NOT NULL,
	"group" varchar(30) NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"actor" bigint NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_key_actor_method_path_key_pk" PRIMARY KEY("actor","method","path","key")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"window" bigint NOT NULL,
	"current" integer NOT NULL,
	"previous" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "admin_user_role" ADD CONSTRAINT "admin_user_role_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_user_role" ADD CONSTRAINT "admin_user_role_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_user_store" ADD CONSTRAINT "admin_user_store_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_user" ADD CONSTRAINT "admin_user_dept_id_dept_id_fk" FOREIGN KEY ("dept_id") REFERENCES "public"."dept"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_user" ADD CONSTRAINT "admin_user_job_id_post_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."post"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preference" ADD CONSTRAINT "preference_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dict_detail" ADD CONSTRAINT "dict_detail_dict_id_dict_id_fk" FOREIGN KEY ("dict_id") REFERENCES "public"."dict"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post" ADD CONSTRAINT "post_dept_id_dept_id_fk" FOREIGN KEY ("dept_id") REFERENCES "public"."dept"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_dept" ADD CONSTRAINT "role_dept_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_dept" ADD CONSTRAINT "role_dept_dept_id_dept_id_fk" FOREIGN KEY ("dept_id") REFERENCES "public"."dept"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_menu" ADD CONSTRAINT "role_menu_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_menu" ADD CONSTRAINT "role_menu_menu_id_menu_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menu"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_user_role_role" ON "admin_user_role" USING btree ("role_id");--> statement-breakpoint
CREATE INDEX "admin_user_store_store" ON "admin_user_store" USING btree ("store_id");--> statement-breakpoint
CREATE UNIQUE INDEX "admin_user_username" ON "admin_user" USING btree (lower("username")) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_user_phone" ON "admin_user" USING btree ("phone") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_user_email" ON "admin_user" USING btree (lower("email")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "admin_user_dept" ON "admin_user" USING btree ("dept_id");--> statement-breakpoint
CREATE INDEX "admin_user_job" ON "admin_user" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dept_name" ON "dept" USING btree ("pid",lower("name"));--> statement-breakpoint
CREATE INDEX "dept_pid" ON "dept" USING btree ("pid");--> statement-breakpoint
CREATE UNIQUE INDEX "dict_detail_value" ON "dict_detail" USING btree ("dict_id","value");--> statement-breakpoint
CREATE UNIQUE INDEX "dict_name" ON "dict" USING btree ("name");--> statement-breakpoint
CREATE INDEX "captcha_expires" ON "captcha" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_log_uid" ON "login_log" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "login_log_created" ON "login_log" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "menu_name" ON "menu" USING btree ("pid","name") WHERE type <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "menu_path" ON "menu" USING btree ("pid","path");--> statement-breakpoint
CREATE UNIQUE INDEX "menu_component_name" ON "menu" USING btree ("component_name");--> statement-breakpoint
CREATE UNIQUE INDEX "menu_code" ON "menu" USING btree ("code");--> statement-breakpoint
CREATE INDEX "menu_pid" ON "menu" USING btree ("pid");--> statement-breakpoint
CREATE INDEX "operation_log_uid" ON "operation_log" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "operation_log_created" ON "operation_log" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "post_name" ON "post" USING btree ("dept_id",lower("name"));--> statement-breakpoint
CREATE INDEX "role_dept_dept" ON "role_dept" USING btree ("dept_id");--> statement-breakpoint
CREATE INDEX "role_menu_menu" ON "role_menu" USING btree ("menu_id");--> statement-breakpoint
CREATE UNIQUE INDEX "role_name" ON "role" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "role_permission" ON "role" USING btree ("permission");--> statement-breakpoint
CREATE UNIQUE INDEX "session_token" ON "session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id","last_active_at");--> statement-breakpoint
CREATE INDEX "setting_history_group" ON "setting_history" USING btree ("group","id");--> statement-breakpoint
CREATE INDEX "idempotency_key_expires" ON "idempotency_key" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limit_expires" ON "rate_limit" USING btree ("expires_at");