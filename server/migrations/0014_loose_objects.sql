CREATE TABLE "loose_object" (
	"provider" smallint NOT NULL,
	"key" varchar(120) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loose_object_provider_key_pk" PRIMARY KEY("provider","key")
);
--> statement-breakpoint
CREATE INDEX "loose_object_created" ON "loose_object" USING btree ("created_at");