CREATE UNLOGGED TABLE "export_ticket" (
	"token_hash" varchar(43) PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"route" varchar(80) NOT NULL,
	"query" jsonb NOT NULL,
	"file_name" varchar(200) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "job_run" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" bigint NOT NULL,
	"job_name" varchar(50) NOT NULL,
	"bean_name" varchar(50) NOT NULL,
	"params" jsonb NOT NULL,
	"cron_expression" varchar(120) NOT NULL,
	"is_success" boolean,
	"exception_detail" text DEFAULT '' NOT NULL,
	"time" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"instance" varchar(80) DEFAULT '' NOT NULL,
	"trigger" varchar(6) NOT NULL,
	"heartbeat_at" timestamp with time zone NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_job" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"job_name" varchar(50) NOT NULL,
	"bean_name" varchar(50) NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cron_expression" varchar(120) NOT NULL,
	"is_pause" boolean DEFAULT false NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"misfire" varchar(8) DEFAULT 'run_once' NOT NULL,
	"timeout_sec" integer DEFAULT 600 NOT NULL,
	"retry" smallint DEFAULT 0 NOT NULL,
	"alarm" boolean DEFAULT false NOT NULL,
	"builtin" boolean DEFAULT false NOT NULL,
	"next_time" timestamp with time zone,
	"last_time" timestamp with time zone,
	"last_result" boolean
);
--> statement-breakpoint
CREATE TABLE "task" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"type" varchar(40) NOT NULL,
	"title" varchar(100) NOT NULL,
	"status" varchar(10) DEFAULT 'pending' NOT NULL,
	"progress" smallint DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"params" jsonb NOT NULL,
	"result_file" varchar(100),
	"result_name" varchar(200) DEFAULT '' NOT NULL,
	"result_rows" integer DEFAULT 0 NOT NULL,
	"error_file" varchar(100),
	"message" varchar(500) DEFAULT '' NOT NULL,
	"heavy" boolean DEFAULT false NOT NULL,
	"cancel_asked" boolean DEFAULT false NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"instance" varchar(80) DEFAULT '' NOT NULL,
	"heartbeat_at" timestamp with time zone,
	"start_time" timestamp with time zone,
	"finish_time" timestamp with time zone,
	"expire_time" timestamp with time zone,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "export_ticket_expires" ON "export_ticket" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "job_run_job" ON "job_run" USING btree ("job_id","id");--> statement-breakpoint
CREATE INDEX "job_run_created" ON "job_run" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "job_run_open" ON "job_run" USING btree ("job_id") WHERE is_success is null;--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_job_name" ON "scheduled_job" USING btree (lower("job_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_job_builtin" ON "scheduled_job" USING btree ("bean_name") WHERE builtin;--> statement-breakpoint
CREATE INDEX "scheduled_job_next" ON "scheduled_job" USING btree ("next_time");--> statement-breakpoint
CREATE INDEX "task_owner" ON "task" USING btree ("created_by","created_at");--> statement-breakpoint
CREATE INDEX "task_created" ON "task" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "task_status" ON "task" USING btree ("status","heartbeat_at");