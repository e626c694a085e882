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
CREATE TABLE "user_collect" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_collect_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "buyer_address" ADD CONSTRAINT "buyer_address_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_collect" ADD CONSTRAINT "user_collect_uid_shop_user_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."shop_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_collect" ADD CONSTRAINT "user_collect_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "buyer_address_uid" ON "buyer_address" USING btree ("uid","id");--> statement-breakpoint
CREATE UNIQUE INDEX "buyer_address_default" ON "buyer_address" USING btree ("uid") WHERE is_default;--> statement-breakpoint
CREATE INDEX "buyer_address_city" ON "buyer_address" USING btree ("city_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_collect_once" ON "user_collect" USING btree ("uid","product_id");--> statement-breakpoint
CREATE INDEX "user_collect_uid" ON "user_collect" USING btree ("uid","id");--> statement-breakpoint
CREATE INDEX "user_collect_product" ON "user_collect" USING btree ("product_id","id");