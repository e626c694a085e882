-- Team products and teams. Written by hand: an order whose team failed waits for its money in the tab of refunds.
CREATE OR REPLACE FUNCTION order_tab(
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
    WHEN pink_status = 3 THEN 8
    WHEN status = 1 THEN 5
    WHEN status = 2 THEN 6
    WHEN status = 3 THEN 7
    WHEN pink_status = 1 THEN 3
    WHEN shipping_type = 2 THEN 4
    ELSE 2
  END::smallint
$$;
--> statement-breakpoint
CREATE TABLE "combination" (
	"activity_id" bigint PRIMARY KEY NOT NULL,
	"people" integer NOT NULL,
	"effective_hours" integer NOT NULL,
	"num" integer NOT NULL,
	"once_num" integer NOT NULL,
	"virtual_ration" integer DEFAULT 0 NOT NULL,
	"is_hot" boolean DEFAULT false NOT NULL,
	CONSTRAINT "combination_people" CHECK (people between 2 and 1000 and virtual_ration between 0 and people - 1),
	CONSTRAINT "combination_units" CHECK (once_num between 1 and num and effective_hours between 1 and 720)
);
--> statement-breakpoint
CREATE TABLE "team_member" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "team_member_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"team_id" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"num" integer NOT NULL,
	"price_fen" bigint NOT NULL,
	"is_leader" boolean NOT NULL,
	"status" smallint NOT NULL,
	"has_left" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "team_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"activity_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"people" integer NOT NULL,
	"virtual_most" integer NOT NULL,
	"member_count" integer NOT NULL,
	"virtual_count" integer DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"stop_at" timestamp with time zone NOT NULL,
	"end_reason" varchar(8) DEFAULT '' NOT NULL,
	"end_time" timestamp with time zone,
	CONSTRAINT "team_members" CHECK (member_count between 0 and people and virtual_count between 0 and people),
	CONSTRAINT "team_complete" CHECK (status <> 2 or member_count + virtual_count = people)
);
--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "cause" varchar(8) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "combination" ADD CONSTRAINT "combination_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_member" ADD CONSTRAINT "team_member_team_id_team_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."team"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team" ADD CONSTRAINT "team_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team" ADD CONSTRAINT "team_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "team_member_order" ON "team_member" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "team_member_buyer" ON "team_member" USING btree ("team_id","uid") WHERE status in (1, 2);--> statement-breakpoint
CREATE INDEX "team_member_team" ON "team_member" USING btree ("team_id","id");--> statement-breakpoint
CREATE INDEX "team_member_uid" ON "team_member" USING btree ("uid","team_id");--> statement-breakpoint
CREATE INDEX "team_due" ON "team" USING btree ("stop_at") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "team_activity" ON "team" USING btree ("activity_id","created_at");--> statement-breakpoint
CREATE INDEX "team_running" ON "team" USING btree ("activity_id","stop_at") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "team_created" ON "team" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "team_status" ON "team" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "team_leader" ON "team" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "store_order_pink_failed" ON "store_order" USING btree ("id") WHERE pink_status = 3 and refund_status < 2;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_one_of_team" ON "refund" USING btree ("order_id") WHERE cause = 'team';