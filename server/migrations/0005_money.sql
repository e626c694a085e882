CREATE TABLE "promotion_budget" (
	"kind" varchar(8) NOT NULL,
	"ref_id" bigint NOT NULL,
	"budget_fen" bigint NOT NULL,
	"used_fen" bigint DEFAULT 0 NOT NULL,
	"warned" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "promotion_budget_kind_ref_id_pk" PRIMARY KEY("kind","ref_id"),
	CONSTRAINT "promotion_budget_used" CHECK (used_fen between 0 and budget_fen)
);
--> statement-breakpoint
CREATE TABLE "user_brokerage_record" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_brokerage_record_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"order_id" bigint DEFAULT 0 NOT NULL,
	"link_id" varchar(64) DEFAULT '' NOT NULL,
	"link_type" varchar(8) NOT NULL,
	"type" smallint NOT NULL,
	"title" varchar(64) NOT NULL,
	"price_fen" bigint NOT NULL,
	"origin_price_fen" bigint NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"balance_fen" bigint NOT NULL,
	"mark" varchar(255) DEFAULT '' NOT NULL,
	"status" smallint NOT NULL,
	"frozen_time" integer DEFAULT 0 NOT NULL,
	"thaw_time" timestamp with time zone,
	"brokerage_level" smallint DEFAULT 0 NOT NULL,
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"biz_key" varchar(100),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_brokerage_record_amount" CHECK (price_fen >= 0 and origin_price_fen >= price_fen and type in (1, 2) and (price_fen > 0 or status = 4)),
	CONSTRAINT "user_brokerage_record_level" CHECK ((link_type in ('order', 'refund')) = (brokerage_level > 0))
);
--> statement-breakpoint
CREATE TABLE "gateway_bill" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gateway_bill_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"provider" varchar(8) NOT NULL,
	"account" varchar(32) NOT NULL,
	"day" date NOT NULL,
	"kind" varchar(8) NOT NULL,
	"out_trade_no" varchar(64) NOT NULL,
	"refund_no" varchar(64) DEFAULT '' NOT NULL,
	"transaction_id" varchar(64) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"fee_fen" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_diff" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recon_diff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"equation" varchar(4) NOT NULL,
	"object" varchar(96) NOT NULL,
	"kind" varchar(8) NOT NULL,
	"provider" varchar(8) NOT NULL,
	"account" varchar(32) NOT NULL,
	"day" date NOT NULL,
	"no" varchar(64) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"expected" varchar(255) NOT NULL,
	"found" varchar(255) NOT NULL,
	"state" varchar(12) DEFAULT 'open' NOT NULL,
	"note" varchar(255) DEFAULT '' NOT NULL,
	"operator_id" bigint DEFAULT 0 NOT NULL,
	"operator_name" varchar(64) DEFAULT '' NOT NULL,
	"handled_at" timestamp with time zone,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_run" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recon_run_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"provider" varchar(8) NOT NULL,
	"account" varchar(32) NOT NULL,
	"day" date NOT NULL,
	"state" varchar(8) DEFAULT 'waiting' NOT NULL,
	"message" varchar(255) DEFAULT '' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"paid_fen" bigint DEFAULT 0 NOT NULL,
	"refunded_fen" bigint DEFAULT 0 NOT NULL,
	"fee_fen" bigint DEFAULT 0 NOT NULL,
	"odd" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"checked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recharge_refund" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recharge_refund_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"recharge_id" bigint NOT NULL,
	"refund_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"round" smallint DEFAULT 1 NOT NULL,
	"give_fen" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_recharge" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_recharge_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"recharge_no" varchar(24) NOT NULL,
	"uid" bigint NOT NULL,
	"package_id" integer,
	"price_fen" bigint NOT NULL,
	"give_fen" bigint NOT NULL,
	"recharge_type" varchar(8) NOT NULL,
	"channel" varchar(8) NOT NULL,
	"paid" boolean DEFAULT false NOT NULL,
	"pay_time" timestamp with time zone,
	"pay_deadline" timestamp with time zone NOT NULL,
	"close_time" timestamp with time zone,
	"refund_price_fen" bigint DEFAULT 0 NOT NULL,
	"refund_give_fen" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "user_recharge_sums" CHECK (price_fen > 0 and give_fen >= 0 and refund_price_fen between 0 and price_fen and refund_give_fen between 0 and give_fen
        and (paid or refund_price_fen = 0) and paid = (pay_time is not null))
);
--> statement-breakpoint
CREATE TABLE "user_extract" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_extract_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"extract_no" varchar(24) NOT NULL,
	"uid" bigint NOT NULL,
	"real_name" varchar(32) DEFAULT '' NOT NULL,
	"extract_type" varchar(8) NOT NULL,
	"bank_name" varchar(64) DEFAULT '' NOT NULL,
	"bank_address" varchar(128) DEFAULT '' NOT NULL,
	"card_num" varchar(25) DEFAULT '' NOT NULL,
	"alipay_code" varchar(64) DEFAULT '' NOT NULL,
	"wechat" varchar(64) DEFAULT '' NOT NULL,
	"qrcode_url" varchar(512) DEFAULT '' NOT NULL,
	"extract_price_fen" bigint NOT NULL,
	"fee_fen" bigint NOT NULL,
	"balance_fen" bigint NOT NULL,
	"mark" varchar(255) DEFAULT '' NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"fail_msg" varchar(200) DEFAULT '' NOT NULL,
	"pay_voucher" varchar(200) DEFAULT '' NOT NULL,
	"pay_no" varchar(64) DEFAULT '' NOT NULL,
	"audit_id" bigint DEFAULT 0 NOT NULL,
	"audit_time" timestamp with time zone,
	"pay_time" timestamp with time zone,
	CONSTRAINT "user_extract_amount" CHECK (extract_price_fen > 0 and fee_fen >= 0 and fee_fen < extract_price_fen),
	CONSTRAINT "user_extract_status_known" CHECK (status in (-1, 0, 1, 2))
);
--> statement-breakpoint
CREATE TABLE "activity_view" (
	"activity_id" bigint PRIMARY KEY NOT NULL,
	"browse" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store_order" ADD COLUMN "commission_note" varchar(12) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_stat_daily" ADD COLUMN "refund_fen" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What went back of the orders of the days that are booked already.
UPDATE "coupon_stat_daily" AS stat SET "refund_fen" = paid.fen FROM (
	SELECT c.coupon_id, (o.pay_time AT TIME ZONE 'Asia/Shanghai')::date AS day, sum(o.refund_price_fen) AS fen
	FROM store_order AS o JOIN coupon_user AS c ON c.id = o.coupon_id
	WHERE o.paid AND o.coupon_id > 0 GROUP BY 1, 2
) AS paid WHERE stat.coupon_id = paid.coupon_id AND stat.day = paid.day AND paid.fen > 0;
--> statement-breakpoint
ALTER TABLE "user_brokerage_record" ADD CONSTRAINT "user_brokerage_record_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recharge_refund" ADD CONSTRAINT "recharge_refund_recharge_id_user_recharge_id_fk" FOREIGN KEY ("recharge_id") REFERENCES "public"."user_recharge"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_extract" ADD CONSTRAINT "user_extract_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_view" ADD CONSTRAINT "activity_view_activity_id_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "user_brokerage_record_biz" ON "user_brokerage_record" USING btree ("biz_key");--> statement-breakpoint
CREATE INDEX "user_brokerage_record_uid" ON "user_brokerage_record" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_brokerage_record_order" ON "user_brokerage_record" USING btree ("order_id") WHERE order_id > 0;--> statement-breakpoint
CREATE INDEX "user_brokerage_record_type" ON "user_brokerage_record" USING btree ("link_type","created_at");--> statement-breakpoint
CREATE INDEX "user_brokerage_record_created" ON "user_brokerage_record" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_brokerage_record_updated" ON "user_brokerage_record" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "user_brokerage_record_thaw" ON "user_brokerage_record" USING btree ("thaw_time","id") WHERE status = 2;--> statement-breakpoint
CREATE INDEX "gateway_bill_day" ON "gateway_bill" USING btree ("provider","account","day");--> statement-breakpoint
CREATE INDEX "gateway_bill_pay" ON "gateway_bill" USING btree ("out_trade_no") WHERE kind = 'pay';--> statement-breakpoint
CREATE INDEX "gateway_bill_refund" ON "gateway_bill" USING btree ("refund_no") WHERE kind = 'refund';--> statement-breakpoint
CREATE UNIQUE INDEX "recon_diff_object" ON "recon_diff" USING btree ("equation","object");--> statement-breakpoint
CREATE INDEX "recon_diff_state" ON "recon_diff" USING btree ("state","day","id");--> statement-breakpoint
CREATE INDEX "recon_diff_day" ON "recon_diff" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "recon_diff_no" ON "recon_diff" USING btree ("no");--> statement-breakpoint
CREATE UNIQUE INDEX "recon_run_day" ON "recon_run" USING btree ("provider","account","day");--> statement-breakpoint
CREATE INDEX "recon_run_newest" ON "recon_run" USING btree ("day","id");--> statement-breakpoint
CREATE UNIQUE INDEX "recharge_refund_refund" ON "recharge_refund" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "recharge_refund_recharge" ON "recharge_refund" USING btree ("recharge_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_recharge_no" ON "user_recharge" USING btree ("recharge_no");--> statement-breakpoint
CREATE INDEX "user_recharge_uid" ON "user_recharge" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_recharge_created" ON "user_recharge" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_recharge_paid" ON "user_recharge" USING btree ("pay_time") WHERE paid;--> statement-breakpoint
CREATE INDEX "user_recharge_due" ON "user_recharge" USING btree ("pay_deadline","id") WHERE not paid and close_time is null;--> statement-breakpoint
CREATE UNIQUE INDEX "user_extract_no" ON "user_extract" USING btree ("extract_no");--> statement-breakpoint
CREATE UNIQUE INDEX "user_extract_open" ON "user_extract" USING btree ("uid") WHERE status in (0, 2);--> statement-breakpoint
CREATE INDEX "user_extract_uid" ON "user_extract" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_extract_status" ON "user_extract" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "user_extract_created" ON "user_extract" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payment_created" ON "payment" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "refund_created" ON "refund" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "shop_user_spread_time" ON "shop_user" USING btree ("spread_time") WHERE spread_uid <> 0;--> statement-breakpoint
CREATE INDEX "shop_user_promoter" ON "shop_user" USING btree ("promoter_time","id") WHERE is_promoter;--> statement-breakpoint
CREATE INDEX "shop_user_spreading" ON "shop_user" USING btree ("spread_count","id") WHERE spread_count > 0;--> statement-breakpoint
-- A record that is neither done nor void goes on to its next status; what it says of its event stays. Until it is done, refunds lower and
-- edits of its order raise what it is worth, and one that came to nothing may live again. One asked for is paid out or stands against
-- what came back.
CREATE FUNCTION user_brokerage_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 3 OR (OLD.status = 4 AND (OLD.price_fen > 0 OR NEW.status <> 1)) OR (OLD.status = 5 AND NEW.status <> 3)
    OR (OLD.status < 3 AND (NEW.status < OLD.status OR NEW.status = 5))
    OR (OLD.status = 5 AND (NEW.price_fen, NEW.origin_price_fen, NEW.lines, NEW.balance_fen)
      IS DISTINCT FROM (OLD.price_fen, OLD.origin_price_fen, OLD.lines, OLD.balance_fen))
    OR (NEW.id, NEW.uid, NEW.order_id, NEW.link_id, NEW.link_type, NEW.type, NEW.title, NEW.brokerage_level, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.uid, OLD.order_id, OLD.link_id, OLD.link_type, OLD.type, OLD.title, OLD.brokerage_level, OLD.created_at)
    OR NEW.biz_key IS DISTINCT FROM OLD.biz_key
  THEN
    RAISE EXCEPTION 'user_brokerage_record is append-only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_brokerage_record_step BEFORE UPDATE ON "user_brokerage_record"
  FOR EACH ROW EXECUTE FUNCTION user_brokerage_step();
--> statement-breakpoint
CREATE TRIGGER user_brokerage_record_append_only BEFORE DELETE ON "user_brokerage_record"
  FOR EACH ROW EXECUTE FUNCTION user_refuse_change();
--> statement-breakpoint
CREATE TRIGGER user_brokerage_record_no_truncate BEFORE TRUNCATE ON "user_brokerage_record"
  FOR EACH STATEMENT EXECUTE FUNCTION user_refuse_change();
--> statement-breakpoint
-- Points that came to nothing by refunds live again when an edit of their order adds goods; they are void otherwise.
CREATE OR REPLACE FUNCTION user_integral_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status NOT IN (1, 2) AND NOT (OLD.status = 4 AND OLD.integral = 0 AND NEW.status = 1)
    OR (OLD.status < 4 AND NEW.status < OLD.status)
    OR (NEW.id, NEW.uid, NEW.type, NEW.link_type, NEW.link_id, NEW.title, NEW.operator_id, NEW.created_at)
      IS DISTINCT FROM (OLD.id, OLD.uid, OLD.type, OLD.link_type, OLD.link_id, OLD.title, OLD.operator_id, OLD.created_at)
    OR NEW.biz_key IS DISTINCT FROM OLD.biz_key
  THEN
    RAISE EXCEPTION 'user_integral_record is append-only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
