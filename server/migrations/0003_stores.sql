CREATE TABLE "store_staff" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_staff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"uid" bigint,
	"admin_id" bigint,
	"store_id" bigint NOT NULL,
	"avatar" varchar(512) DEFAULT '' NOT NULL,
	"staff_name" varchar(64) NOT NULL,
	"phone" varchar(11) DEFAULT '' NOT NULL,
	"verify_status" boolean DEFAULT false NOT NULL,
	"status" boolean DEFAULT true NOT NULL,
	"notify" boolean DEFAULT true NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "store_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"name" varchar(40) NOT NULL,
	"introduction" varchar(100) DEFAULT '' NOT NULL,
	"phone" varchar(20) NOT NULL,
	"city_ids" integer[] NOT NULL,
	"detailed_address" varchar(255) NOT NULL,
	"image" varchar(512) NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"valid_from" date,
	"valid_to" date,
	"opens_at" char(5),
	"closes_at" char(5),
	"is_show" boolean DEFAULT true NOT NULL,
	"is_del" boolean DEFAULT false NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store_staff" ADD CONSTRAINT "store_staff_store_id_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."store"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "store_staff_uid" ON "store_staff" USING btree ("uid") WHERE not is_del;--> statement-breakpoint
CREATE UNIQUE INDEX "store_staff_admin" ON "store_staff" USING btree ("store_id","admin_id") WHERE not is_del;--> statement-breakpoint
CREATE INDEX "store_staff_account" ON "store_staff" USING btree ("admin_id");--> statement-breakpoint
CREATE UNIQUE INDEX "store_name" ON "store" USING btree (lower("name")) WHERE not is_del;--> statement-breakpoint
CREATE INDEX "store_changed" ON "store" USING btree ("updated_at","id");