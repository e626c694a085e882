CREATE SEQUENCE "public"."audit_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
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
-- By hand from here: a shop keeps the chain it has, and what holds for entries holds for their seals.
CREATE OR REPLACE FUNCTION audit_make_partitions(first_day date, months integer) RETURNS void
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
CREATE OR REPLACE FUNCTION audit_drop_partitions(before_day date) RETURNS integer
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
SELECT audit_make_partitions(to_date(right(relname, 6), 'YYYYMM'), 1) FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
  WHERE inhparent = 'public.audit_entry'::regclass AND relname ~ '^audit_entry_\d{6}$';--> statement-breakpoint
CREATE TABLE "audit_seal_other" PARTITION OF "audit_seal" DEFAULT;--> statement-breakpoint
SELECT audit_keep_append_only('audit_seal');--> statement-breakpoint
SELECT audit_keep_append_only('audit_seal_other');--> statement-breakpoint
INSERT INTO "audit_seal" ("id", "time", "entry_id", "prev_hash", "hash")
  SELECT "id", "time", "id", "prev_hash", "hash" FROM "audit_entry";--> statement-breakpoint
ALTER TABLE "audit_chain" ADD COLUMN "first_id" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE "audit_chain" SET "first_id" = coalesce((SELECT min("id") FROM "audit_seal"), "last_id" + 1);--> statement-breakpoint
CREATE TRIGGER audit_seal_append_only BEFORE UPDATE OR DELETE ON "audit_seal"
  FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();--> statement-breakpoint
CREATE TRIGGER audit_seal_no_truncate BEFORE TRUNCATE ON "audit_seal"
  FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();--> statement-breakpoint
SELECT setval('audit_entry_id_seq', greatest("last_id", 1), "last_id" > 0) FROM "audit_chain";--> statement-breakpoint
ALTER TABLE "audit_entry" ALTER COLUMN "id" SET DEFAULT nextval('audit_entry_id_seq');--> statement-breakpoint
ALTER TABLE "audit_entry" DROP COLUMN "prev_hash";--> statement-breakpoint
ALTER TABLE "audit_entry" DROP COLUMN "hash";--> statement-breakpoint
-- Every entry waits for its seal, whoever writes it.
CREATE FUNCTION audit_await_seal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO public.audit_pending (entry_id, "time") VALUES (NEW.id, NEW."time");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_entry_await_seal AFTER INSERT ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION audit_await_seal();
