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
CREATE TABLE "product_coupon" (
	"product_id" bigint NOT NULL,
	"coupon_id" bigint NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_coupon_product_id_coupon_id_pk" PRIMARY KEY("product_id","coupon_id")
);
--> statement-breakpoint
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
	CONSTRAINT "coupon_stat_daily_coupon_id_day_pk" PRIMARY KEY("coupon_id","day")
);
--> statement-breakpoint
CREATE TABLE "order_price_trace" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"trace" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "coupon_code_use" ADD CONSTRAINT "coupon_code_use_code_id_coupon_code_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."coupon_code"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_code" ADD CONSTRAINT "coupon_code_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_user" ADD CONSTRAINT "coupon_user_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_user" ADD CONSTRAINT "coupon_user_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_send" ADD CONSTRAINT "coupon_send_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_count" ADD CONSTRAINT "coupon_count_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_scope" ADD CONSTRAINT "coupon_scope_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_segment_id_user_segment_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."user_segment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_log" ADD CONSTRAINT "sign_log_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_coupon" ADD CONSTRAINT "product_coupon_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_coupon" ADD CONSTRAINT "product_coupon_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_stat_daily" ADD CONSTRAINT "coupon_stat_daily_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_code_digest" ON "coupon_code" USING btree ("digest");--> statement-breakpoint
CREATE INDEX "coupon_code_coupon" ON "coupon_code" USING btree ("coupon_id","batch_no");--> statement-breakpoint
CREATE INDEX "coupon_code_batch" ON "coupon_code" USING btree ("batch_no");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_user_seq" ON "coupon_user" USING btree ("coupon_id","uid","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_user_send" ON "coupon_user" USING btree ("send_id","uid") WHERE send_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_user_order" ON "coupon_user" USING btree ("order_id") WHERE status = 1;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_user_gift" ON "coupon_user" USING btree ("gift_order_id","coupon_id") WHERE source = 'buy';--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_user_new" ON "coupon_user" USING btree ("coupon_id","uid") WHERE source = 'new';--> statement-breakpoint
CREATE INDEX "coupon_user_owner" ON "coupon_user" USING btree ("uid","status","end_time");--> statement-breakpoint
CREATE INDEX "coupon_user_coupon" ON "coupon_user" USING btree ("coupon_id","id");--> statement-breakpoint
CREATE INDEX "coupon_user_created" ON "coupon_user" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "coupon_user_end" ON "coupon_user" USING btree ("end_time") WHERE status = 0;--> statement-breakpoint
CREATE INDEX "coupon_send_coupon" ON "coupon_send" USING btree ("coupon_id","id");--> statement-breakpoint
CREATE INDEX "coupon_scope_target" ON "coupon_scope" USING btree ("target_id","coupon_id");--> statement-breakpoint
CREATE INDEX "coupon_order" ON "coupon" USING btree ("sort","id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "coupon_segment" ON "coupon" USING btree ("segment_id") WHERE segment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_log_day" ON "sign_log" USING btree ("uid","sign_day");--> statement-breakpoint
CREATE INDEX "sign_log_created" ON "sign_log" USING btree ("sign_day","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_reward_day" ON "sign_reward" USING btree ("day");--> statement-breakpoint
CREATE INDEX "product_coupon_coupon" ON "product_coupon" USING btree ("coupon_id","product_id");