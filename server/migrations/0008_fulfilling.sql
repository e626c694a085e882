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
	"express_code" varchar(20) DEFAULT '' NOT NULL,
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
CREATE TABLE "after_sales_line" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "after_sales_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"after_sales_id" bigint NOT NULL,
	"line_id" bigint NOT NULL,
	"num" integer NOT NULL,
	"money_fen" bigint NOT NULL,
	CONSTRAINT "after_sales_line_counts" CHECK (num > 0 and money_fen >= 0)
);
--> statement-breakpoint
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
CREATE TABLE "shipment_line" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_line_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shipment_id" bigint NOT NULL,
	"line_id" bigint NOT NULL,
	"num" integer NOT NULL,
	CONSTRAINT "shipment_line_num" CHECK (num > 0)
);
--> statement-breakpoint
CREATE TABLE "shipment" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shipment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"order_id" bigint NOT NULL,
	"delivery_no" varchar(24) NOT NULL,
	"delivery_type" varchar(10) NOT NULL,
	"express_code" varchar(20) DEFAULT '' NOT NULL,
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
ALTER TABLE "refund" ADD COLUMN "points_back" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "restock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "query_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "operator_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "operator_name" varchar(64) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refund" ADD COLUMN "voucher" varchar(512) DEFAULT '' NOT NULL;--> statement-breakpoint
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
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_order_id_store_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "after_sales_no" ON "after_sales" USING btree ("sales_no");--> statement-breakpoint
CREATE UNIQUE INDEX "after_sales_one_open" ON "after_sales" USING btree ("order_id") WHERE state < 3 and sales_state = 0;--> statement-breakpoint
CREATE INDEX "after_sales_order" ON "after_sales" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "after_sales_uid" ON "after_sales" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "after_sales_state" ON "after_sales" USING btree ("state","sales_state","created_at","id");--> statement-breakpoint
CREATE INDEX "after_sales_created" ON "after_sales" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "after_sales_express" ON "after_sales" USING btree ("express_no") WHERE express_no <> '';--> statement-breakpoint
CREATE INDEX "after_sales_audit" ON "after_sales" USING btree ("audit_deadline") WHERE state = 0 and sales_state = 0;--> statement-breakpoint
CREATE INDEX "after_sales_return" ON "after_sales" USING btree ("return_deadline") WHERE state = 1 and sales_state = 0;--> statement-breakpoint
CREATE INDEX "after_sales_line_case" ON "after_sales_line" USING btree ("after_sales_id");--> statement-breakpoint
CREATE INDEX "after_sales_line_line" ON "after_sales_line" USING btree ("line_id");--> statement-breakpoint
CREATE INDEX "after_sales_log_case" ON "after_sales_log" USING btree ("after_sales_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "draft_order_no" ON "draft_order" USING btree ("draft_no");--> statement-breakpoint
CREATE UNIQUE INDEX "draft_order_order" ON "draft_order" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "draft_order_created" ON "draft_order" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "draft_order_state" ON "draft_order" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "draft_order_uid" ON "draft_order" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "draft_order_expires" ON "draft_order" USING btree ("expire_time") WHERE state < 2;--> statement-breakpoint
CREATE UNIQUE INDEX "order_edit_no" ON "order_edit" USING btree ("edit_no");--> statement-breakpoint
CREATE UNIQUE INDEX "order_edit_one_waiting" ON "order_edit" USING btree ("order_id") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "order_edit_order" ON "order_edit" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_edit_expires" ON "order_edit" USING btree ("expire_time") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "order_bulk_expires" ON "order_bulk" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "order_comment_order" ON "order_comment" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "refund_line_refund" ON "refund_line" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_line_line" ON "refund_line" USING btree ("line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ship_batch_row_of" ON "ship_batch_row" USING btree ("batch_id","row");--> statement-breakpoint
CREATE INDEX "ship_batch_operator" ON "ship_batch" USING btree ("operator_id","id");--> statement-breakpoint
CREATE INDEX "ship_batch_expires" ON "ship_batch" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "shipment_line_shipment" ON "shipment_line" USING btree ("shipment_id");--> statement-breakpoint
CREATE INDEX "shipment_line_line" ON "shipment_line" USING btree ("line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_delivery_no" ON "shipment" USING btree ("delivery_no");--> statement-breakpoint
CREATE INDEX "shipment_order" ON "shipment" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "shipment_express_no" ON "shipment" USING btree ("express_no") WHERE express_no <> '';--> statement-breakpoint
CREATE INDEX "shipment_batch" ON "shipment" USING btree ("batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "shipment_trace" ON "shipment" USING btree ("trace_at") WHERE trace_at is not null;--> statement-breakpoint
CREATE INDEX "shipment_shipped" ON "shipment" USING btree ("ship_time","id");--> statement-breakpoint
CREATE INDEX "store_order_from" ON "store_order" USING btree ("from_order_no") WHERE from_order_no <> '';--> statement-breakpoint
CREATE INDEX "refund_finished" ON "refund" USING btree ("finish_time","id") WHERE state = 1;--> statement-breakpoint
CREATE INDEX "refund_failed" ON "refund" USING btree ("created_at","id") WHERE state = 2;--> statement-breakpoint
ALTER TABLE "shipment" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "after_sales" SET (fillfactor = 85);--> statement-breakpoint
-- The log of cases is append-only (0.4).
CREATE TRIGGER after_sales_log_append_only BEFORE UPDATE OR DELETE ON "after_sales_log"
  FOR EACH ROW EXECUTE FUNCTION order_refuse_change();
--> statement-breakpoint
CREATE TRIGGER after_sales_log_no_truncate BEFORE TRUNCATE ON "after_sales_log"
  FOR EACH STATEMENT EXECUTE FUNCTION order_refuse_change();
--> statement-breakpoint
-- Sums over a range of pay times read the index alone (1.1).
DROP INDEX "store_order_paid";--> statement-breakpoint
CREATE INDEX "store_order_paid" ON "store_order" USING btree ("pay_time") INCLUDE ("store_id", "uid", "pay_price_fen") WHERE paid;
