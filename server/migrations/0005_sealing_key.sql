CREATE TABLE "sealing_key" (
	"id" integer PRIMARY KEY NOT NULL,
	"key_id" varchar(8) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
