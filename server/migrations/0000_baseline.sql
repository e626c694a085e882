-- The schema of the first release: drizzle-kit's statements for the tables, in order of areas, and between them by hand what it has no
-- words for (the extension, UNLOGGED, PARTITION BY, INCLUDE, fillfactor, functions, triggers, first rows). From the first release on no
-- migration is edited.

-- ---- platform ----

CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE SEQUENCE "audit_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "document_number" INCREMENT BY 1 MINVALUE 0 MAXVALUE 999999 START WITH 0 CACHE 1 CYCLE;--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" bigint DEFAULT nextval('audit_entry_id_seq') NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"actor_type" varchar(10) NOT NULL,
	"actor_id" bigint,
	"actor_name" varchar(100) DEFAULT '' NOT NULL,
	"session_id" varchar(40) DEFAULT '' NOT NULL,
	"ip" varchar(64) DEFAULT '' NOT NULL,
	"request_id" varchar(64) DEFAULT '' NOT NULL,
	"permission" varchar(120) DEFAULT '' NOT NULL,
	"action" varchar(30) NOT NULL,
	"object_type" varchar(60) NOT NULL,
	"object_id" varchar(60) DEFAULT '' NOT NULL,
	"object_name" varchar(200) DEFAULT '' NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"diff" jsonb NOT NULL,
	CONSTRAINT "audit_entry_id_time_pk" PRIMARY KEY("id","time")
) PARTITION BY RANGE ("time");
--> statement-breakpoint
CREATE INDEX "audit_entry_object" ON "audit_entry" USING btree ("object_id","object_type","id");--> statement-breakpoint
CREATE INDEX "audit_entry_type" ON "audit_entry" USING btree ("object_type","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_name","id");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entry_request" ON "audit_entry" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "audit_entry_time" ON "audit_entry" USING btree ("time");--> statement-breakpoint
CREATE TABLE "audit_pending" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"time" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_seal" (
	"id" bigint NOT NULL,
	"time" timestamp with time zone NOT NULL,
	"entry_id" bigint NOT NULL,
	"prev_hash" varchar(64) NOT NULL,
	"hash" varchar(64) NOT NULL,
	CONSTRAINT "audit_seal_id_time_pk" PRIMARY KEY("id","time")
) PARTITION BY RANGE ("time");
--> statement-breakpoint
CREATE INDEX "audit_seal_entry" ON "audit_seal" USING btree ("entry_id");--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"only" integer PRIMARY KEY NOT NULL,
	"first_id" bigint DEFAULT 1 NOT NULL,
	"last_id" bigint NOT NULL,
	"hash" varchar(64) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "slow_statement" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "slow_statement_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement" text NOT NULL,
	"time" integer NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"error" varchar(20) DEFAULT '' NOT NULL,
	"request_id" varchar(64) DEFAULT '' NOT NULL,
	"call_site" varchar(100) DEFAULT '' NOT NULL,
	"instance" varchar(100) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "slow_statement_created" ON "slow_statement" USING btree ("created_at");--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"actor" varchar(30) NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"claim" text DEFAULT '' NOT NULL,
	"leased_until" timestamp with time zone DEFAULT now() NOT NULL,
	"has_effect" boolean DEFAULT false NOT NULL,
	"status" integer,
	"body" jsonb,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_key_actor_method_path_key_pk" PRIMARY KEY("actor","method","path","key")
);
--> statement-breakpoint
CREATE INDEX "idempotency_key_expires" ON "idempotency_key" USING btree ("expires_at");--> statement-breakpoint
CREATE TABLE "sealing_key" (
	"id" integer PRIMARY KEY NOT NULL,
	"key_id" varchar(8) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
CREATE INDEX "rate_limit_expires" ON "rate_limit" USING btree ("expires_at");--> statement-breakpoint
CREATE TABLE "instance" (
	"name" varchar(100) PRIMARY KEY NOT NULL,
	"address" varchar(64) NOT NULL,
	"port" integer DEFAULT 0 NOT NULL,
	"role" varchar(10) NOT NULL,
	"version" varchar(20) NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"heartbeat_at" timestamp with time zone NOT NULL,
	"load" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" varchar(60) NOT NULL,
	"consumer" varchar(40) NOT NULL,
	"request_id" varchar(64) DEFAULT '' NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"error" varchar(500) DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at","id");--> statement-breakpoint
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
	"file_provider" smallint DEFAULT 1 NOT NULL,
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
CREATE INDEX "task_owner" ON "task" USING btree ("created_by","created_at");--> statement-breakpoint
CREATE INDEX "task_created" ON "task" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "task_status" ON "task" USING btree ("status","heartbeat_at");--> statement-breakpoint
CREATE UNLOGGED TABLE "export_ticket" (
	"token_hash" varchar(43) PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"route" varchar(80) NOT NULL,
	"query" jsonb NOT NULL,
	"file_name" varchar(200) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "export_ticket_expires" ON "export_ticket" USING btree ("expires_at");--> statement-breakpoint
CREATE UNLOGGED TABLE "ticket" (
	"ticket_hash" varchar(43) PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"purpose" varchar(10) NOT NULL,
	"target" varchar(255) DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ticket_expires" ON "ticket" USING btree ("expires_at");--> statement-breakpoint
INSERT INTO "audit_chain" ("only", "last_id", "hash") VALUES (1, 0, repeat('0', 64));--> statement-breakpoint
-- The audit trail is append-only, whoever asks.
CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE ON "audit_seal"
  FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_seal_no_truncate BEFORE TRUNCATE ON "audit_seal"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
--> statement-breakpoint
-- Every entry waits for its seal, whoever writes it.
CREATE FUNCTION audit_await_seal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.audit_pending (entry_id, "time") VALUES (NEW.id, NEW."time");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entry_await_seal AFTER INSERT ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION audit_await_seal();
--> statement-breakpoint
-- Leaves everybody but the owner with insert and select, whatever the default privileges granted.
CREATE FUNCTION audit_keep_append_only(entries regclass) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
DECLARE grantee name;
BEGIN
  FOR grantee IN
    SELECT DISTINCT role.rolname FROM pg_class AS class
      CROSS JOIN LATERAL aclexplode(class.relacl) AS acl JOIN pg_roles AS role ON role.oid = acl.grantee
      WHERE class.oid = entries AND acl.grantee <> class.relowner
  LOOP
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM %I', entries, grantee);
  END LOOP;
END $$;
--> statement-breakpoint
-- Creates the partitions of a month and of those after it. The server's role owns no table, so this runs as the owner.
CREATE FUNCTION audit_make_partitions(first_day date, months integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  month timestamptz := date_trunc('month', first_day::timestamp) AT TIME ZONE 'UTC';
  parent text;
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(7316460022);
  FOR step IN 1..least(months, 24) LOOP
    FOREACH parent IN ARRAY ARRAY['audit_entry', 'audit_seal'] LOOP
      name := parent || '_' || to_char(month AT TIME ZONE 'UTC', 'YYYYMM');
      IF to_regclass('public.' || name) IS NULL THEN
        BEGIN
          EXECUTE format('CREATE TABLE public.%I PARTITION OF public.%I FOR VALUES FROM (%L) TO (%L)', name, parent, month,
            (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC');
          PERFORM public.audit_keep_append_only(('public.' || name)::regclass);
        EXCEPTION WHEN check_violation THEN
          -- This month has rows in the default partition already; they may stay there.
          NULL;
        END;
      END IF;
    END LOOP;
    month := (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
  END LOOP;
END $$;
--> statement-breakpoint
-- Drops the months that end by a day, entries and seals, but none younger than the shortest retention a shop may set. The
-- chain then begins behind the last seal that went.
CREATE FUNCTION audit_drop_partitions(before_day date) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  part record;
  seals text;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(7316460022);
  FOR part IN
    SELECT relname FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
      WHERE inhparent = 'public.audit_entry'::regclass AND relname ~ '^audit_entry_\d{6}$'
        AND to_date(right(relname, 6), 'YYYYMM') + interval '1 month' <= least(before_day, current_date - 180)
      ORDER BY relname
  LOOP
    seals := 'audit_seal_' || right(part.relname, 6);
    IF to_regclass('public.' || seals) IS NOT NULL THEN
      EXECUTE format('UPDATE public.audit_chain SET first_id = greatest(first_id, (SELECT max(id) + 1 FROM public.%I))', seals);
      EXECUTE format('DROP TABLE public.%I', seals);
    END IF;
    EXECUTE format('DROP TABLE public.%I', part.relname);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;
--> statement-breakpoint
CREATE TABLE "audit_entry_other" PARTITION OF "audit_entry" DEFAULT;--> statement-breakpoint
CREATE TABLE "audit_seal_other" PARTITION OF "audit_seal" DEFAULT;--> statement-breakpoint
SELECT audit_keep_append_only('audit_seal');--> statement-breakpoint
SELECT audit_keep_append_only('audit_seal_other');--> statement-breakpoint
SELECT audit_keep_append_only('audit_entry');--> statement-breakpoint
SELECT audit_keep_append_only('audit_entry_other');--> statement-breakpoint
SELECT audit_make_partitions(current_date, 3);--> statement-breakpoint
REVOKE ALL ON FUNCTION audit_keep_append_only(regclass) FROM PUBLIC;--> statement-breakpoint

-- ---- setting ----

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
CREATE UNIQUE INDEX "dict_name" ON "dict" USING btree ("name");--> statement-breakpoint
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
CREATE UNIQUE INDEX "dict_detail_value" ON "dict_detail" USING btree ("dict_id","value");--> statement-breakpoint
CREATE TABLE "express_company" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "express_company_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"code" varchar(50) NOT NULL,
	"codes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"name" varchar(50) NOT NULL,
	"partner_id" boolean DEFAULT false NOT NULL,
	"partner_key" boolean DEFAULT false NOT NULL,
	"net" boolean DEFAULT false NOT NULL,
	"account" varchar(100) DEFAULT '' NOT NULL,
	"password" varchar(400),
	"net_name" varchar(100) DEFAULT '' NOT NULL,
	"phone" varchar(20) DEFAULT '' NOT NULL,
	"logo" varchar(255) DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 999 NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"status" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "express_company_code" ON "express_company" USING btree (lower("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "express_company_name" ON "express_company" USING btree ("name");--> statement-breakpoint
CREATE TABLE "region" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "region_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"city_id" integer NOT NULL,
	"level" smallint NOT NULL,
	"parent_id" integer DEFAULT 0 NOT NULL,
	"area_code" varchar(10) DEFAULT '' NOT NULL,
	"name" varchar(100) NOT NULL,
	"merger_name" varchar(320) NOT NULL,
	"lng" varchar(20) DEFAULT '' NOT NULL,
	"lat" varchar(20) DEFAULT '' NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"dataset" varchar(20)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "region_city_id" ON "region" USING btree ("city_id");--> statement-breakpoint
CREATE UNIQUE INDEX "region_name" ON "region" USING btree ("parent_id","name");--> statement-breakpoint
CREATE INDEX "region_parent" ON "region" USING btree ("parent_id","city_id");--> statement-breakpoint
CREATE TABLE "setting" (
	"key" varchar(60) PRIMARY KEY NOT NULL,
	"group" varchar(30) NOT NULL,
	"value" jsonb NOT NULL
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
CREATE INDEX "setting_history_group" ON "setting_history" USING btree ("group","id");--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"owner_id" bigint NOT NULL,
	"page" varchar(40) NOT NULL,
	"name" varchar(20) NOT NULL,
	"query" jsonb NOT NULL,
	"columns" jsonb,
	"sort" varchar(50) DEFAULT '' NOT NULL,
	"limit" integer,
	"shared" boolean DEFAULT false NOT NULL,
	"role_ids" integer[] DEFAULT '{}' NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("owner_id","page",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_view_shared" ON "saved_view" USING btree ("page") WHERE shared;--> statement-breakpoint

-- ---- file ----

CREATE TABLE "file" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"buyer_id" bigint,
	"purpose" varchar(12) NOT NULL,
	"real_name" varchar(100) NOT NULL,
	"name" varchar(100) NOT NULL,
	"suffix" varchar(10) NOT NULL,
	"type" smallint NOT NULL,
	"mime" varchar(100) NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"duration" integer,
	"hash" varchar(64) NOT NULL,
	"path" varchar(120) NOT NULL,
	"thumb_path" varchar(120),
	"provider" smallint NOT NULL,
	"link" varchar(512),
	"group_id" bigint DEFAULT 0 NOT NULL,
	"in_library" boolean DEFAULT false NOT NULL,
	"scope" varchar(7) NOT NULL,
	"release" varchar(40) DEFAULT '' NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "file_content" ON "file" USING btree ("hash","provider");--> statement-breakpoint
CREATE INDEX "file_path" ON "file" USING btree ("path");--> statement-breakpoint
CREATE INDEX "file_thumb" ON "file" USING btree ("thumb_path");--> statement-breakpoint
CREATE INDEX "file_group" ON "file" USING btree ("group_id","id") WHERE in_library and deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_library" ON "file" USING btree ("type","id") WHERE in_library and deleted_at is null;--> statement-breakpoint
CREATE INDEX "file_recycled" ON "file" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "file_unkept" ON "file" USING btree ("created_at") WHERE not in_library and purpose = 'upload';--> statement-breakpoint
CREATE INDEX "file_creator" ON "file" USING btree ("created_by");--> statement-breakpoint
CREATE TABLE "loose_object" (
	"provider" smallint NOT NULL,
	"key" varchar(120) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loose_object_provider_key_pk" PRIMARY KEY("provider","key")
);
--> statement-breakpoint
CREATE INDEX "loose_object_created" ON "loose_object" USING btree ("created_at");--> statement-breakpoint
CREATE TABLE "file_ref" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_ref_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_id" bigint NOT NULL,
	"owner_type" varchar(40) NOT NULL,
	"owner_id" bigint NOT NULL,
	"field" varchar(60) NOT NULL,
	"title" varchar(100) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "file_ref_use" ON "file_ref" USING btree ("owner_type","owner_id","field","file_id");--> statement-breakpoint
CREATE INDEX "file_ref_file" ON "file_ref" USING btree ("file_id");--> statement-breakpoint
CREATE TABLE "upload" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(255) NOT NULL,
	"bytes" bigint NOT NULL,
	"mark" varchar(64) NOT NULL,
	"group_id" bigint,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"busy_until" timestamp with time zone,
	"file_id" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "upload_same" ON "upload" USING btree ("created_by","name","bytes","mark") WHERE file_id is null;--> statement-breakpoint
CREATE INDEX "upload_expires" ON "upload" USING btree ("expires_at");--> statement-breakpoint

-- ---- message ----

CREATE UNLOGGED TABLE "live_seat" (
	"user_id" bigint NOT NULL,
	"seat" smallint NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "live_seat_user_id_seat_pk" PRIMARY KEY("user_id","seat")
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
	"retried" boolean DEFAULT false NOT NULL,
	"result" varchar(500) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_log_created" ON "mail_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "mail_log_failed" ON "mail_log" USING btree ("created_at" desc,"id" desc) WHERE not sent and not retried;--> statement-breakpoint
CREATE TABLE "notice" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notice_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"title" varchar(100) NOT NULL,
	"content" text NOT NULL,
	"level" varchar(5) DEFAULT 'info' NOT NULL,
	"targets" varchar(5) DEFAULT 'all' NOT NULL,
	"target_ids" bigint[] DEFAULT '{}' NOT NULL,
	"start_time" timestamp with time zone,
	"end_time" timestamp with time zone,
	"pinned" boolean DEFAULT false NOT NULL,
	"status" varchar(10) DEFAULT 'draft' NOT NULL,
	"published_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "notice_status" ON "notice" USING btree ("status","id");--> statement-breakpoint
CREATE TABLE "notice_read" (
	"notice_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notice_read_notice_id_user_id_pk" PRIMARY KEY("notice_id","user_id")
);
--> statement-breakpoint
CREATE INDEX "notice_read_user" ON "notice_read" USING btree ("user_id");--> statement-breakpoint
CREATE TABLE "notification" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"event" varchar(40) NOT NULL,
	"level" varchar(5) NOT NULL,
	"title" varchar(100) NOT NULL,
	"content" varchar(1000) DEFAULT '' NOT NULL,
	"link" varchar(255) DEFAULT '' NOT NULL,
	"object_type" varchar(40) DEFAULT '' NOT NULL,
	"object_id" varchar(40) DEFAULT '' NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"permission" varchar(100) DEFAULT '' NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "notification_user" ON "notification" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("user_id","id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notification_created" ON "notification" USING btree ("created_at");--> statement-breakpoint
CREATE TABLE "notify_rule" (
	"user_id" bigint NOT NULL,
	"event" varchar(40) NOT NULL,
	"site" boolean NOT NULL,
	"email" boolean NOT NULL,
	"sms" boolean NOT NULL,
	"popup" boolean NOT NULL,
	"sound" boolean NOT NULL,
	CONSTRAINT "notify_rule_user_id_event_pk" PRIMARY KEY("user_id","event")
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
CREATE UNIQUE INDEX "sms_template_temp" ON "sms_template" USING btree ("temp_id");--> statement-breakpoint
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
CREATE INDEX "sms_log_created" ON "sms_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "sms_log_phone" ON "sms_log" USING btree ("phone","id" desc);--> statement-breakpoint
CREATE INDEX "sms_log_result" ON "sms_log" USING btree ("result_code","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "sms_log_digits" ON "sms_log" USING gin ("phone" gin_trgm_ops);--> statement-breakpoint
CREATE TABLE "sms_code" (
	"phone" varchar(20) NOT NULL,
	"purpose" varchar(20) NOT NULL,
	"digest" varchar(43) NOT NULL,
	"asked_from" varchar(64) DEFAULT '' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sms_code_phone_purpose_pk" PRIMARY KEY("phone","purpose")
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(50) NOT NULL,
	"url" varchar(500) NOT NULL,
	"secret" text NOT NULL,
	"events" varchar(60)[] NOT NULL,
	"headers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"disabled_reason" varchar(200) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_name" ON "webhook" USING btree (lower("name"));--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"webhook_id" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"event" varchar(60) NOT NULL,
	"event_at" timestamp with time zone NOT NULL,
	"payload" jsonb NOT NULL,
	"request_id" varchar(64) DEFAULT '' NOT NULL,
	"status" varchar(10) DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"job_id" varchar(40),
	"last_at" timestamp with time zone,
	"response_status" integer,
	"response_body" varchar(1000) DEFAULT '' NOT NULL,
	"error" varchar(500) DEFAULT '' NOT NULL,
	"ms" integer DEFAULT 0 NOT NULL,
	"test" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webhook_delivery_webhook" ON "webhook_delivery" USING btree ("webhook_id","id" desc);--> statement-breakpoint
CREATE INDEX "webhook_delivery_created" ON "webhook_delivery" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("next_at") WHERE status = 'waiting';--> statement-breakpoint

-- ---- staff ----

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
	"totp_secret" varchar(200),
	"totp_counter" bigint DEFAULT 0 NOT NULL,
	"last_login_time" timestamp with time zone,
	"last_login_ip" varchar(64),
	"login_count" integer DEFAULT 0 NOT NULL,
	"perm_version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "admin_user_username" ON "admin_user" USING btree (lower("username")) WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_user_phone" ON "admin_user" USING btree ("phone") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "admin_user_email" ON "admin_user" USING btree (lower("email")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "admin_user_dept" ON "admin_user" USING btree ("dept_id");--> statement-breakpoint
CREATE INDEX "admin_user_job" ON "admin_user" USING btree ("job_id");--> statement-breakpoint
CREATE TABLE "admin_user_role" (
	"user_id" bigint NOT NULL,
	"role_id" bigint NOT NULL,
	CONSTRAINT "admin_user_role_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
CREATE INDEX "admin_user_role_role" ON "admin_user_role" USING btree ("role_id");--> statement-breakpoint
CREATE TABLE "admin_user_store" (
	"user_id" bigint NOT NULL,
	"store_id" bigint NOT NULL,
	CONSTRAINT "admin_user_store_user_id_store_id_pk" PRIMARY KEY("user_id","store_id")
);
--> statement-breakpoint
CREATE INDEX "admin_user_store_store" ON "admin_user_store" USING btree ("store_id");--> statement-breakpoint
CREATE TABLE "preference" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "api_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"user_id" bigint NOT NULL,
	"name" varchar(50) NOT NULL,
	"prefix" varchar(11) NOT NULL,
	"key_hash" varchar(43) NOT NULL,
	"scopes" varchar(100)[] NOT NULL,
	"data_scope" varchar(10) NOT NULL,
	"dept_ids" bigint[] DEFAULT '{}' NOT NULL,
	"ip_allow" varchar(64)[] DEFAULT '{}' NOT NULL,
	"rate_limit" integer DEFAULT 60 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"last_used_at" timestamp with time zone,
	"last_ip" varchar(64) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_hash" ON "api_key" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_name" ON "api_key" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "api_key_user" ON "api_key" USING btree ("user_id");--> statement-breakpoint
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
CREATE UNIQUE INDEX "dept_name" ON "dept" USING btree ("pid",lower("name"));--> statement-breakpoint
CREATE INDEX "dept_pid" ON "dept" USING btree ("pid");--> statement-breakpoint
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
CREATE UNIQUE INDEX "menu_name" ON "menu" USING btree ("pid","name") WHERE type <> 2;--> statement-breakpoint
CREATE UNIQUE INDEX "menu_path" ON "menu" USING btree ("pid","path");--> statement-breakpoint
CREATE UNIQUE INDEX "menu_component_name" ON "menu" USING btree ("component_name");--> statement-breakpoint
CREATE UNIQUE INDEX "menu_code" ON "menu" USING btree ("code");--> statement-breakpoint
CREATE INDEX "menu_pid" ON "menu" USING btree ("pid");--> statement-breakpoint
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
CREATE UNIQUE INDEX "post_name" ON "post" USING btree ("dept_id",lower("name"));--> statement-breakpoint
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
CREATE UNIQUE INDEX "role_name" ON "role" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "role_permission" ON "role" USING btree ("permission");--> statement-breakpoint
CREATE TABLE "role_menu" (
	"role_id" bigint NOT NULL,
	"menu_id" bigint NOT NULL,
	CONSTRAINT "role_menu_role_id_menu_id_pk" PRIMARY KEY("role_id","menu_id")
);
--> statement-breakpoint
CREATE INDEX "role_menu_menu" ON "role_menu" USING btree ("menu_id");--> statement-breakpoint
CREATE TABLE "role_dept" (
	"role_id" bigint NOT NULL,
	"dept_id" bigint NOT NULL,
	CONSTRAINT "role_dept_role_id_dept_id_pk" PRIMARY KEY("role_id","dept_id")
);
--> statement-breakpoint
CREATE INDEX "role_dept_dept" ON "role_dept" USING btree ("dept_id");--> statement-breakpoint
CREATE TABLE "reset_token" (
	"token_hash" varchar(43) PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "reset_token_user" ON "reset_token" USING btree ("user_id");--> statement-breakpoint
CREATE TABLE "email_code" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"email" varchar(100) NOT NULL,
	"digest" varchar(43) NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_guard" (
	"key" varchar(160) PRIMARY KEY NOT NULL,
	"user_id" bigint,
	"fails" integer DEFAULT 0 NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone,
	"lock_level" smallint DEFAULT 0 NOT NULL,
	"last_lock_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "login_guard_user" ON "login_guard" USING btree ("user_id");--> statement-breakpoint
CREATE UNLOGGED TABLE "captcha" (
	"uuid" varchar(32) PRIMARY KEY NOT NULL,
	"answer" varchar(10) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "captcha_expires" ON "captcha" USING btree ("expires_at");--> statement-breakpoint
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
CREATE INDEX "login_log_uid" ON "login_log" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "login_log_created" ON "login_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "login_log_reason" ON "login_log" USING btree ("reason","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "login_log_username" ON "login_log" USING btree ("username");--> statement-breakpoint
CREATE INDEX "login_log_ip" ON "login_log" USING btree ("ip");--> statement-breakpoint
CREATE INDEX "login_log_words" ON "login_log" USING gin ("username" gin_trgm_ops,"ip" gin_trgm_ops);--> statement-breakpoint
CREATE TABLE "setup_token" (
	"token_hash" varchar(43) PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp_setup" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"secret" varchar(200) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_code" (
	"user_id" bigint NOT NULL,
	"digest" varchar(43) NOT NULL,
	CONSTRAINT "recovery_code_user_id_digest_pk" PRIMARY KEY("user_id","digest")
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
CREATE INDEX "trusted_device_user" ON "trusted_device" USING btree ("user_id");--> statement-breakpoint
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
CREATE INDEX "mfa_challenge_user" ON "mfa_challenge" USING btree ("user_id");--> statement-breakpoint
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
	"mfa" boolean DEFAULT false NOT NULL,
	"seeing" jsonb,
	"revoked_at" timestamp with time zone,
	"revoke_reason" varchar(10)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "session_token" ON "session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id","last_active_at");--> statement-breakpoint

-- ---- work ----

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
CREATE UNIQUE INDEX "scheduled_job_name" ON "scheduled_job" USING btree (lower("job_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_job_builtin" ON "scheduled_job" USING btree ("bean_name") WHERE builtin;--> statement-breakpoint
CREATE INDEX "scheduled_job_next" ON "scheduled_job" USING btree ("next_time");--> statement-breakpoint
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
CREATE INDEX "job_run_job" ON "job_run" USING btree ("job_id","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "job_run_name" ON "job_run" USING btree ("job_name");--> statement-breakpoint
CREATE INDEX "job_run_created" ON "job_run" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "job_run_result" ON "job_run" USING btree ("is_success","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "job_run_open" ON "job_run" USING btree ("job_id") WHERE is_success is null;--> statement-breakpoint
CREATE TABLE "job_parked" (
	"handler" varchar(40) NOT NULL,
	"row_id" bigint NOT NULL,
	"fails" smallint NOT NULL,
	"message" varchar(255) NOT NULL,
	"until" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "job_parked_handler_row_id_pk" PRIMARY KEY("handler","row_id")
);
--> statement-breakpoint

-- ---- monitor ----

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
	"actor_type" varchar(5) DEFAULT 'admin' NOT NULL,
	"uid" bigint,
	"status" integer NOT NULL,
	"request_id" varchar(64) NOT NULL,
	"object_type" varchar(40) DEFAULT '' NOT NULL,
	"object_id" varchar(40) DEFAULT '' NOT NULL,
	"exception_detail" text,
	"fingerprint" varchar(16),
	"handled_by" varchar(100),
	"handled_at" timestamp with time zone,
	"note" varchar(500)
);
--> statement-breakpoint
CREATE INDEX "operation_log_uid" ON "operation_log" USING btree ("actor_type","uid","id");--> statement-breakpoint
CREATE INDEX "operation_log_created" ON "operation_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "operation_log_actor" ON "operation_log" USING btree ("actor_type","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "operation_log_status" ON "operation_log" USING btree ("actor_type","status","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "operation_log_object" ON "operation_log" USING btree ("actor_type","object_type","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "operation_log_error" ON "operation_log" USING btree ("created_at" desc,"id" desc) WHERE log_type = 'ERROR';--> statement-breakpoint
CREATE INDEX "operation_log_fault" ON "operation_log" USING btree ("fingerprint") WHERE log_type = 'ERROR';--> statement-breakpoint
CREATE INDEX "operation_log_username" ON "operation_log" USING btree ("username");--> statement-breakpoint
CREATE INDEX "operation_log_description" ON "operation_log" USING btree ("description");--> statement-breakpoint
CREATE INDEX "operation_log_ip" ON "operation_log" USING btree ("request_ip");--> statement-breakpoint
CREATE INDEX "operation_log_words" ON "operation_log" USING gin ("username" gin_trgm_ops,"description" gin_trgm_ops,"request_ip" gin_trgm_ops);--> statement-breakpoint

-- ---- wechat ----

CREATE TABLE "wechat_user" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wechat_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"uid" bigint DEFAULT 0 NOT NULL,
	"openid" varchar(64) DEFAULT '' NOT NULL,
	"routine_openid" varchar(64) DEFAULT '' NOT NULL,
	"unionid" varchar(64) DEFAULT '' NOT NULL,
	"nickname" varchar(64) DEFAULT '' NOT NULL,
	"avatar" varchar(512) DEFAULT '' NOT NULL,
	"sex" smallint DEFAULT 0 NOT NULL,
	"city" varchar(64) DEFAULT '' NOT NULL,
	"language" varchar(64) DEFAULT '' NOT NULL,
	"province" varchar(64) DEFAULT '' NOT NULL,
	"country" varchar(64) DEFAULT '' NOT NULL,
	"remark" varchar(30) DEFAULT '' NOT NULL,
	"groupid" integer DEFAULT 0 NOT NULL,
	"tag_ids" integer[] DEFAULT '{}' NOT NULL,
	"subscribe" boolean DEFAULT false NOT NULL,
	"subscribe_time" timestamp with time zone,
	"unsubscribe_time" timestamp with time zone,
	"subscribe_scene" varchar(64) DEFAULT '' NOT NULL,
	"user_type" varchar(8) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_user_openid" ON "wechat_user" USING btree ("openid") WHERE openid <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_user_routine_openid" ON "wechat_user" USING btree ("routine_openid") WHERE routine_openid <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_user_unionid" ON "wechat_user" USING btree ("unionid") WHERE unionid <> '';--> statement-breakpoint
CREATE INDEX "wechat_user_uid" ON "wechat_user" USING btree ("uid") WHERE uid <> 0;--> statement-breakpoint
CREATE INDEX "wechat_user_created" ON "wechat_user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "wechat_user_nickname" ON "wechat_user" USING btree ("nickname" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "wechat_user_tags" ON "wechat_user" USING gin ("tag_ids");--> statement-breakpoint

-- ---- product ----

CREATE TABLE "brand" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "brand_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(32) NOT NULL,
	"logo" varchar(512) DEFAULT '' NOT NULL,
	"initial" varchar(1) NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "brand_name" ON "brand" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "brand_order" ON "brand" USING btree ("sort","id");--> statement-breakpoint
CREATE TABLE "category" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"pid" bigint DEFAULT 0 NOT NULL,
	"path" varchar(80) DEFAULT '/0/' NOT NULL,
	"level" smallint DEFAULT 1 NOT NULL,
	"name" varchar(50) NOT NULL,
	"type" smallint DEFAULT 1 NOT NULL,
	"extra" varchar(512) DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"status" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "category_name" ON "category" USING btree ("type","pid",lower("name"));--> statement-breakpoint
CREATE INDEX "category_pid" ON "category" USING btree ("pid");--> statement-breakpoint
CREATE TABLE "component_product" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "component_product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"primary_product_id" bigint NOT NULL,
	"component_product_id" varchar(64) DEFAULT '' NOT NULL,
	"title" varchar(60) NOT NULL,
	"head_img" varchar(512)[] NOT NULL,
	"qualification_pics" varchar(512)[] DEFAULT '{}' NOT NULL,
	"third_cat_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"desc_info" text DEFAULT '' NOT NULL,
	"desc_imgs" varchar(512)[] DEFAULT '{}' NOT NULL,
	"temp_id" bigint NOT NULL,
	"unit_name" varchar(32) DEFAULT '件' NOT NULL,
	"give_integral" integer DEFAULT 0 NOT NULL,
	"ficti" integer DEFAULT 0 NOT NULL,
	"spec_type" boolean DEFAULT false NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"status_reason" varchar(500) DEFAULT '' NOT NULL,
	"push_at" timestamp with time zone,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "component_product_primary" ON "component_product" USING btree ("primary_product_id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "component_product_order" ON "component_product" USING btree ("id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "component_product_push" ON "component_product" USING btree ("push_at") WHERE push_at is not null;--> statement-breakpoint
CREATE TABLE "component_draft" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "component_draft_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"product_id" bigint NOT NULL,
	"title" varchar(60) NOT NULL,
	"head_img" varchar(512)[] NOT NULL,
	"qualification_pics" varchar(512)[] DEFAULT '{}' NOT NULL,
	"third_cat_id" bigint NOT NULL,
	"brand_id" bigint NOT NULL,
	"desc_info" text DEFAULT '' NOT NULL,
	"desc_imgs" varchar(512)[] DEFAULT '{}' NOT NULL,
	"temp_id" bigint NOT NULL,
	"unit_name" varchar(32) DEFAULT '件' NOT NULL,
	"give_integral" integer DEFAULT 0 NOT NULL,
	"ficti" integer DEFAULT 0 NOT NULL,
	"spec_type" boolean DEFAULT false NOT NULL,
	"attr" jsonb NOT NULL,
	"attr_value" jsonb NOT NULL,
	"edit_status" smallint DEFAULT 1 NOT NULL,
	"audit_reason" varchar(500) DEFAULT '' NOT NULL,
	"submit_time" timestamp with time zone,
	"audit_time" timestamp with time zone,
	"sync_state" varchar(7) DEFAULT 'pending' NOT NULL,
	"sync_error" varchar(500) DEFAULT '' NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "component_draft_product" ON "component_draft" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "component_draft_order" ON "component_draft" USING btree ("id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "component_draft_open" ON "component_draft" USING btree ("submit_time") WHERE not is_del and (edit_status = 2 or sync_state <> 'ok');--> statement-breakpoint
CREATE TABLE "component_sku" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "component_sku_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"product_id" bigint NOT NULL,
	"primary_sku_id" bigint NOT NULL,
	"sku_id" varchar(64) DEFAULT '' NOT NULL,
	"suk" varchar(400) NOT NULL,
	"thumb_img" varchar(512) NOT NULL,
	"sale_price_fen" bigint NOT NULL,
	"market_price_fen" bigint NOT NULL,
	"follows_price" boolean NOT NULL,
	"is_online" boolean DEFAULT false NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "component_sku_primary" ON "component_sku" USING btree ("product_id","primary_sku_id");--> statement-breakpoint
CREATE INDEX "component_sku_main" ON "component_sku" USING btree ("primary_sku_id") WHERE not is_del;--> statement-breakpoint
CREATE TABLE "component_picture" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "component_picture_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shop" varchar(300) NOT NULL,
	"hash" varchar(64) NOT NULL,
	"media_id" varchar(255) DEFAULT '' NOT NULL,
	"temp_url" varchar(512) DEFAULT '' NOT NULL,
	"pay_media_id" varchar(255) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "component_picture_hash" ON "component_picture" USING btree ("shop","hash");--> statement-breakpoint
CREATE INDEX "component_picture_url" ON "component_picture" USING btree ("temp_url") WHERE temp_url <> '';--> statement-breakpoint
CREATE TABLE "component_category" (
	"shop" varchar(300) PRIMARY KEY NOT NULL,
	"categories" jsonb NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "component_event" (
	"event_key" varchar(128) PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "component_event_created" ON "component_event" USING btree ("created_at");--> statement-breakpoint
CREATE TABLE "component_simulated_spu" (
	"out_product_id" varchar(64) PRIMARY KEY NOT NULL,
	"product_id" varchar(64) NOT NULL,
	"title" varchar(60) NOT NULL,
	"status" smallint NOT NULL,
	"edit_status" smallint NOT NULL,
	"reject_reason" varchar(500) DEFAULT '' NOT NULL,
	"submission" integer DEFAULT 1 NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"out_sku_ids" varchar(64)[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "freight_template" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "freight_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 2 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(200) NOT NULL,
	"appoint" smallint NOT NULL,
	"type" smallint NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"undelivery" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "freight_template_name" ON "freight_template" USING btree (lower("name"));--> statement-breakpoint
CREATE TABLE "freight_region" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "freight_region_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"temp_id" bigint NOT NULL,
	"areas" jsonb NOT NULL,
	"city_ids" integer[] NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"first" numeric(9, 4) NOT NULL,
	"first_price_fen" bigint NOT NULL,
	"renewal" numeric(9, 4) NOT NULL,
	"renewal_price_fen" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "freight_region_template" ON "freight_region" USING btree ("temp_id");--> statement-breakpoint
CREATE TABLE "freight_free" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "freight_free_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"temp_id" bigint NOT NULL,
	"areas" jsonb NOT NULL,
	"city_ids" integer[] NOT NULL,
	"number" numeric(9, 4) DEFAULT 0 NOT NULL,
	"price_fen" bigint DEFAULT 0 NOT NULL,
	"free_mode" varchar(3) DEFAULT 'or' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "freight_free_template" ON "freight_free" USING btree ("temp_id");--> statement-breakpoint
CREATE TABLE "freight_undelivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "freight_undelivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"temp_id" bigint NOT NULL,
	"areas" jsonb NOT NULL,
	"city_ids" integer[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "freight_undelivery_template" ON "freight_undelivery" USING btree ("temp_id");--> statement-breakpoint
CREATE TABLE "product_import" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"file_id" bigint NOT NULL,
	"file_name" varchar(100) NOT NULL,
	"file_hash" varchar(64) NOT NULL,
	"format" varchar(10) NOT NULL,
	"mode" varchar(10) NOT NULL,
	"options" jsonb NOT NULL,
	"status" varchar(10) DEFAULT 'checked' NOT NULL,
	"total" integer NOT NULL,
	"valid" integer NOT NULL,
	"creates" integer NOT NULL,
	"updates" integer NOT NULL,
	"skus" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"new_categories" jsonb NOT NULL,
	"new_brands" jsonb NOT NULL,
	"new_labels" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unread" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"task_id" varchar(40) DEFAULT '' NOT NULL,
	"picture_task_id" varchar(40) DEFAULT '' NOT NULL,
	"finish_time" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "product_import_hash" ON "product_import" USING btree ("file_hash");--> statement-breakpoint
CREATE INDEX "product_import_created" ON "product_import" USING btree ("created_at");--> statement-breakpoint
CREATE TABLE "product_import_item" (
	"import_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"action" varchar(10) NOT NULL,
	"status" varchar(10) NOT NULL,
	"product_id" bigint,
	"product" jsonb NOT NULL,
	"errors" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	CONSTRAINT "product_import_item_import_id_position_pk" PRIMARY KEY("import_id","position")
);
--> statement-breakpoint
CREATE INDEX "product_import_item_bad" ON "product_import_item" USING btree ("import_id","position") WHERE status in ('invalid', 'left');--> statement-breakpoint
CREATE TABLE "product_key" (
	"source" varchar(10) NOT NULL,
	"key" varchar(255) NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "product_key_source_key_pk" PRIMARY KEY("source","key")
);
--> statement-breakpoint
CREATE INDEX "product_key_product" ON "product_key" USING btree ("product_id");--> statement-breakpoint
CREATE TABLE "product_import_picture" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_import_picture_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"import_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"url" varchar(2000) NOT NULL,
	"stored" boolean DEFAULT false NOT NULL,
	"path" varchar(512) DEFAULT '' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"reason" varchar(255) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "product_import_picture_url" ON "product_import_picture" USING btree ("import_id","product_id","url");--> statement-breakpoint
CREATE INDEX "product_import_picture_product" ON "product_import_picture" USING btree ("product_id") WHERE stored;--> statement-breakpoint
CREATE INDEX "product_import_picture_open" ON "product_import_picture" USING btree ("import_id","id") WHERE not stored;--> statement-breakpoint
CREATE TABLE "product_label" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_label_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(12) NOT NULL,
	"color" varchar(7) NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"rule" jsonb
);
--> statement-breakpoint
CREATE UNIQUE INDEX "product_label_name" ON "product_label" USING btree (lower("name"));--> statement-breakpoint
CREATE TABLE "param_template" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "param_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(32) NOT NULL,
	"params" jsonb NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "param_template_name" ON "param_template" USING btree (lower("name"));--> statement-breakpoint
CREATE TABLE "form_draft" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_draft_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"admin_id" bigint NOT NULL,
	"kind" varchar(20) NOT NULL,
	"key" varchar(40) NOT NULL,
	"body" jsonb NOT NULL,
	"time" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "form_draft_key" ON "form_draft" USING btree ("admin_id","kind","key");--> statement-breakpoint
CREATE TABLE "product_tab_count" (
	"type" smallint PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_tab_delta" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_tab_delta_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" smallint NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"image" varchar(512) NOT NULL,
	"slider_image" varchar(512)[] NOT NULL,
	"video_link" varchar(512) DEFAULT '' NOT NULL,
	"flat_pattern" varchar(1000) DEFAULT '' NOT NULL,
	"store_name" varchar(128) NOT NULL,
	"store_info" varchar(256) DEFAULT '' NOT NULL,
	"keyword" varchar(255) DEFAULT '' NOT NULL,
	"bar_code" varchar(50) DEFAULT '' NOT NULL,
	"cate_ids" bigint[] NOT NULL,
	"unit_name" varchar(32) DEFAULT '件' NOT NULL,
	"spec_type" boolean DEFAULT false NOT NULL,
	"price_fen" bigint DEFAULT 0 NOT NULL,
	"ot_price_fen" bigint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"vip_price_fen" bigint,
	"price_max_fen" bigint DEFAULT 0 NOT NULL,
	"stock" integer DEFAULT 0 NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"alert" boolean DEFAULT false NOT NULL,
	"sku_count" integer DEFAULT 0 NOT NULL,
	"ficti" integer DEFAULT 0 NOT NULL,
	"browse" integer DEFAULT 0 NOT NULL,
	"collect_count" integer DEFAULT 0 NOT NULL,
	"temp_id" bigint NOT NULL,
	"give_integral" integer DEFAULT 0 NOT NULL,
	"is_sub" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"origin" varchar(64) DEFAULT '' NOT NULL,
	"is_best" boolean DEFAULT false NOT NULL,
	"is_hot" boolean DEFAULT false NOT NULL,
	"is_new" boolean DEFAULT false NOT NULL,
	"is_benefit" boolean DEFAULT false NOT NULL,
	"is_good" boolean DEFAULT false NOT NULL,
	"activity" smallint[] DEFAULT '{0,1,2,3}' NOT NULL,
	"is_show" boolean DEFAULT false NOT NULL,
	"first_show_time" timestamp with time zone,
	"is_recycle" boolean DEFAULT false NOT NULL,
	"recycle_time" timestamp with time zone,
	"is_del" boolean DEFAULT false NOT NULL,
	"code_path" varchar(512) DEFAULT '' NOT NULL,
	"source_link" varchar(512) DEFAULT '' NOT NULL,
	"brand_id" bigint DEFAULT 0 NOT NULL,
	"label_ids" bigint[] DEFAULT '{}' NOT NULL,
	"params" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ensure_ids" bigint[] DEFAULT '{}' NOT NULL,
	"alert_stock" integer,
	"min_qty" integer DEFAULT 1 NOT NULL,
	"limit_type" smallint DEFAULT 0 NOT NULL,
	"limit_num" integer DEFAULT 0 NOT NULL,
	"auto_on_time" timestamp with time zone,
	"auto_off_time" timestamp with time zone,
	"visibility" smallint DEFAULT 0 NOT NULL,
	"share_title" varchar(64) DEFAULT '' NOT NULL,
	"share_image" varchar(512) DEFAULT '' NOT NULL,
	"remark" varchar(500) DEFAULT '' NOT NULL,
	"reply_count" integer DEFAULT 0 NOT NULL,
	"good_count" integer DEFAULT 0 NOT NULL,
	"medium_count" integer DEFAULT 0 NOT NULL,
	"poor_count" integer DEFAULT 0 NOT NULL,
	"star_avg" numeric(2, 1) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "product_on_shelf" ON "product" USING btree ("sort","id") WHERE is_show and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_off_shelf" ON "product" USING btree ("sort","id") WHERE not is_show and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_sold_out" ON "product" USING btree ("sort","id") WHERE stock <= 0 and first_show_time is not null and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_alert" ON "product" USING btree ("sort","id") WHERE alert and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_recycled" ON "product" USING btree ("sort","id") WHERE is_recycle and not is_del;--> statement-breakpoint
CREATE INDEX "product_price" ON "product" USING btree ("price_fen","id") WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_price_up" ON "product" USING btree ("price_fen","id" DESC NULLS FIRST) WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_sales" ON "product" USING btree (("sales" + "ficti"),"id") WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_sales_up" ON "product" USING btree (("sales" + "ficti"),"id" DESC NULLS FIRST) WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_stock" ON "product" USING btree ("stock","id") WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_stock_up" ON "product" USING btree ("stock","id" DESC NULLS FIRST) WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_created" ON "product" USING btree ("created_at","id") WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_temp_id" ON "product" USING btree ("temp_id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "product_name" ON "product" USING btree (lower(store_name)) WHERE not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_brand_id" ON "product" USING btree ("brand_id","id") WHERE brand_id <> 0 and not is_del;--> statement-breakpoint
CREATE INDEX "product_best" ON "product" USING btree ("sort","id") WHERE is_best and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_hot" ON "product" USING btree ("sort","id") WHERE is_hot and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_new" ON "product" USING btree ("sort","id") WHERE is_new and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_benefit" ON "product" USING btree ("sort","id") WHERE is_benefit and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_good" ON "product" USING btree ("sort","id") WHERE is_good and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_no_image" ON "product" USING btree ("sort","id") WHERE image = '' and not is_del and not is_recycle;--> statement-breakpoint
CREATE INDEX "product_label_ids" ON "product" USING gin ("label_ids") WHERE label_ids <> '{}' and not is_del;--> statement-breakpoint
CREATE INDEX "product_auto_on" ON "product" USING btree ("auto_on_time") WHERE auto_on_time is not null;--> statement-breakpoint
CREATE INDEX "product_auto_off" ON "product" USING btree ("auto_off_time") WHERE auto_off_time is not null;--> statement-breakpoint
CREATE INDEX "product_updated" ON "product" USING btree ("updated_at");--> statement-breakpoint
CREATE TABLE "product_content" (
	"product_id" bigint PRIMARY KEY NOT NULL,
	"html" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_attr" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_attr_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"position" smallint NOT NULL,
	"attr_name" varchar(32) NOT NULL,
	"attr_values" varchar(64)[] NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "product_attr_position" ON "product_attr" USING btree ("product_id","position");--> statement-breakpoint
CREATE TABLE "product_sku" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_sku_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"product_id" bigint NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"attr_value" jsonb NOT NULL,
	"attr_key" text NOT NULL,
	"suk" varchar(400) NOT NULL,
	"unique" varchar(8) NOT NULL,
	"image" varchar(512) NOT NULL,
	"price_fen" bigint NOT NULL,
	"ot_price_fen" bigint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"vip_price_fen" bigint,
	"stock" integer DEFAULT 0 NOT NULL,
	"sales" integer DEFAULT 0 NOT NULL,
	"bar_code" varchar(50) DEFAULT '' NOT NULL,
	"sku_no" varchar(50) DEFAULT '' NOT NULL,
	"weight" numeric(9, 3) DEFAULT 0 NOT NULL,
	"volume" numeric(10, 4) DEFAULT 0 NOT NULL,
	"brokerage_fen" bigint DEFAULT 0 NOT NULL,
	"brokerage_two_fen" bigint DEFAULT 0 NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"alert_stock" integer,
	"is_del" boolean DEFAULT false NOT NULL,
	CONSTRAINT "product_sku_stock" CHECK ("product_sku"."stock" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "product_sku_attr" ON "product_sku" USING btree ("product_id","attr_key");--> statement-breakpoint
CREATE UNIQUE INDEX "product_sku_unique" ON "product_sku" USING btree ("unique");--> statement-breakpoint
CREATE UNIQUE INDEX "product_sku_no" ON "product_sku" USING btree (lower("sku_no")) WHERE sku_no <> '' and not is_del;--> statement-breakpoint
CREATE INDEX "product_sku_bar_code" ON "product_sku" USING btree ("bar_code") WHERE bar_code <> '';--> statement-breakpoint
CREATE INDEX "product_sku_margin" ON "product_sku" USING btree ((cost_fen::float8 / least(price_fen, coalesce(vip_price_fen, price_fen)))) WHERE cost_fen > 0 and price_fen > 0 and vip_price_fen is distinct from 0 and is_show and not is_del;--> statement-breakpoint
CREATE TABLE "product_category" (
	"product_id" bigint NOT NULL,
	"category_id" bigint NOT NULL,
	"is_direct" boolean NOT NULL,
	CONSTRAINT "product_category_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
);
--> statement-breakpoint
CREATE INDEX "product_category_products" ON "product_category" USING btree ("category_id","product_id");--> statement-breakpoint
CREATE TABLE "product_search" (
	"product_id" bigint PRIMARY KEY NOT NULL,
	"tokens" text[] NOT NULL,
	"text_norm" text NOT NULL,
	"tab" smallint NOT NULL,
	"sort" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "product_search_tokens" ON "product_search" USING gin ("tokens") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "product_search_tab" ON "product_search" USING btree ("tab","sort","product_id");--> statement-breakpoint
CREATE TABLE "product_reply" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_reply_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"uid" bigint DEFAULT 0 NOT NULL,
	"oid" bigint DEFAULT 0 NOT NULL,
	"product_id" bigint NOT NULL,
	"unique" varchar(32) DEFAULT '' NOT NULL,
	"sku" varchar(400) DEFAULT '' NOT NULL,
	"reply_type" varchar(16) DEFAULT 'product' NOT NULL,
	"product_score" smallint NOT NULL,
	"service_score" smallint NOT NULL,
	"star" smallint NOT NULL,
	"level" varchar(8) NOT NULL,
	"comment" varchar(512) NOT NULL,
	"pics" varchar(512)[] DEFAULT '{}' NOT NULL,
	"nickname" varchar(64) NOT NULL,
	"avatar" varchar(512) DEFAULT '' NOT NULL,
	"is_reply" boolean DEFAULT false NOT NULL,
	"merchant_reply_content" varchar(300) DEFAULT '' NOT NULL,
	"merchant_reply_time" timestamp with time zone,
	"reply_by" bigint,
	"is_virtual" boolean DEFAULT false NOT NULL,
	"is_auto" boolean DEFAULT false NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL,
	"is_top" boolean DEFAULT false NOT NULL,
	"audit_status" smallint DEFAULT 1 NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "product_reply_newest" ON "product_reply" USING btree ("created_at","id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "product_reply_unanswered" ON "product_reply" USING btree ("created_at","id") WHERE not is_reply and not is_del;--> statement-breakpoint
CREATE INDEX "product_reply_waiting" ON "product_reply" USING btree ("created_at","id") WHERE not is_reply and not is_virtual and not is_auto and audit_status <> 2 and not is_del;--> statement-breakpoint
CREATE INDEX "product_reply_product" ON "product_reply" USING btree ("product_id","created_at","id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "product_reply_counted" ON "product_reply" USING btree ("product_id","is_virtual","level","star") WHERE is_show and audit_status = 1 and not is_del;--> statement-breakpoint
CREATE TABLE "product_rule" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_rule_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"rule_name" varchar(32) NOT NULL,
	"rule_value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "product_rule_name" ON "product_rule" USING btree (lower("rule_name"));--> statement-breakpoint
CREATE TABLE "stock_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"sku_id" bigint NOT NULL,
	"change" integer NOT NULL,
	"before" integer NOT NULL,
	"after" integer NOT NULL,
	"reason" varchar(20) NOT NULL,
	"ref_type" varchar(20) DEFAULT '' NOT NULL,
	"ref_id" varchar(64) DEFAULT '' NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"operator_type" varchar(6) NOT NULL,
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"operator_name" varchar(100) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "stock_ledger_sku" ON "stock_ledger" USING btree ("sku_id","id");--> statement-breakpoint
CREATE INDEX "stock_ledger_product" ON "stock_ledger" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "stock_ledger_reason" ON "stock_ledger" USING btree ("reason","id");--> statement-breakpoint
CREATE INDEX "stock_ledger_operator" ON "stock_ledger" USING btree ("operator_id","id") WHERE operator_id <> 0;--> statement-breakpoint
CREATE INDEX "stock_ledger_created" ON "stock_ledger" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "stock_ledger_ref" ON "stock_ledger" USING btree ("ref_id") WHERE ref_id <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "stock_ledger_given_back" ON "stock_ledger" USING btree ("ref_type","ref_id","sku_id","reason") WHERE ref_id <> '' and reason in ('order_cancel', 'order_refund', 'activity_cancel', 'component_cancel', 'return_in');--> statement-breakpoint
CREATE TABLE "price_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"sku_id" bigint NOT NULL,
	"field" varchar(12) NOT NULL,
	"old_fen" bigint,
	"new_fen" bigint,
	"source" varchar(8) NOT NULL,
	"operator_type" varchar(6) NOT NULL,
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"operator_name" varchar(100) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "price_history_product" ON "price_history" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "price_history_sku" ON "price_history" USING btree ("sku_id","id");--> statement-breakpoint
CREATE INDEX "price_history_created" ON "price_history" USING btree ("created_at");--> statement-breakpoint
CREATE TABLE "product_refresh" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_refresh_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"search" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stock_mismatch" (
	"sku_id" bigint PRIMARY KEY NOT NULL,
	"product_id" bigint NOT NULL,
	"stock" integer NOT NULL,
	"ledger" bigint NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_undo_item" (
	"undo_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"change" jsonb,
	"version" integer NOT NULL,
	"ledger_id" bigint NOT NULL,
	"outcome" varchar(10),
	"reason" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "product_undo_item_undo_id_product_id_pk" PRIMARY KEY("undo_id","product_id")
);
--> statement-breakpoint
CREATE INDEX "product_undo_item_recycled" ON "product_undo_item" USING btree ("product_id") WHERE outcome = 'recycled';--> statement-breakpoint
CREATE INDEX "product_undo_item_open" ON "product_undo_item" USING btree ("undo_id","product_id") WHERE outcome is null;--> statement-breakpoint
CREATE TABLE "product_undo" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "product_undo_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" varchar(10) NOT NULL,
	"ref_id" bigint DEFAULT 0 NOT NULL,
	"title" varchar(120) NOT NULL,
	"action_task_id" varchar(40) DEFAULT '' NOT NULL,
	"request_id" varchar(64) DEFAULT '' NOT NULL,
	"status" varchar(10) DEFAULT 'open' NOT NULL,
	"task_id" varchar(40) DEFAULT '' NOT NULL,
	"undone_by" bigint,
	"finish_time" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "product_undo_ref" ON "product_undo" USING btree ("kind","ref_id") WHERE ref_id <> 0;--> statement-breakpoint
CREATE INDEX "product_undo_created" ON "product_undo" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "product_undo_request" ON "product_undo" USING btree ("request_id");--> statement-breakpoint
CREATE TABLE "product_coupon" (
	"product_id" bigint NOT NULL,
	"coupon_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_coupon_product_id_coupon_id_pk" PRIMARY KEY("product_id","coupon_id")
);
--> statement-breakpoint
CREATE INDEX "product_coupon_coupon" ON "product_coupon" USING btree ("coupon_id","product_id");--> statement-breakpoint
-- The stock ledger and the price history are append-only.
CREATE FUNCTION product_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER stock_ledger_append_only BEFORE UPDATE OR DELETE ON "stock_ledger"
  FOR EACH ROW EXECUTE FUNCTION product_refuse_change();
--> statement-breakpoint
CREATE TRIGGER stock_ledger_no_truncate BEFORE TRUNCATE ON "stock_ledger"
  FOR EACH STATEMENT EXECUTE FUNCTION product_refuse_change();
--> statement-breakpoint
CREATE TRIGGER price_history_append_only BEFORE UPDATE OR DELETE ON "price_history"
  FOR EACH ROW EXECUTE FUNCTION product_refuse_change();
--> statement-breakpoint
CREATE TRIGGER price_history_no_truncate BEFORE TRUNCATE ON "price_history"
  FOR EACH STATEMENT EXECUTE FUNCTION product_refuse_change();
--> statement-breakpoint
-- The tabs of the product list that a product appears in.
CREATE FUNCTION product_tabs_of(
  is_show boolean, is_recycle boolean, is_del boolean, stock integer, alert boolean, first_show_time timestamptz)
  RETURNS smallint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN is_del THEN '{}'::smallint[]
    WHEN is_recycle THEN '{5}'::smallint[]
    ELSE ARRAY[CASE WHEN is_show THEN 1 ELSE 2 END]::smallint[]
      || CASE WHEN stock <= 0 AND first_show_time IS NOT NULL THEN '{3}'::smallint[] ELSE '{}'::smallint[] END
      || CASE WHEN alert THEN '{4}'::smallint[] ELSE '{}'::smallint[] END
  END
$$;
--> statement-breakpoint
-- Records how many products a statement moved between tabs: one row per tab, however many products it touched.
CREATE FUNCTION product_note_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tab_delta (type, change)
    SELECT tab, count(*) FROM added AS p,
      unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert, p.first_show_time)) AS tab GROUP BY tab;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION product_note_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tab_delta (type, change)
    SELECT tab, -count(*) FROM removed AS p,
      unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert, p.first_show_time)) AS tab GROUP BY tab;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION product_note_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_tab_delta (type, change)
    SELECT tab, sum(change) FROM (
      SELECT tab, 1 AS change FROM added AS p,
        unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert, p.first_show_time)) AS tab
      UNION ALL
      SELECT tab, -1 FROM removed AS p,
        unnest(product_tabs_of(p.is_show, p.is_recycle, p.is_del, p.stock, p.alert, p.first_show_time)) AS tab
    ) AS moves GROUP BY tab HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER product_tab_insert AFTER INSERT ON "product" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION product_note_added();
--> statement-breakpoint
CREATE TRIGGER product_tab_update AFTER UPDATE ON "product" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION product_note_moved();
--> statement-breakpoint
CREATE TRIGGER product_tab_delete AFTER DELETE ON "product" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION product_note_removed();
--> statement-breakpoint
INSERT INTO product_tab_count (type, count) SELECT tab, 0 FROM generate_series(1, 5) AS tab;--> statement-breakpoint
-- Counts the products that a search finds in a tab, up to a limit. It forces the index of tokens: the planner underestimates the cost
-- of checking tokens row by row and would scan the table.
CREATE FUNCTION product_search_count(wanted text[], patterns text[], given smallint, most integer) RETURNS integer
  LANGUAGE plpgsql STABLE PARALLEL SAFE SET enable_seqscan TO off SET enable_indexscan TO off AS $$
BEGIN
  RETURN (SELECT count(*) FROM (
    SELECT FROM product_search WHERE tokens @> wanted AND text_norm LIKE ALL (patterns) AND tab = given LIMIT most) AS found);
END $$;
--> statement-breakpoint
-- The rows that search is expected to find, by the planner's statistics: a guess about words that they do not list.
CREATE FUNCTION product_search_guess(wanted text[]) RETURNS float8 LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  plan json;
BEGIN
  EXECUTE 'EXPLAIN (FORMAT JSON) SELECT FROM product_search WHERE tokens @> $1' INTO plan USING wanted;
  RETURN (plan -> 0 -> 'Plan' ->> 'Plan Rows')::float8;
END $$;
--> statement-breakpoint
-- A page of the products that a search finds in a tab, except the ids in `without`. Frequent words are looked for among the first
-- products of the tab, in page order. Words that are rare, or that those do not have, are found by the index of tokens. It never
-- walks through the whole tab: words that are frequent one by one may stand in no product together. As a rule they do: the pairs of
-- one word, which the planner takes for independent. So each is guessed by itself, with the category.
CREATE FUNCTION product_search_page(wanted text[], patterns text[], given smallint, without bigint[], most integer, skip integer)
  RETURNS SETOF bigint LANGUAGE plpgsql VOLATILE SET enable_seqscan TO off SET enable_indexscan TO on AS $$
DECLARE
  category text[] := ARRAY(SELECT token FROM unnest(wanted) AS token WHERE token LIKE 'c:%');
  found bigint[];
BEGIN
  IF (SELECT min(product_search_guess(token || category)) FROM unnest(wanted) AS token) > 2000 THEN
    found := ARRAY(SELECT product_id FROM (
        SELECT * FROM product_search WHERE tab = given ORDER BY sort DESC, product_id DESC LIMIT 5000 + 20 * skip
      ) AS first_ones
      WHERE tokens @> wanted AND text_norm LIKE ALL (patterns) AND product_id <> ALL (without)
      ORDER BY sort DESC, product_id DESC LIMIT most OFFSET skip);
    IF cardinality(found) = most THEN
      RETURN QUERY SELECT unnest(found);
      RETURN;
    END IF;
  END IF;
  -- The setting of the function's head ends this one, too.
  SET LOCAL enable_indexscan TO off;
  RETURN QUERY EXECUTE 'SELECT product_id FROM product_search
    WHERE tokens @> $1 AND text_norm LIKE ALL ($2) AND tab = $3 AND product_id <> ALL ($4)
    ORDER BY sort DESC, product_id DESC LIMIT $5 OFFSET $6' USING wanted, patterns, given, without, most, skip;
END $$;
--> statement-breakpoint
-- The products that a search finds in any tab, or null when they are more than `most`. For a frequent word the planner's statistics
-- settle that without reading its products.
CREATE FUNCTION product_search_few(wanted text[], patterns text[], most integer) RETURNS bigint[]
  LANGUAGE plpgsql VOLATILE SET enable_seqscan TO off SET enable_indexscan TO off AS $$
DECLARE
  found bigint[];
BEGIN
  IF product_search_guess(wanted) > most * 4 THEN
    RETURN NULL;
  END IF;
  found := ARRAY(SELECT product_id FROM product_search WHERE tokens @> wanted AND text_norm LIKE ALL (patterns) LIMIT most + 1);
  RETURN CASE WHEN cardinality(found) <= most THEN found END;
END $$;
--> statement-breakpoint

-- ---- store ----

CREATE TABLE "store_staff" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_staff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"uid" bigint,
	"admin_id" bigint,
	"store_id" bigint NOT NULL,
	"avatar" varchar(512) DEFAULT '' NOT NULL,
	"staff_name" varchar(64) NOT NULL,
	"phone" varchar(11) DEFAULT '' NOT NULL,
	"verify_status" boolean DEFAULT false NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"notify" boolean DEFAULT true NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "store_staff_uid" ON "store_staff" USING btree ("uid") WHERE not is_del;--> statement-breakpoint
CREATE UNIQUE INDEX "store_staff_admin" ON "store_staff" USING btree ("store_id","admin_id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "store_staff_account" ON "store_staff" USING btree ("admin_id");--> statement-breakpoint
CREATE TABLE "store" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(40) NOT NULL,
	"introduction" varchar(100) DEFAULT '' NOT NULL,
	"phone" varchar(20) NOT NULL,
	"city_ids" integer[] NOT NULL,
	"detailed_address" varchar(255) NOT NULL,
	"image" varchar(512) NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"opens_at" char(5),
	"closes_at" char(5),
	"is_show" boolean DEFAULT true NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "store_name" ON "store" USING btree (lower("name")) WHERE not is_del;--> statement-breakpoint
CREATE INDEX "store_changed" ON "store" USING btree ("updated_at","id");--> statement-breakpoint

-- ---- user ----

CREATE TABLE "user_group" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"group_name" varchar(64) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_group_name" ON "user_group" USING btree (lower("group_name"));--> statement-breakpoint
CREATE TABLE "user_bill" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_bill_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"link_id" varchar(64) DEFAULT '' NOT NULL,
	"title" varchar(64) NOT NULL,
	"mark" varchar(255) DEFAULT '' NOT NULL,
	"biz_key" varchar(100),
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"pm" smallint NOT NULL,
	"type" varchar(24) NOT NULL,
	"number_fen" bigint NOT NULL,
	"balance_fen" bigint NOT NULL,
	"affect_balance" boolean DEFAULT true NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"pay_type" varchar(8) DEFAULT '' NOT NULL,
	CONSTRAINT "user_bill_number" CHECK (number_fen > 0 and pm in (0, 1))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_bill_biz" ON "user_bill" USING btree ("biz_key");--> statement-breakpoint
CREATE INDEX "user_bill_uid" ON "user_bill" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_bill_type" ON "user_bill" USING btree ("type","created_at");--> statement-breakpoint
CREATE INDEX "user_bill_created" ON "user_bill" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_bill_link" ON "user_bill" USING btree ("link_id") WHERE link_id <> '';--> statement-breakpoint
CREATE TABLE "user_experience_record" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_experience_record_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"link_id" varchar(64) DEFAULT '' NOT NULL,
	"title" varchar(64) NOT NULL,
	"mark" varchar(255) DEFAULT '' NOT NULL,
	"biz_key" varchar(100),
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"link_type" varchar(8) NOT NULL,
	"type" smallint NOT NULL,
	"experience" integer NOT NULL,
	"balance" integer NOT NULL,
	CONSTRAINT "user_experience_record_amount" CHECK (experience > 0 and type in (1, 2))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_experience_record_biz" ON "user_experience_record" USING btree ("biz_key");--> statement-breakpoint
CREATE INDEX "user_experience_record_uid" ON "user_experience_record" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_experience_record_type" ON "user_experience_record" USING btree ("link_type","created_at");--> statement-breakpoint
CREATE INDEX "user_experience_record_created" ON "user_experience_record" USING btree ("created_at");--> statement-breakpoint
CREATE TABLE "user_integral_record" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_integral_record_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"link_id" varchar(64) DEFAULT '' NOT NULL,
	"title" varchar(64) NOT NULL,
	"mark" varchar(255) DEFAULT '' NOT NULL,
	"biz_key" varchar(100),
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"link_type" varchar(8) NOT NULL,
	"type" smallint NOT NULL,
	"integral" integer NOT NULL,
	"balance" integer NOT NULL,
	"status" smallint NOT NULL,
	"frozen_time" integer DEFAULT 0 NOT NULL,
	"thaw_time" timestamp with time zone,
	CONSTRAINT "user_integral_record_amount" CHECK (integral >= 0 and type in (1, 2))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_integral_record_biz" ON "user_integral_record" USING btree ("biz_key");--> statement-breakpoint
CREATE INDEX "user_integral_record_uid" ON "user_integral_record" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_integral_record_type" ON "user_integral_record" USING btree ("link_type","created_at");--> statement-breakpoint
CREATE INDEX "user_integral_record_created" ON "user_integral_record" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_integral_record_updated" ON "user_integral_record" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "user_integral_record_owed" ON "user_integral_record" USING btree ("uid") WHERE type = 2 and status = 2;--> statement-breakpoint
CREATE INDEX "user_integral_record_thaw" ON "user_integral_record" USING btree ("status","thaw_time");--> statement-breakpoint
CREATE TABLE "user_level_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_level_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"level_id" bigint NOT NULL,
	"grade" smallint NOT NULL,
	"discount" smallint NOT NULL,
	"auto" boolean NOT NULL,
	"mark" varchar(255) DEFAULT '' NOT NULL,
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "user_level_log_uid" ON "user_level_log" USING btree ("uid","id");--> statement-breakpoint
CREATE TABLE "user_level" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_level_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(50) NOT NULL,
	"grade" smallint NOT NULL,
	"experience" integer NOT NULL,
	"discount" smallint DEFAULT 100 NOT NULL,
	"icon" varchar(512) DEFAULT '' NOT NULL,
	"is_show" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_level_grade" ON "user_level" USING btree ("grade");--> statement-breakpoint
CREATE UNIQUE INDEX "user_level_name" ON "user_level" USING btree (lower("name"));--> statement-breakpoint
CREATE TABLE "user_note" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"content" varchar(500) NOT NULL,
	"operator_id" bigint NOT NULL,
	"operator_name" varchar(100) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "user_note_uid" ON "user_note" USING btree ("uid","id");--> statement-breakpoint
CREATE TABLE "user_segment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_segment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(50) NOT NULL,
	"query" jsonb NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"sized_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_segment_name" ON "user_segment" USING btree (lower("name"));--> statement-breakpoint
CREATE TABLE "shop_user" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"account" varchar(32) NOT NULL,
	"password_hash" varchar(200) DEFAULT '' NOT NULL,
	"nickname" varchar(64) DEFAULT '' NOT NULL,
	"avatar" varchar(512) DEFAULT '' NOT NULL,
	"real_name" varchar(32) DEFAULT '' NOT NULL,
	"phone" varchar(18),
	"birthday" date,
	"card_id" varchar(18) DEFAULT '' NOT NULL,
	"sex" smallint DEFAULT 0 NOT NULL,
	"mark" varchar(255) DEFAULT '' NOT NULL,
	"country" varchar(64) DEFAULT '' NOT NULL,
	"province" varchar(64) DEFAULT '' NOT NULL,
	"city" varchar(64) DEFAULT '' NOT NULL,
	"address" varchar(255) DEFAULT '' NOT NULL,
	"group_id" bigint,
	"tag_ids" integer[] DEFAULT '{}' NOT NULL,
	"now_money_fen" bigint DEFAULT 0 NOT NULL,
	"brokerage_price_fen" bigint DEFAULT 0 NOT NULL,
	"integral" integer DEFAULT 0 NOT NULL,
	"experience" integer DEFAULT 0 NOT NULL,
	"level" bigint DEFAULT 0 NOT NULL,
	"level_auto" boolean DEFAULT true NOT NULL,
	"sign_num" integer DEFAULT 0 NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"close_reason" varchar(255) DEFAULT '' NOT NULL,
	"user_type" varchar(8) DEFAULT 'h5' NOT NULL,
	"login_type" varchar(8) DEFAULT 'h5' NOT NULL,
	"is_promoter" boolean DEFAULT false NOT NULL,
	"promoter_time" timestamp with time zone,
	"spread_uid" bigint DEFAULT 0 NOT NULL,
	"spread_time" timestamp with time zone,
	"path" varchar(1000) DEFAULT '/' NOT NULL,
	"pay_count" integer DEFAULT 0 NOT NULL,
	"spread_count" integer DEFAULT 0 NOT NULL,
	"consume_money_fen" bigint DEFAULT 0 NOT NULL,
	"refund_money_fen" bigint DEFAULT 0 NOT NULL,
	"last_pay_time" timestamp with time zone,
	"subscribe" boolean DEFAULT false NOT NULL,
	"add_ip" varchar(64) DEFAULT '' NOT NULL,
	"last_ip" varchar(64) DEFAULT '' NOT NULL,
	"last_login_time" timestamp with time zone,
	CONSTRAINT "shop_user_balances" CHECK (now_money_fen >= 0 and integral >= 0 and experience >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "shop_user_phone" ON "shop_user" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "shop_user_account" ON "shop_user" USING btree ("account");--> statement-breakpoint
CREATE INDEX "shop_user_created" ON "shop_user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "shop_user_last_login" ON "shop_user" USING btree ("last_login_time","id");--> statement-breakpoint
CREATE INDEX "shop_user_last_pay" ON "shop_user" USING btree ("last_pay_time","id");--> statement-breakpoint
CREATE INDEX "shop_user_pay_count" ON "shop_user" USING btree ("pay_count","id");--> statement-breakpoint
CREATE INDEX "shop_user_consume" ON "shop_user" USING btree ("consume_money_fen","id");--> statement-breakpoint
CREATE INDEX "shop_user_level" ON "shop_user" USING btree ("level","id");--> statement-breakpoint
CREATE INDEX "shop_user_group" ON "shop_user" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "shop_user_type" ON "shop_user" USING btree ("user_type","id");--> statement-breakpoint
CREATE INDEX "shop_user_tags" ON "shop_user" USING gin ("tag_ids");--> statement-breakpoint
CREATE INDEX "shop_user_spread" ON "shop_user" USING btree ("spread_uid","id") WHERE spread_uid <> 0;--> statement-breakpoint
CREATE INDEX "shop_user_nickname" ON "shop_user" USING btree ("nickname" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "shop_user_real_name" ON "shop_user" USING btree ("real_name" text_pattern_ops);--> statement-breakpoint
CREATE TABLE "user_tag" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_tag_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(50) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_tag_name" ON "user_tag" USING btree (lower("name"));--> statement-breakpoint
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
CREATE TABLE "ended_identity" (
	"digest" varchar(43) NOT NULL,
	"uid" bigint NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ended_identity_digest_uid_pk" PRIMARY KEY("digest","uid")
);
--> statement-breakpoint
CREATE TABLE "former_account" (
	"uid" bigint NOT NULL,
	"former_uid" bigint NOT NULL,
	CONSTRAINT "former_account_uid_former_uid_pk" PRIMARY KEY("uid","former_uid")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_session_token" ON "buyer_session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "buyer_session_uid" ON "buyer_session" USING btree ("uid","last_active_at");--> statement-breakpoint
CREATE INDEX "buyer_session_active" ON "buyer_session" USING btree ("last_active_at","id");--> statement-breakpoint
CREATE INDEX "buyer_session_expires" ON "buyer_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ended_identity_ended" ON "ended_identity" USING btree ("ended_at");--> statement-breakpoint
CREATE TABLE "buyer_address" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "buyer_address_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"real_name" varchar(32) NOT NULL,
	"phone" varchar(11) NOT NULL,
	"city_id" integer NOT NULL,
	"province" varchar(100) NOT NULL,
	"city" varchar(100) NOT NULL,
	"district" varchar(201) NOT NULL,
	"detail" varchar(256) NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "buyer_address_uid" ON "buyer_address" USING btree ("uid","id");--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_address_default" ON "buyer_address" USING btree ("uid") WHERE is_default;--> statement-breakpoint
CREATE INDEX "buyer_address_city" ON "buyer_address" USING btree ("city_id");--> statement-breakpoint
CREATE TABLE "user_collect" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_collect_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_collect_once" ON "user_collect" USING btree ("uid","product_id");--> statement-breakpoint
CREATE INDEX "user_collect_uid" ON "user_collect" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_collect_product" ON "user_collect" USING btree ("product_id","id");--> statement-breakpoint
ALTER TABLE "shop_user" SET (fillfactor = 85);--> statement-breakpoint
-- The ledgers of customers are append-only.
CREATE FUNCTION user_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER user_bill_append_only BEFORE UPDATE OR DELETE ON "user_bill"
  FOR EACH ROW EXECUTE FUNCTION user_refuse_change();
--> statement-breakpoint
CREATE TRIGGER user_bill_no_truncate BEFORE TRUNCATE ON "user_bill"
  FOR EACH STATEMENT EXECUTE FUNCTION user_refuse_change();
--> statement-breakpoint
CREATE TRIGGER user_experience_record_append_only BEFORE UPDATE OR DELETE ON "user_experience_record"
  FOR EACH ROW EXECUTE FUNCTION user_refuse_change();
--> statement-breakpoint
CREATE TRIGGER user_experience_record_no_truncate BEFORE TRUNCATE ON "user_experience_record"
  FOR EACH STATEMENT EXECUTE FUNCTION user_refuse_change();
--> statement-breakpoint
CREATE TRIGGER user_level_log_append_only BEFORE UPDATE OR DELETE ON "user_level_log"
  FOR EACH ROW EXECUTE FUNCTION user_refuse_change();
--> statement-breakpoint
CREATE TRIGGER user_level_log_no_truncate BEFORE TRUNCATE ON "user_level_log"
  FOR EACH STATEMENT EXECUTE FUNCTION user_refuse_change();
--> statement-breakpoint
-- A points record that did not move the balance yet goes on to its next status; what it says of its event stays.
CREATE FUNCTION user_integral_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status NOT IN (1, 2) OR NEW.status < OLD.status
    OR (NEW.id, NEW.uid, NEW.type, NEW.link_type, NEW.link_id, NEW.title, NEW.operator_id, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.uid, OLD.type, OLD.link_type, OLD.link_id, OLD.title, OLD.operator_id, OLD.created_at)
    OR NEW.biz_key IS DISTINCT FROM OLD.biz_key
  THEN
    RAISE EXCEPTION 'user_integral_record is append-only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_integral_record_step BEFORE UPDATE ON "user_integral_record"
  FOR EACH ROW EXECUTE FUNCTION user_integral_step();
--> statement-breakpoint
CREATE TRIGGER user_integral_record_append_only BEFORE DELETE ON "user_integral_record"
  FOR EACH ROW EXECUTE FUNCTION user_refuse_change();
--> statement-breakpoint
CREATE TRIGGER user_integral_record_no_truncate BEFORE TRUNCATE ON "user_integral_record"
  FOR EACH STATEMENT EXECUTE FUNCTION user_refuse_change();
--> statement-breakpoint

-- ---- coupon ----

CREATE TABLE "coupon_code_use" (
	"code_id" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupon_code_use_code_id_uid_pk" PRIMARY KEY("code_id","uid")
);
--> statement-breakpoint
CREATE TABLE "coupon_code" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_code_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"coupon_id" bigint NOT NULL,
	"batch_no" varchar(40) NOT NULL,
	"batch_name" varchar(40) DEFAULT '' NOT NULL,
	"kind" varchar(6) NOT NULL,
	"digest" varchar(64) NOT NULL,
	"tail" varchar(4) NOT NULL,
	"uid" bigint,
	"used_at" timestamp with time zone,
	"use_count" integer DEFAULT 0 NOT NULL,
	"most_uses" integer DEFAULT 0 NOT NULL,
	"is_void" boolean DEFAULT false NOT NULL,
	CONSTRAINT "coupon_code_uses" CHECK (use_count >= 0 and (most_uses = 0 or use_count <= most_uses))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code_digest" ON "coupon_code" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "coupon_code_coupon" ON "coupon_code" USING btree ("coupon_id","batch_no");--> statement-breakpoint
CREATE INDEX "coupon_code_batch" ON "coupon_code" USING btree ("batch_no");--> statement-breakpoint
CREATE INDEX "coupon_code_used" ON "coupon_code" USING btree ("batch_no") WHERE uid is not null;--> statement-breakpoint
CREATE INDEX "coupon_code_void" ON "coupon_code" USING btree ("batch_no") WHERE is_void;--> statement-breakpoint
CREATE TABLE "coupon_user" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_user_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"coupon_id" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"seq" integer,
	"name" varchar(64) NOT NULL,
	"money_fen" bigint NOT NULL,
	"min_price_fen" bigint NOT NULL,
	"use_type" smallint NOT NULL,
	"scope_ids" bigint[] NOT NULL,
	"source" varchar(8) NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"start_time" timestamp with time zone NOT NULL,
	"end_time" timestamp with time zone NOT NULL,
	"use_time" timestamp with time zone,
	"order_id" bigint,
	"gift_order_id" bigint,
	"send_id" bigint,
	"void_reason" varchar(100) DEFAULT '' NOT NULL,
	"void_time" timestamp with time zone,
	CONSTRAINT "coupon_user_used" CHECK ((status = 1) = (order_id is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_user_seq" ON "coupon_user" USING btree ("coupon_id","uid","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_user_send" ON "coupon_user" USING btree ("send_id","uid") WHERE send_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_user_order" ON "coupon_user" USING btree ("order_id") WHERE status = 1;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_user_gift" ON "coupon_user" USING btree ("gift_order_id","coupon_id") WHERE source = 'buy';--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_user_new" ON "coupon_user" USING btree ("coupon_id","uid") WHERE source = 'new';--> statement-breakpoint
CREATE INDEX "coupon_user_owner" ON "coupon_user" USING btree ("uid","status","end_time");--> statement-breakpoint
CREATE INDEX "coupon_user_coupon" ON "coupon_user" USING btree ("coupon_id","id","status","end_time","void_reason");--> statement-breakpoint
CREATE INDEX "coupon_user_name" ON "coupon_user" USING btree ("name");--> statement-breakpoint
CREATE INDEX "coupon_user_created" ON "coupon_user" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "coupon_user_end" ON "coupon_user" USING btree ("end_time") WHERE status = 0;--> statement-breakpoint
CREATE INDEX "coupon_user_over" ON "coupon_user" USING btree ("end_time") WHERE status = 2;--> statement-breakpoint
CREATE INDEX "coupon_user_void" ON "coupon_user" USING btree ("id") WHERE void_reason <> '';--> statement-breakpoint
CREATE TABLE "coupon_send" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_send_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"coupon_id" bigint NOT NULL,
	"target" jsonb NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"last_uid" bigint DEFAULT 0 NOT NULL,
	"state" varchar(8) NOT NULL,
	"finished_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"task_id" uuid
);
--> statement-breakpoint
CREATE INDEX "coupon_send_coupon" ON "coupon_send" USING btree ("coupon_id","id");--> statement-breakpoint
CREATE TABLE "coupon_count_delta" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_count_delta_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"coupon_id" bigint NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_count" (
	"coupon_id" bigint PRIMARY KEY NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupon_scope" (
	"coupon_id" bigint NOT NULL,
	"target_id" bigint NOT NULL,
	CONSTRAINT "coupon_scope_coupon_id_target_id_pk" PRIMARY KEY("coupon_id","target_id")
);
--> statement-breakpoint
CREATE INDEX "coupon_scope_target" ON "coupon_scope" USING btree ("target_id","coupon_id");--> statement-breakpoint
CREATE TABLE "coupon" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(64) NOT NULL,
	"money_fen" bigint NOT NULL,
	"min_price_fen" bigint DEFAULT 0 NOT NULL,
	"use_type" smallint NOT NULL,
	"type" smallint NOT NULL,
	"is_limited" boolean DEFAULT false NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"receive_start" timestamp with time zone,
	"receive_end" timestamp with time zone,
	"is_fixed_time" boolean DEFAULT false NOT NULL,
	"use_start" timestamp with time zone,
	"use_end" timestamp with time zone,
	"day" integer DEFAULT 0 NOT NULL,
	"limit_per_user" integer DEFAULT 1 NOT NULL,
	"segment_id" bigint,
	"sort" integer DEFAULT 0 NOT NULL,
	"status" boolean DEFAULT false NOT NULL,
	"remark" varchar(255) DEFAULT '' NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL,
	CONSTRAINT "coupon_received" CHECK (received >= 0 and (not is_limited or received <= total)),
	CONSTRAINT "coupon_money" CHECK (money_fen > 0 and min_price_fen >= 0)
);
--> statement-breakpoint
CREATE INDEX "coupon_order" ON "coupon" USING btree ("sort","id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "coupon_segment" ON "coupon" USING btree ("segment_id") WHERE segment_id is not null;--> statement-breakpoint

-- ---- points ----

CREATE TABLE "sign_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"sign_day" date NOT NULL,
	"title" varchar(32) NOT NULL,
	"number" integer NOT NULL,
	"integral" integer NOT NULL,
	"experience" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sign_log_day" ON "sign_log" USING btree ("uid","sign_day");--> statement-breakpoint
CREATE INDEX "sign_log_created" ON "sign_log" USING btree ("sign_day","id");--> statement-breakpoint
CREATE TABLE "sign_reward" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_reward_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"title" varchar(32) NOT NULL,
	"day" smallint NOT NULL,
	"integral" integer NOT NULL,
	"experience" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sign_reward_amounts" CHECK (day between 1 and 31 and integral >= 0 and experience >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sign_reward_day" ON "sign_reward" USING btree ("day");--> statement-breakpoint

-- ---- promotion ----

CREATE TABLE "coupon_stat_daily" (
	"coupon_id" bigint NOT NULL,
	"day" date NOT NULL,
	"received" integer DEFAULT 0 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"expired" integer DEFAULT 0 NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"new_buyers" integer DEFAULT 0 NOT NULL,
	"amount_fen" bigint DEFAULT 0 NOT NULL,
	"discount_fen" bigint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"sources" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "coupon_stat_daily_coupon_id_day_pk" PRIMARY KEY("coupon_id","day")
);
--> statement-breakpoint
CREATE TABLE "order_price_trace" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"trace" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint

-- ---- order ----

-- Where an order stands; `orderTab` of the domain decides the same.
CREATE FUNCTION order_tab(
  is_system_del boolean, is_del boolean, close_type smallint, paid boolean, cod boolean, refund_status smallint, status smallint,
  pink_status smallint, shipping_type smallint)
  RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN is_system_del THEN 0
    WHEN is_del THEN 11
    WHEN close_type > 0 THEN 10
    WHEN NOT paid AND NOT cod THEN 1
    WHEN refund_status IN (1, 3) THEN 8
    WHEN refund_status = 2 THEN 9
    WHEN status = 1 THEN 5
    WHEN status = 2 THEN 6
    WHEN status = 3 THEN 7
    WHEN pink_status = 1 THEN 3
    WHEN shipping_type = 2 THEN 4
    ELSE 2
  END::smallint
$$;
--> statement-breakpoint
-- Orders to deliver with the same key may travel as one parcel.
CREATE FUNCTION order_address_key(
  shipping_type smallint, uid bigint, real_name text, user_phone text, city_id bigint, detail text)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN shipping_type = 1
    THEN md5(uid::text || '|' || real_name || '|' || user_phone || '|' || city_id::text || '|' || detail) END
$$;
--> statement-breakpoint
CREATE TABLE "cart_line" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"uid" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"sku_id" bigint NOT NULL,
	"num" integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "cart_line_sku" ON "cart_line" USING btree ("uid","sku_id");--> statement-breakpoint
CREATE INDEX "cart_line_product" ON "cart_line" USING btree ("product_id");--> statement-breakpoint
CREATE TABLE "order_line" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" bigint NOT NULL,
	"line_no" smallint NOT NULL,
	"product_id" bigint NOT NULL,
	"sku_id" bigint NOT NULL,
	"unique" varchar(32) NOT NULL,
	"store_name" varchar(128) NOT NULL,
	"image" varchar(512) NOT NULL,
	"sku" varchar(400) NOT NULL,
	"bar_code" varchar(50) DEFAULT '' NOT NULL,
	"cate_id" bigint DEFAULT 0 NOT NULL,
	"price_fen" bigint NOT NULL,
	"unit_price_fen" bigint NOT NULL,
	"num" integer NOT NULL,
	"line_total_fen" bigint NOT NULL,
	"member_discount_fen" bigint DEFAULT 0 NOT NULL,
	"activity_discount_fen" bigint DEFAULT 0 NOT NULL,
	"coupon_share_fen" bigint DEFAULT 0 NOT NULL,
	"integral_share_fen" bigint DEFAULT 0 NOT NULL,
	"use_integral_share" integer DEFAULT 0 NOT NULL,
	"adjust_share_fen" bigint DEFAULT 0 NOT NULL,
	"pay_share_fen" bigint NOT NULL,
	"freight_share_fen" bigint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"weight" numeric(12, 3) DEFAULT 0 NOT NULL,
	"volume" numeric(12, 6) DEFAULT 0 NOT NULL,
	"temp_id" bigint DEFAULT 0 NOT NULL,
	"give_integral" integer DEFAULT 0 NOT NULL,
	"is_sub" boolean DEFAULT false NOT NULL,
	"brokerage_fen" bigint DEFAULT 0 NOT NULL,
	"brokerage_two_fen" bigint DEFAULT 0 NOT NULL,
	"sent_num" integer DEFAULT 0 NOT NULL,
	"refund_num" integer DEFAULT 0 NOT NULL,
	"cut_num" integer DEFAULT 0 NOT NULL,
	"after_num" integer DEFAULT 0 NOT NULL,
	"refund_money_fen" bigint DEFAULT 0 NOT NULL,
	"compensated_fen" bigint DEFAULT 0 NOT NULL,
	"is_reply" boolean DEFAULT false NOT NULL,
	CONSTRAINT "order_line_counts" CHECK (num > 0 and sent_num >= 0 and cut_num <= refund_num and sent_num + cut_num <= num and refund_num + after_num <= num),
	CONSTRAINT "order_line_refunds" CHECK (refund_money_fen <= pay_share_fen)
);
--> statement-breakpoint
CREATE INDEX "order_line_order" ON "order_line" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_line_product" ON "order_line" USING btree ("product_id","order_id","sku_id");--> statement-breakpoint
CREATE TABLE "order_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" bigint NOT NULL,
	"change_type" varchar(12) NOT NULL,
	"message" varchar(256) NOT NULL,
	"operator_type" varchar(6) NOT NULL,
	"operator_id" bigint NOT NULL,
	"operator_name" varchar(64) NOT NULL,
	"extra" jsonb
);
--> statement-breakpoint
CREATE INDEX "order_log_order" ON "order_log" USING btree ("order_id","id");--> statement-breakpoint
CREATE TABLE "order_tab_count" (
	"type" smallint NOT NULL,
	"store_id" bigint NOT NULL,
	"tab" smallint NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "order_tab_count_type_store_id_tab_pk" PRIMARY KEY("type","store_id","tab")
);
--> statement-breakpoint
CREATE TABLE "order_tab_delta" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_tab_delta_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" smallint NOT NULL,
	"store_id" bigint NOT NULL,
	"tab" smallint NOT NULL,
	"change" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_order" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_order_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"order_no" varchar(20) NOT NULL,
	"uid" bigint NOT NULL,
	"type" smallint DEFAULT 0 NOT NULL,
	"order_kind" varchar(12) DEFAULT 'normal' NOT NULL,
	"activity_id" bigint DEFAULT 0 NOT NULL,
	"bargain_user_id" bigint DEFAULT 0 NOT NULL,
	"pink_id" bigint DEFAULT 0 NOT NULL,
	"pink_status" smallint DEFAULT 0 NOT NULL,
	"source" varchar(6) DEFAULT 'front' NOT NULL,
	"channel" varchar(8) NOT NULL,
	"from_order_no" varchar(20) DEFAULT '' NOT NULL,
	"real_name" varchar(32) NOT NULL,
	"user_phone" varchar(18) NOT NULL,
	"province" varchar(64) DEFAULT '' NOT NULL,
	"city" varchar(64) DEFAULT '' NOT NULL,
	"district" varchar(64) DEFAULT '' NOT NULL,
	"detail" varchar(256) DEFAULT '' NOT NULL,
	"city_id" bigint DEFAULT 0 NOT NULL,
	"total_num" integer NOT NULL,
	"sent_num" integer DEFAULT 0 NOT NULL,
	"line_count" smallint NOT NULL,
	"pro_total_price_fen" bigint NOT NULL,
	"coupon_id" bigint DEFAULT 0 NOT NULL,
	"from_coupon_id" bigint DEFAULT 0 NOT NULL,
	"coupon_price_fen" bigint DEFAULT 0 NOT NULL,
	"use_integral" integer DEFAULT 0 NOT NULL,
	"deduction_price_fen" bigint DEFAULT 0 NOT NULL,
	"freight_price_fen" bigint DEFAULT 0 NOT NULL,
	"pay_postage_fen" bigint DEFAULT 0 NOT NULL,
	"pay_price_fen" bigint NOT NULL,
	"before_pay_price_fen" bigint,
	"price_changes" smallint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"gain_integral" integer DEFAULT 0 NOT NULL,
	"back_integral" integer DEFAULT 0 NOT NULL,
	"paid" boolean DEFAULT false NOT NULL,
	"pay_time" timestamp with time zone,
	"pay_type" varchar(8) DEFAULT '' NOT NULL,
	"cod" boolean DEFAULT false NOT NULL,
	"pay_deadline" timestamp with time zone,
	"status" smallint DEFAULT 0 NOT NULL,
	"refund_status" smallint DEFAULT 0 NOT NULL,
	"refund_price_fen" bigint DEFAULT 0 NOT NULL,
	"refund_postage_fen" bigint DEFAULT 0 NOT NULL,
	"shipping_type" smallint DEFAULT 1 NOT NULL,
	"store_id" bigint DEFAULT 0 NOT NULL,
	"verify_code" varchar(10) DEFAULT '' NOT NULL,
	"verify_time" timestamp with time zone,
	"clerk_id" bigint,
	"verify_staff_id" bigint,
	"ship_time" timestamp with time zone,
	"receive_time" timestamp with time zone,
	"complete_time" timestamp with time zone,
	"auto_receive_time" timestamp with time zone,
	"auto_complete_time" timestamp with time zone,
	"mark" varchar(512) DEFAULT '' NOT NULL,
	"remark" varchar(512) DEFAULT '' NOT NULL,
	"tag_ids" integer[] DEFAULT '{}' NOT NULL,
	"hold" boolean DEFAULT false NOT NULL,
	"hold_reason" varchar(255) DEFAULT '' NOT NULL,
	"hold_until" date,
	"print_time" timestamp with time zone,
	"print_stale" boolean DEFAULT false NOT NULL,
	"address_key" varchar(32) GENERATED ALWAYS AS (order_address_key(shipping_type, uid, real_name, user_phone, city_id, detail)) STORED,
	"is_remind" boolean DEFAULT false NOT NULL,
	"remind_time" timestamp with time zone,
	"address_changed" boolean DEFAULT false NOT NULL,
	"close_type" smallint DEFAULT 0 NOT NULL,
	"close_time" timestamp with time zone,
	"close_reason" varchar(255) DEFAULT '' NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL,
	"is_system_del" boolean DEFAULT false NOT NULL,
	"pre_order_no" varchar(40),
	"tab" smallint GENERATED ALWAYS AS (order_tab(is_system_del, is_del, close_type, paid, cod, refund_status, status, pink_status, shipping_type)) STORED NOT NULL,
	CONSTRAINT "store_order_one_activity" CHECK ((bargain_user_id = 0 or pink_id = 0)),
	CONSTRAINT "store_order_sent_when_paid" CHECK (paid or status = 0 or cod),
	CONSTRAINT "store_order_refund_when_paid" CHECK (refund_status = 0 or paid),
	CONSTRAINT "store_order_closed_unpaid" CHECK (close_type = 0 or not paid),
	CONSTRAINT "store_order_refund_price" CHECK (refund_price_fen <= pay_price_fen and pay_price_fen >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "store_order_no" ON "store_order" USING btree ("order_no");--> statement-breakpoint
CREATE UNIQUE INDEX "store_order_verify_code" ON "store_order" USING btree ("verify_code") WHERE verify_code <> '';--> statement-breakpoint
CREATE INDEX "store_order_tab" ON "store_order" USING btree ("tab","created_at","id");--> statement-breakpoint
CREATE INDEX "store_order_created" ON "store_order" USING btree ("created_at","id");--> statement-breakpoint
-- Sums over a range of pay times read the index alone.
CREATE INDEX "store_order_paid" ON "store_order" USING btree ("pay_time") INCLUDE ("store_id", "uid", "pay_price_fen") WHERE paid;--> statement-breakpoint
CREATE INDEX "store_order_shipped" ON "store_order" USING btree ("ship_time") WHERE ship_time is not null;--> statement-breakpoint
CREATE INDEX "store_order_completed" ON "store_order" USING btree ("complete_time") WHERE complete_time is not null;--> statement-breakpoint
CREATE INDEX "store_order_uid" ON "store_order" USING btree ("uid","created_at","id");--> statement-breakpoint
CREATE INDEX "store_order_unpaid" ON "store_order" USING btree ("uid") WHERE tab = 1;--> statement-breakpoint
CREATE INDEX "store_order_store" ON "store_order" USING btree ("store_id","tab","created_at","id") WHERE shipping_type = 2;--> statement-breakpoint
CREATE INDEX "store_order_phone" ON "store_order" USING btree ("user_phone","created_at");--> statement-breakpoint
CREATE INDEX "store_order_phone_end" ON "store_order" USING btree (right(user_phone, 4),"created_at");--> statement-breakpoint
CREATE INDEX "store_order_no_end" ON "store_order" USING btree (right(order_no, 6));--> statement-breakpoint
CREATE INDEX "store_order_name" ON "store_order" USING btree ("real_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "store_order_deadline" ON "store_order" USING btree ("pay_deadline") WHERE tab = 1;--> statement-breakpoint
CREATE INDEX "store_order_late" ON "store_order" USING btree (coalesce(pay_time, created_at)) WHERE tab = 2;--> statement-breakpoint
CREATE INDEX "store_order_print_stale" ON "store_order" USING btree ("created_at","id") WHERE tab = 2 and print_stale;--> statement-breakpoint
CREATE INDEX "store_order_auto_receive" ON "store_order" USING btree ("auto_receive_time") WHERE tab = 5;--> statement-breakpoint
CREATE INDEX "store_order_auto_complete" ON "store_order" USING btree ("auto_complete_time") WHERE tab = 6;--> statement-breakpoint
CREATE INDEX "store_order_coupon" ON "store_order" USING btree ("from_coupon_id","created_at","id") WHERE from_coupon_id > 0;--> statement-breakpoint
CREATE INDEX "store_order_coupon_closed" ON "store_order" USING btree ("close_time") WHERE coupon_id > 0 and close_type > 0;--> statement-breakpoint
CREATE INDEX "store_order_from" ON "store_order" USING btree ("from_order_no") WHERE from_order_no <> '';--> statement-breakpoint
CREATE INDEX "store_order_pink" ON "store_order" USING btree ("pink_id") WHERE pink_id > 0;--> statement-breakpoint
CREATE INDEX "store_order_activity" ON "store_order" USING btree ("activity_id","id") WHERE activity_id > 0;--> statement-breakpoint
CREATE INDEX "store_order_address" ON "store_order" USING btree ("address_key") WHERE tab = 2;--> statement-breakpoint
CREATE INDEX "store_order_tags" ON "store_order" USING gin ("tag_ids") WHERE tag_ids <> '{}';--> statement-breakpoint
CREATE INDEX "store_order_hold" ON "store_order" USING btree ("created_at","id") WHERE hold;--> statement-breakpoint
CREATE INDEX "store_order_remind" ON "store_order" USING btree ("created_at","id") WHERE is_remind;--> statement-breakpoint
CREATE INDEX "store_order_cod" ON "store_order" USING btree ("created_at","id") WHERE cod;--> statement-breakpoint
CREATE INDEX "store_order_part_sent" ON "store_order" USING btree ("created_at","id") WHERE status = 0 and sent_num > 0;--> statement-breakpoint
CREATE INDEX "store_order_part_refunded" ON "store_order" USING btree ("created_at","id") WHERE refund_price_fen > 0 and refund_status <> 2;--> statement-breakpoint
CREATE TABLE "payment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"biz_type" varchar(8) NOT NULL,
	"biz_id" bigint NOT NULL,
	"biz_no" varchar(32) NOT NULL,
	"uid" bigint NOT NULL,
	"out_trade_no" varchar(40) NOT NULL,
	"provider" varchar(8) NOT NULL,
	"pay_type" varchar(8) NOT NULL,
	"channel" varchar(8) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"surplus" boolean DEFAULT false NOT NULL,
	"transaction_id" varchar(64) DEFAULT '' NOT NULL,
	"prepay" jsonb,
	"notify_raw" text DEFAULT '' NOT NULL,
	"fail_msg" varchar(255) DEFAULT '' NOT NULL,
	"pay_time" timestamp with time zone,
	"query_at" timestamp with time zone,
	"queries" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_out_trade_no" ON "payment" USING btree ("out_trade_no");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_transaction" ON "payment" USING btree ("provider","transaction_id") WHERE transaction_id <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "payment_paid_once" ON "payment" USING btree ("biz_type","biz_id") WHERE state = 1 and not surplus and provider <> 'edit';--> statement-breakpoint
CREATE INDEX "payment_biz" ON "payment" USING btree ("biz_type","biz_id","id");--> statement-breakpoint
CREATE INDEX "payment_query" ON "payment" USING btree ("query_at") WHERE state = 0 and query_at is not null;--> statement-breakpoint
CREATE INDEX "payment_surplus" ON "payment" USING btree ("created_at","id") WHERE surplus;--> statement-breakpoint
CREATE TABLE "refund" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"refund_no" varchar(24) NOT NULL,
	"order_id" bigint,
	"after_sales_id" bigint,
	"parts" jsonb NOT NULL,
	"amount_fen" bigint NOT NULL,
	"goods_amount_fen" bigint DEFAULT 0 NOT NULL,
	"postage_amount_fen" bigint DEFAULT 0 NOT NULL,
	"points_back" integer DEFAULT 0 NOT NULL,
	"restock" boolean DEFAULT false NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"method" varchar(8) DEFAULT 'origin' NOT NULL,
	"reason" varchar(255) NOT NULL,
	"fail_msg" varchar(255) DEFAULT '' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"query_at" timestamp with time zone,
	"text" text DEFAULT '' NOT NULL,
	"surplus" boolean DEFAULT false NOT NULL,
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"operator_name" varchar(64) DEFAULT '' NOT NULL,
	"voucher" varchar(512) DEFAULT '' NOT NULL,
	"finish_time" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "refund_no" ON "refund" USING btree ("refund_no");--> statement-breakpoint
CREATE INDEX "refund_order" ON "refund" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_one_in_flight" ON "refund" USING btree ("order_id") WHERE state = 0 and not surplus;--> statement-breakpoint
CREATE INDEX "refund_waiting" ON "refund" USING btree ("created_at","id") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "refund_finished" ON "refund" USING btree ("finish_time","id") WHERE state = 1;--> statement-breakpoint
CREATE INDEX "refund_failed" ON "refund" USING btree ("created_at","id") WHERE state = 2;--> statement-breakpoint
CREATE TABLE "sim_payment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sim_payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"out_trade_no" varchar(40) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"subject" varchar(128) DEFAULT '' NOT NULL,
	"pay_type" varchar(8) NOT NULL,
	"transaction_id" varchar(64) DEFAULT '' NOT NULL,
	"paid_fen" bigint,
	"paid_at" timestamp with time zone,
	"refunded_fen" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sim_payment_no" ON "sim_payment" USING btree ("out_trade_no");--> statement-breakpoint
CREATE UNIQUE INDEX "sim_payment_transaction" ON "sim_payment" USING btree ("transaction_id") WHERE transaction_id <> '';--> statement-breakpoint
CREATE TABLE "sim_refund" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sim_refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"out_refund_no" varchar(40) NOT NULL,
	"out_trade_no" varchar(40) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sim_refund_no" ON "sim_refund" USING btree ("out_refund_no");--> statement-breakpoint
CREATE TABLE "payment_stray" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_stray_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"provider" varchar(8) NOT NULL,
	"out_trade_no" varchar(64) NOT NULL,
	"reason" varchar(16) NOT NULL,
	"raw" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payment_stray_created" ON "payment_stray" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_stray_once" ON "payment_stray" USING btree ("out_trade_no",md5(raw));--> statement-breakpoint
CREATE TABLE "pre_order" (
	"pre_order_no" varchar(40) PRIMARY KEY NOT NULL,
	"uid" bigint NOT NULL,
	"kind" varchar(12) NOT NULL,
	"basket" jsonb NOT NULL,
	"order_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "pre_order_expires" ON "pre_order" USING btree ("expires_at");--> statement-breakpoint
CREATE TABLE "after_sales" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "after_sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"sales_no" varchar(24) NOT NULL,
	"order_id" bigint NOT NULL,
	"order_no" varchar(20) NOT NULL,
	"uid" bigint NOT NULL,
	"shipping_type" smallint NOT NULL,
	"store_id" bigint DEFAULT 0 NOT NULL,
	"service_type" smallint NOT NULL,
	"refund_amount_fen" bigint NOT NULL,
	"postage_fen" bigint DEFAULT 0 NOT NULL,
	"reason" varchar(64) NOT NULL,
	"explain" varchar(500) DEFAULT '' NOT NULL,
	"images" varchar(512)[] DEFAULT '{}' NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"sales_state" smallint DEFAULT 0 NOT NULL,
	"received" smallint DEFAULT 0 NOT NULL,
	"consignee" varchar(32) DEFAULT '' NOT NULL,
	"phone" varchar(18) DEFAULT '' NOT NULL,
	"address" varchar(256) DEFAULT '' NOT NULL,
	"express_code" varchar(50) DEFAULT '' NOT NULL,
	"express_name" varchar(50) DEFAULT '' NOT NULL,
	"express_no" varchar(72) DEFAULT '' NOT NULL,
	"audit_deadline" timestamp with time zone,
	"reminded" boolean DEFAULT false NOT NULL,
	"return_deadline" timestamp with time zone,
	"audit_time" timestamp with time zone,
	"delivery_time" timestamp with time zone,
	"complete_time" timestamp with time zone,
	"refuse_reason" varchar(255) DEFAULT '' NOT NULL,
	"inspect_mark" varchar(255) DEFAULT '' NOT NULL,
	"inspect_images" varchar(512)[] DEFAULT '{}' NOT NULL,
	"restock" boolean DEFAULT false NOT NULL,
	"refund_no" varchar(24) DEFAULT '' NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "after_sales_no" ON "after_sales" USING btree ("sales_no");--> statement-breakpoint
CREATE UNIQUE INDEX "after_sales_one_open" ON "after_sales" USING btree ("order_id") WHERE state < 3 and sales_state = 0;--> statement-breakpoint
CREATE INDEX "after_sales_order" ON "after_sales" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "after_sales_uid" ON "after_sales" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "after_sales_state" ON "after_sales" USING btree ("state","sales_state","created_at","id");--> statement-breakpoint
CREATE INDEX "after_sales_created" ON "after_sales" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "after_sales_express" ON "after_sales" USING btree ("express_no") WHERE express_no <> '';--> statement-breakpoint
CREATE INDEX "after_sales_audit" ON "after_sales" USING btree ("audit_deadline") WHERE state = 0 and sales_state = 0;--> statement-breakpoint
CREATE INDEX "after_sales_return" ON "after_sales" USING btree ("return_deadline") WHERE state = 1 and sales_state = 0;--> statement-breakpoint
CREATE TABLE "after_sales_line" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "after_sales_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"after_sales_id" bigint NOT NULL,
	"line_id" bigint NOT NULL,
	"num" integer NOT NULL,
	"money_fen" bigint NOT NULL,
	CONSTRAINT "after_sales_line_counts" CHECK (num > 0 and money_fen >= 0)
);
--> statement-breakpoint
CREATE INDEX "after_sales_line_case" ON "after_sales_line" USING btree ("after_sales_id");--> statement-breakpoint
CREATE INDEX "after_sales_line_line" ON "after_sales_line" USING btree ("line_id");--> statement-breakpoint
CREATE TABLE "after_sales_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "after_sales_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"after_sales_id" bigint NOT NULL,
	"what" varchar(12) NOT NULL,
	"message" varchar(512) NOT NULL,
	"images" varchar(512)[] DEFAULT '{}' NOT NULL,
	"operator_type" varchar(6) NOT NULL,
	"operator_id" bigint NOT NULL,
	"operator_name" varchar(64) NOT NULL
);
--> statement-breakpoint
CREATE INDEX "after_sales_log_case" ON "after_sales_log" USING btree ("after_sales_id","id");--> statement-breakpoint
CREATE TABLE "draft_order" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "draft_order_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"draft_no" varchar(24) NOT NULL,
	"creator_id" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"items" jsonb NOT NULL,
	"discount_type" smallint DEFAULT 0 NOT NULL,
	"discount_value" bigint DEFAULT 0 NOT NULL,
	"discount_reason" varchar(100) DEFAULT '' NOT NULL,
	"use_integral" boolean DEFAULT false NOT NULL,
	"coupon_id" bigint DEFAULT 0 NOT NULL,
	"freight_fen" bigint,
	"shipping_type" smallint DEFAULT 1 NOT NULL,
	"city_id" bigint DEFAULT 0 NOT NULL,
	"detail" varchar(256) DEFAULT '' NOT NULL,
	"store_id" bigint DEFAULT 0 NOT NULL,
	"real_name" varchar(32) DEFAULT '' NOT NULL,
	"phone" varchar(18) DEFAULT '' NOT NULL,
	"mark" varchar(512) DEFAULT '' NOT NULL,
	"remark" varchar(512) DEFAULT '' NOT NULL,
	"tag_ids" integer[] DEFAULT '{}' NOT NULL,
	"expire_hours" smallint DEFAULT 24 NOT NULL,
	"expire_time" timestamp with time zone,
	"state" smallint DEFAULT 0 NOT NULL,
	"pay_price_fen" bigint DEFAULT 0 NOT NULL,
	"order_id" bigint,
	"order_no" varchar(20) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "draft_order_no" ON "draft_order" USING btree ("draft_no");--> statement-breakpoint
CREATE UNIQUE INDEX "draft_order_order" ON "draft_order" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "draft_order_created" ON "draft_order" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "draft_order_state" ON "draft_order" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "draft_order_uid" ON "draft_order" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "draft_order_expires" ON "draft_order" USING btree ("expire_time") WHERE state < 2;--> statement-breakpoint
CREATE TABLE "order_edit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_edit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"edit_no" varchar(24) NOT NULL,
	"order_id" bigint NOT NULL,
	"plan" jsonb NOT NULL,
	"added_fen" bigint NOT NULL,
	"removed_fen" bigint NOT NULL,
	"difference_fen" bigint NOT NULL,
	"reason" varchar(100) NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"expire_time" timestamp with time zone,
	"finish_time" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "order_edit_no" ON "order_edit" USING btree ("edit_no");--> statement-breakpoint
CREATE UNIQUE INDEX "order_edit_one_waiting" ON "order_edit" USING btree ("order_id") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "order_edit_order" ON "order_edit" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_edit_expires" ON "order_edit" USING btree ("expire_time") WHERE state = 0;--> statement-breakpoint
CREATE TABLE "order_bulk" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_bulk_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"operator_id" bigint NOT NULL,
	"act" varchar(8) NOT NULL,
	"changes" jsonb NOT NULL,
	"undone_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "order_bulk_expires" ON "order_bulk" USING btree ("expires_at");--> statement-breakpoint
CREATE TABLE "order_comment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_comment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" bigint NOT NULL,
	"content" varchar(1000) NOT NULL,
	"operator_id" bigint NOT NULL,
	"operator_name" varchar(64) NOT NULL,
	"edited" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "order_comment_order" ON "order_comment" USING btree ("order_id","id");--> statement-breakpoint
CREATE TABLE "refund_line" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"refund_id" bigint NOT NULL,
	"line_id" bigint NOT NULL,
	"num" integer NOT NULL,
	"cut_num" integer DEFAULT 0 NOT NULL,
	"money_fen" bigint NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "refund_line_counts" CHECK (num >= 0 and cut_num between 0 and num and money_fen >= 0 and points >= 0)
);
--> statement-breakpoint
CREATE INDEX "refund_line_refund" ON "refund_line" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_line_line" ON "refund_line" USING btree ("line_id");--> statement-breakpoint
CREATE TABLE "ship_batch_row" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ship_batch_row_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"given" jsonb NOT NULL,
	"meant" jsonb,
	"state" smallint DEFAULT 0 NOT NULL,
	"message" varchar(255) DEFAULT '' NOT NULL,
	"delivery_no" varchar(24) DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ship_batch_row_of" ON "ship_batch_row" USING btree ("batch_id","row");--> statement-breakpoint
CREATE TABLE "ship_batch" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ship_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"operator_id" bigint NOT NULL,
	"file_name" varchar(255) DEFAULT '' NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"task_id" varchar(40) DEFAULT '' NOT NULL,
	"total" integer NOT NULL,
	"shipped" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "ship_batch_operator" ON "ship_batch" USING btree ("operator_id","id");--> statement-breakpoint
CREATE INDEX "ship_batch_expires" ON "ship_batch" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE TABLE "shipment_line" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shipment_id" bigint NOT NULL,
	"line_id" bigint NOT NULL,
	"num" integer NOT NULL,
	CONSTRAINT "shipment_line_num" CHECK (num > 0)
);
--> statement-breakpoint
CREATE INDEX "shipment_line_shipment" ON "shipment_line" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "shipment_line_line" ON "shipment_line" USING btree ("line_id");--> statement-breakpoint
CREATE TABLE "shipment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" bigint NOT NULL,
	"delivery_no" varchar(24) NOT NULL,
	"delivery_type" varchar(10) NOT NULL,
	"express_code" varchar(50) DEFAULT '' NOT NULL,
	"express_name" varchar(50) DEFAULT '' NOT NULL,
	"express_no" varchar(72) DEFAULT '' NOT NULL,
	"deliverer_name" varchar(16) DEFAULT '' NOT NULL,
	"deliverer_phone" varchar(18) DEFAULT '' NOT NULL,
	"mark" varchar(255) DEFAULT '' NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"trace" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"trace_state" smallint,
	"trace_time" timestamp with time zone,
	"trace_at" timestamp with time zone,
	"sign_time" timestamp with time zone,
	"batch_id" bigint,
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"ship_time" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_delivery_no" ON "shipment" USING btree ("delivery_no");--> statement-breakpoint
CREATE INDEX "shipment_order" ON "shipment" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "shipment_express_no" ON "shipment" USING btree ("express_no") WHERE express_no <> '';--> statement-breakpoint
CREATE INDEX "shipment_batch" ON "shipment" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "shipment_trace" ON "shipment" USING btree ("trace_at") WHERE trace_at is not null;--> statement-breakpoint
CREATE INDEX "shipment_shipped" ON "shipment" USING btree ("ship_time","id");--> statement-breakpoint
ALTER TABLE "store_order" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "order_line" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "payment" SET (fillfactor = 85);--> statement-breakpoint
-- The log of orders is append-only.
CREATE FUNCTION order_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER order_log_append_only BEFORE UPDATE OR DELETE ON "order_log"
  FOR EACH ROW EXECUTE FUNCTION order_refuse_change();
--> statement-breakpoint
CREATE TRIGGER order_log_no_truncate BEFORE TRUNCATE ON "order_log"
  FOR EACH STATEMENT EXECUTE FUNCTION order_refuse_change();
--> statement-breakpoint
-- Records how many orders a statement moved between tabs: one row per type, store and tab, however many orders it touched.
CREATE FUNCTION order_note_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_delta (type, store_id, tab, change)
    SELECT type, store_id, tab, count(*) FROM added WHERE tab > 0 GROUP BY type, store_id, tab;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION order_note_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_delta (type, store_id, tab, change)
    SELECT type, store_id, tab, -count(*) FROM removed WHERE tab > 0 GROUP BY type, store_id, tab;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION order_note_moved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_tab_delta (type, store_id, tab, change)
    SELECT type, store_id, tab, sum(change) FROM (
      SELECT type, store_id, tab, 1 AS change FROM added WHERE tab > 0
      UNION ALL
      SELECT type, store_id, tab, -1 FROM removed WHERE tab > 0
    ) AS moves GROUP BY type, store_id, tab HAVING sum(change) <> 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER order_tab_insert AFTER INSERT ON "store_order" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION order_note_added();
--> statement-breakpoint
CREATE TRIGGER order_tab_update AFTER UPDATE ON "store_order" REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION order_note_moved();
--> statement-breakpoint
CREATE TRIGGER order_tab_delete AFTER DELETE ON "store_order" REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION order_note_removed();
--> statement-breakpoint
ALTER TABLE "shipment" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "after_sales" SET (fillfactor = 85);--> statement-breakpoint
-- The log of cases is append-only.
CREATE TRIGGER after_sales_log_append_only BEFORE UPDATE OR DELETE ON "after_sales_log"
  FOR EACH ROW EXECUTE FUNCTION order_refuse_change();
--> statement-breakpoint
CREATE TRIGGER after_sales_log_no_truncate BEFORE TRUNCATE ON "after_sales_log"
  FOR EACH STATEMENT EXECUTE FUNCTION order_refuse_change();
--> statement-breakpoint

-- ---- dashboard ----

CREATE TABLE "stat_day" (
	"day" date NOT NULL,
	"store_id" bigint NOT NULL,
	"order_num" integer DEFAULT 0 NOT NULL,
	"pay_order_num" integer DEFAULT 0 NOT NULL,
	"sales_fen" bigint DEFAULT 0 NOT NULL,
	"postage_fen" bigint DEFAULT 0 NOT NULL,
	"refund_num" integer DEFAULT 0 NOT NULL,
	"refund_fen" bigint DEFAULT 0 NOT NULL,
	"refund_postage_fen" bigint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"cost_back_fen" bigint DEFAULT 0 NOT NULL,
	"weixin_fen" bigint DEFAULT 0 NOT NULL,
	"alipay_fen" bigint DEFAULT 0 NOT NULL,
	"yue_fen" bigint DEFAULT 0 NOT NULL,
	"offline_fen" bigint DEFAULT 0 NOT NULL,
	"pay_user_num" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stat_day_day_store_id_pk" PRIMARY KEY("day","store_id")
);
--> statement-breakpoint
CREATE TABLE "stat_hour" (
	"hour" timestamp with time zone NOT NULL,
	"store_id" bigint NOT NULL,
	"order_num" integer DEFAULT 0 NOT NULL,
	"pay_order_num" integer DEFAULT 0 NOT NULL,
	"sales_fen" bigint DEFAULT 0 NOT NULL,
	"postage_fen" bigint DEFAULT 0 NOT NULL,
	"refund_num" integer DEFAULT 0 NOT NULL,
	"refund_fen" bigint DEFAULT 0 NOT NULL,
	"refund_postage_fen" bigint DEFAULT 0 NOT NULL,
	"cost_fen" bigint DEFAULT 0 NOT NULL,
	"cost_back_fen" bigint DEFAULT 0 NOT NULL,
	"weixin_fen" bigint DEFAULT 0 NOT NULL,
	"alipay_fen" bigint DEFAULT 0 NOT NULL,
	"yue_fen" bigint DEFAULT 0 NOT NULL,
	"offline_fen" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stat_hour_hour_store_id_pk" PRIMARY KEY("hour","store_id")
);
--> statement-breakpoint
CREATE TABLE "example_set" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"category" jsonb NOT NULL,
	"products" jsonb NOT NULL,
	"file_ids" bigint[] NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "example_set_one" CHECK ("example_set"."id" = 1)
);
--> statement-breakpoint

-- ---- foreign keys, now that every table exists ----

ALTER TABLE "dict_detail" ADD CONSTRAINT "dict_detail_dict_id_dict_id_fk" FOREIGN KEY ("dict_id") REFERENCES "public"."dict"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_ref" ADD CONSTRAINT "file_ref_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_read" ADD CONSTRAINT "notice_read_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notify_rule" ADD CONSTRAINT "notify_rule_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_user" ADD CONSTRAINT "admin_user_dept_id_dept_id_fk" FOREIGN KEY ("dept_id") REFERENCES "public"."dept"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_user" ADD CONSTRAINT "admin_user_job_id_post_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."post"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_user_role" ADD CONSTRAINT "admin_user_role_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_user_role" ADD CONSTRAINT "admin_user_role_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admin_user_store" ADD CONSTRAINT "admin_user_store_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preference" ADD CONSTRAINT "preference_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post" ADD CONSTRAINT "post_dept_id_dept_id_fk" FOREIGN KEY ("dept_id") REFERENCES "public"."dept"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_menu" ADD CONSTRAINT "role_menu_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_menu" ADD CONSTRAINT "role_menu_menu_id_menu_id_fk" FOREIGN KEY ("menu_id") REFERENCES "public"."menu"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_dept" ADD CONSTRAINT "role_dept_role_id_role_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."role"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "role_dept" ADD CONSTRAINT "role_dept_dept_id_dept_id_fk" FOREIGN KEY ("dept_id") REFERENCES "public"."dept"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reset_token" ADD CONSTRAINT "reset_token_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_code" ADD CONSTRAINT "email_code_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_setup" ADD CONSTRAINT "totp_setup_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trusted_device" ADD CONSTRAINT "trusted_device_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD CONSTRAINT "mfa_challenge_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_admin_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_product" ADD CONSTRAINT "component_product_primary_product_id_product_id_fk" FOREIGN KEY ("primary_product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_draft" ADD CONSTRAINT "component_draft_product_id_component_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."component_product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_sku" ADD CONSTRAINT "component_sku_product_id_component_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."component_product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freight_region" ADD CONSTRAINT "freight_region_temp_id_freight_template_id_fk" FOREIGN KEY ("temp_id") REFERENCES "public"."freight_template"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freight_free" ADD CONSTRAINT "freight_free_temp_id_freight_template_id_fk" FOREIGN KEY ("temp_id") REFERENCES "public"."freight_template"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "freight_undelivery" ADD CONSTRAINT "freight_undelivery_temp_id_freight_template_id_fk" FOREIGN KEY ("temp_id") REFERENCES "public"."freight_template"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_import_item" ADD CONSTRAINT "product_import_item_import_id_product_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_import_picture" ADD CONSTRAINT "product_import_picture_import_id_product_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."product_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_content" ADD CONSTRAINT "product_content_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_attr" ADD CONSTRAINT "product_attr_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sku" ADD CONSTRAINT "product_sku_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_category" ADD CONSTRAINT "product_category_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_category" ADD CONSTRAINT "product_category_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_search" ADD CONSTRAINT "product_search_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reply" ADD CONSTRAINT "product_reply_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_undo_item" ADD CONSTRAINT "product_undo_item_undo_id_product_undo_id_fk" FOREIGN KEY ("undo_id") REFERENCES "public"."product_undo"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_coupon" ADD CONSTRAINT "product_coupon_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_coupon" ADD CONSTRAINT "product_coupon_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_staff" ADD CONSTRAINT "store_staff_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_bill" ADD CONSTRAINT "user_bill_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_experience_record" ADD CONSTRAINT "user_experience_record_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_integral_record" ADD CONSTRAINT "user_integral_record_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_level_log" ADD CONSTRAINT "user_level_log_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_note" ADD CONSTRAINT "user_note_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_session" ADD CONSTRAINT "buyer_session_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "buyer_address" ADD CONSTRAINT "buyer_address_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_collect" ADD CONSTRAINT "user_collect_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_collect" ADD CONSTRAINT "user_collect_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_code_use" ADD CONSTRAINT "coupon_code_use_code_id_coupon_code_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."coupon_code"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_code" ADD CONSTRAINT "coupon_code_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_user" ADD CONSTRAINT "coupon_user_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_user" ADD CONSTRAINT "coupon_user_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_send" ADD CONSTRAINT "coupon_send_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_count" ADD CONSTRAINT "coupon_count_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_scope" ADD CONSTRAINT "coupon_scope_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_segment_id_user_segment_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."user_segment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_log" ADD CONSTRAINT "sign_log_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_stat_daily" ADD CONSTRAINT "coupon_stat_daily_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_line" ADD CONSTRAINT "cart_line_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_line" ADD CONSTRAINT "order_line_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order" ADD CONSTRAINT "store_order_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pre_order" ADD CONSTRAINT "pre_order_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sales" ADD CONSTRAINT "after_sales_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sales_line" ADD CONSTRAINT "after_sales_line_after_sales_id_after_sales_id_fk" FOREIGN KEY ("after_sales_id") REFERENCES "public"."after_sales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "after_sales_line" ADD CONSTRAINT "after_sales_line_line_id_order_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_edit" ADD CONSTRAINT "order_edit_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_comment" ADD CONSTRAINT "order_comment_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_line" ADD CONSTRAINT "refund_line_refund_id_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_line" ADD CONSTRAINT "refund_line_line_id_order_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ship_batch_row" ADD CONSTRAINT "ship_batch_row_batch_id_ship_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."ship_batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_line" ADD CONSTRAINT "shipment_line_shipment_id_shipment_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_line" ADD CONSTRAINT "shipment_line_line_id_order_line_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."order_line"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE no action ON UPDATE no action;
