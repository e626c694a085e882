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
	"is_show" boolean DEFAULT true NOT NULL,
	"is_top" boolean DEFAULT false NOT NULL,
	"audit_status" smallint DEFAULT 1 NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "product_reply" ADD CONSTRAINT "product_reply_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_reply_newest" ON "product_reply" USING btree ("created_at","id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "product_reply_unanswered" ON "product_reply" USING btree ("created_at","id") WHERE not is_reply and not is_del;--> statement-breakpoint
CREATE INDEX "product_reply_product" ON "product_reply" USING btree ("product_id","created_at","id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "product_reply_counted" ON "product_reply" USING btree ("product_id","is_virtual","level","star") WHERE is_show and audit_status = 1 and not is_del;