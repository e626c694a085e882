CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "audit_chain" (
	"only" integer PRIMARY KEY NOT NULL,
	"last_id" bigint NOT NULL,
	"hash" varchar(64) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" bigint NOT NULL,
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
	"prev_hash" varchar(64) NOT NULL,
	"hash" varchar(64) NOT NULL,
	CONSTRAINT "audit_entry_id_time_pk" PRIMARY KEY("id","time")
) PARTITION BY RANGE ("time");
--> statement-breakpoint
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
DROP INDEX "login_log_created";--> statement-breakpoint
DROP INDEX "operation_log_created";--> statement-breakpoint
ALTER TABLE "operation_log" ADD COLUMN "fingerprint" varchar(16);--> statement-breakpoint
ALTER TABLE "operation_log" ADD COLUMN "handled_by" varchar(100);--> statement-breakpoint
ALTER TABLE "operation_log" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operation_log" ADD COLUMN "note" varchar(500);--> statement-breakpoint
CREATE INDEX "audit_entry_object" ON "audit_entry" USING btree ("object_type","object_id","id");--> statement-breakpoint
CREATE INDEX "audit_entry_actor" ON "audit_entry" USING btree ("actor_name","id");--> statement-breakpoint
CREATE INDEX "audit_entry_action" ON "audit_entry" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_entry_request" ON "audit_entry" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "audit_entry_time" ON "audit_entry" USING btree ("time");--> statement-breakpoint
CREATE INDEX "slow_statement_created" ON "slow_statement" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "login_log_reason" ON "login_log" USING btree ("reason","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "login_log_words" ON "login_log" USING gin ("username" gin_trgm_ops,"ip" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "operation_log_status" ON "operation_log" USING btree ("status","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "operation_log_object" ON "operation_log" USING btree ("object_type","created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "operation_log_error" ON "operation_log" USING btree ("created_at" desc,"id" desc) WHERE log_type = 'ERROR';--> statement-breakpoint
CREATE INDEX "operation_log_fault" ON "operation_log" USING btree ("fingerprint") WHERE log_type = 'ERROR';--> statement-breakpoint
CREATE INDEX "operation_log_words" ON "operation_log" USING gin ("username" gin_trgm_ops,"description" gin_trgm_ops,"request_ip" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "login_log_created" ON "login_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "operation_log_created" ON "operation_log" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
INSERT INTO "audit_chain" ("only", "last_id", "hash") VALUES (1, 0, repeat('0', 64));--> statement-breakpoint
-- SY-50: what is in the trail stays as it is, whoever asks.
CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();--> statement-breakpoint
-- Takes from everybody but the owner what default privileges gave: adding and reading is all there is to do.
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
END $$;--> statement-breakpoint
-- Makes the partitions of a month and of those after it. The server's role owns no table: it asks for it here.
CREATE FUNCTION audit_make_partitions(first_day date, months integer) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  month timestamptz := date_trunc('month', first_day::timestamp) AT TIME ZONE 'UTC';
  name text;
BEGIN
  PERFORM pg_advisory_xact_lock(7316460022);
  FOR step IN 1..least(months, 24) LOOP
    name := 'audit_entry_' || to_char(month AT TIME ZONE 'UTC', 'YYYYMM');
    IF to_regclass('public.' || name) IS NULL THEN
      BEGIN
        EXECUTE format('CREATE TABLE public.%I PARTITION OF public.audit_entry FOR VALUES FROM (%L) TO (%L)', name, month,
          (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC');
        PERFORM public.audit_keep_append_only(('public.' || name)::regclass);
      EXCEPTION WHEN check_violation THEN
        -- Rows of this month came before its partition and are in the one for all others, where they may stay.
        NULL;
      END;
    END IF;
    month := (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
  END LOOP;
END $$;--> statement-breakpoint
-- Drops the partitions that end by a day, but none that is younger than the shortest retention a shop may set.
CREATE FUNCTION audit_drop_partitions(before_day date) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  part record;
  dropped integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(7316460022);
  FOR part IN
    SELECT relname FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
      WHERE inhparent = 'public.audit_entry'::regclass AND relname ~ '^audit_entry_\d{6}$'
        AND to_date(right(relname, 6), 'YYYYMM') + interval '1 month' <= least(before_day, current_date - 180)
  LOOP
    EXECUTE format('DROP TABLE public.%I', part.relname);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;--> statement-breakpoint
CREATE TABLE "audit_entry_other" PARTITION OF "audit_entry" DEFAULT;--> statement-breakpoint
SELECT audit_keep_append_only('audit_entry');--> statement-breakpoint
SELECT audit_keep_append_only('audit_entry_other');--> statement-breakpoint
SELECT audit_make_partitions(current_date, 3);--> statement-breakpoint
REVOKE ALL ON FUNCTION audit_keep_append_only(regclass) FROM PUBLIC;
