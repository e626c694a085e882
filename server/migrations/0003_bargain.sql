CREATE TABLE "bargain" (
	"activity_id" bigint PRIMARY KEY NOT NULL,
	"people_num" integer NOT NULL,
	"bargain_num" integer NOT NULL,
	"num" integer NOT NULL,
	"cut_min_fen" bigint,
	"cut_max_fen" bigint,
	"rule" text DEFAULT '' NOT NULL,
	"is_hot" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bargain_people" CHECK (people_num between 2 and 9999),
	CONSTRAINT "bargain_limits" CHECK (bargain_num >= 1 and num >= 1)
);
--> statement-breakpoint
CREATE TABLE "bargain_helper" (
	"activity_id" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"helped" integer NOT NULL,
	CONSTRAINT "bargain_helper_activity_id_uid_pk" PRIMARY KEY("activity_id","uid")
);
--> statement-breakpoint
CREATE TABLE "bargain_help" (
	"session_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"uid" bigint NOT NULL,
	"cut_fen" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bargain_help_session_id_seq_pk" PRIMARY KEY("session_id","seq"),
	CONSTRAINT "bargain_help_cut" CHECK (cut_fen > 0 and seq > 0)
);
--> statement-breakpoint
CREATE TABLE "bargain_session" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bargain_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"activity_id" bigint NOT NULL,
	"uid" bigint NOT NULL,
	"activity_sku_id" bigint NOT NULL,
	"price_fen" bigint NOT NULL,
	"min_price_fen" bigint NOT NULL,
	"people_num" integer NOT NULL,
	"cut_lo_fen" bigint NOT NULL,
	"cut_hi_fen" bigint NOT NULL,
	"help_num" integer NOT NULL,
	"cut_fen" bigint DEFAULT 0 NOT NULL,
	"cut_count" integer DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 1 NOT NULL,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"stop_at" timestamp with time zone NOT NULL,
	"success_time" timestamp with time zone,
	"order_deadline" timestamp with time zone,
	"order_id" bigint,
	"is_held" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bargain_session_cut" CHECK (cut_fen between 0 and price_fen - min_price_fen and cut_count between 0 and people_num),
	CONSTRAINT "bargain_session_lowest" CHECK (status <> 3 or cut_fen = price_fen - min_price_fen),
	CONSTRAINT "bargain_session_held" CHECK (not is_held or status = 3),
	CONSTRAINT "bargain_session_ordered" CHECK (order_id is null or status = 3),
	CONSTRAINT "bargain_session_deadline" CHECK (status <> 3 or order_deadline is not null)
);
--> statement-breakpoint
ALTER TABLE "bargain" ADD CONSTRAINT "bargain_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bargain_helper" ADD CONSTRAINT "bargain_helper_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bargain_help" ADD CONSTRAINT "bargain_help_session_id_bargain_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."bargain_session"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bargain_session" ADD CONSTRAINT "bargain_session_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bargain_session" ADD CONSTRAINT "bargain_session_activity_sku_id_activity_sku_id_fk" FOREIGN KEY ("activity_sku_id") REFERENCES "public"."activity_sku"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bargain_help_once" ON "bargain_help" USING btree ("session_id","uid");--> statement-breakpoint
CREATE UNIQUE INDEX "bargain_session_running" ON "bargain_session" USING btree ("activity_id","uid") WHERE status = 1;--> statement-breakpoint
CREATE UNIQUE INDEX "bargain_session_order" ON "bargain_session" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "bargain_session_due" ON "bargain_session" USING btree ("stop_at","id") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "bargain_session_late" ON "bargain_session" USING btree ("order_deadline","id") WHERE status = 3 and order_id is null;--> statement-breakpoint
CREATE INDEX "bargain_session_activity" ON "bargain_session" USING btree ("activity_id","created_at");--> statement-breakpoint
CREATE INDEX "bargain_session_status" ON "bargain_session" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "bargain_session_created" ON "bargain_session" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "bargain_session_uid" ON "bargain_session" USING btree ("uid","created_at","id");--> statement-breakpoint
CREATE INDEX "bargain_session_won" ON "bargain_session" USING btree ("success_time") WHERE success_time is not null;