CREATE TABLE "stock_mismatch" (
	"sku_id" bigint PRIMARY KEY NOT NULL,
	"product_id" bigint NOT NULL,
	"stock" integer NOT NULL,
	"ledger" bigint NOT NULL,
	"found_at" timestamp with time zone NOT NULL
);
