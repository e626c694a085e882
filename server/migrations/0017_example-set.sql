CREATE TABLE "example_set" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"category" jsonb NOT NULL,
	"products" jsonb NOT NULL,
	"file_ids" bigint[] NOT NULL,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "example_set_one" CHECK ("example_set"."id" = 1)
);
