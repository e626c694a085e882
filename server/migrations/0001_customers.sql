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
CREATE TABLE "user_note" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"content" varchar(500) NOT NULL,
	"operator_id" bigint NOT NULL,
	"operator_name" varchar(100) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
ALTER TABLE "user_bill" ADD CONSTRAINT "user_bill_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_experience_record" ADD CONSTRAINT "user_experience_record_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_integral_record" ADD CONSTRAINT "user_integral_record_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_level_log" ADD CONSTRAINT "user_level_log_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_note" ADD CONSTRAINT "user_note_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "user_group_name" ON "user_group" USING btree (lower("group_name"));--> statement-breakpoint
CREATE UNIQUE INDEX "user_bill_biz" ON "user_bill" USING btree ("biz_key");--> statement-breakpoint
CREATE INDEX "user_bill_uid" ON "user_bill" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_bill_type" ON "user_bill" USING btree ("type","created_at");--> statement-breakpoint
CREATE INDEX "user_bill_created" ON "user_bill" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_bill_link" ON "user_bill" USING btree ("link_id") WHERE link_id <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "user_experience_record_biz" ON "user_experience_record" USING btree ("biz_key");--> statement-breakpoint
CREATE INDEX "user_experience_record_uid" ON "user_experience_record" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_experience_record_type" ON "user_experience_record" USING btree ("link_type","created_at");--> statement-breakpoint
CREATE INDEX "user_experience_record_created" ON "user_experience_record" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "user_integral_record_biz" ON "user_integral_record" USING btree ("biz_key");--> statement-breakpoint
CREATE INDEX "user_integral_record_uid" ON "user_integral_record" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_integral_record_type" ON "user_integral_record" USING btree ("link_type","created_at");--> statement-breakpoint
CREATE INDEX "user_integral_record_created" ON "user_integral_record" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "user_integral_record_updated" ON "user_integral_record" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "user_integral_record_thaw" ON "user_integral_record" USING btree ("status","thaw_time");--> statement-breakpoint
CREATE INDEX "user_level_log_uid" ON "user_level_log" USING btree ("uid","id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_level_grade" ON "user_level" USING btree ("grade");--> statement-breakpoint
CREATE UNIQUE INDEX "user_level_name" ON "user_level" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "user_note_uid" ON "user_note" USING btree ("uid","id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_segment_name" ON "user_segment" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "shop_user_phone" ON "shop_user" USING btree ("phone");--> statement-breakpoint
CREATE UNIQUE INDEX "shop_user_account" ON "shop_user" USING btree ("account");--> statement-breakpoint
CREATE INDEX "shop_user_created" ON "shop_user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "shop_user_last_login" ON "shop_user" USING btree ("last_login_time","id");--> statement-breakpoint
CREATE INDEX "shop_user_last_pay" ON "shop_user" USING btree ("last_pay_time","id");--> statement-breakpoint
CREATE INDEX "shop_user_pay_count" ON "shop_user" USING btree ("pay_count","id");--> statement-breakpoint
CREATE INDEX "shop_user_level" ON "shop_user" USING btree ("level","id");--> statement-breakpoint
CREATE INDEX "shop_user_group" ON "shop_user" USING btree ("group_id","id");--> statement-breakpoint
CREATE INDEX "shop_user_type" ON "shop_user" USING btree ("user_type","id");--> statement-breakpoint
CREATE INDEX "shop_user_tags" ON "shop_user" USING gin ("tag_ids");--> statement-breakpoint
CREATE INDEX "shop_user_spread" ON "shop_user" USING btree ("spread_uid","id") WHERE spread_uid <> 0;--> statement-breakpoint
CREATE INDEX "shop_user_nickname" ON "shop_user" USING btree ("nickname" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "shop_user_real_name" ON "shop_user" USING btree ("real_name" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "user_tag_name" ON "user_tag" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_user_openid" ON "wechat_user" USING btree ("openid") WHERE openid <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_user_routine_openid" ON "wechat_user" USING btree ("routine_openid") WHERE routine_openid <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "wechat_user_unionid" ON "wechat_user" USING btree ("unionid") WHERE unionid <> '';--> statement-breakpoint
CREATE INDEX "wechat_user_uid" ON "wechat_user" USING btree ("uid") WHERE uid <> 0;--> statement-breakpoint
CREATE INDEX "wechat_user_created" ON "wechat_user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "wechat_user_nickname" ON "wechat_user" USING btree ("nickname" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "wechat_user_tags" ON "wechat_user" USING gin ("tag_ids");--> statement-breakpoint
ALTER TABLE "shop_user" SET (fillfactor = 85);--> statement-breakpoint
-- The ledgers of customers are append-only (trade chapter, 0.4 and 7.1).
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
