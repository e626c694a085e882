ALTER TABLE "after_sales" ALTER COLUMN "express_code" SET DATA TYPE varchar(50);--> statement-breakpoint
ALTER TABLE "after_sales" ALTER COLUMN "express_code" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "shipment" ALTER COLUMN "express_code" SET DATA TYPE varchar(50);--> statement-breakpoint
ALTER TABLE "shipment" ALTER COLUMN "express_code" SET DEFAULT '';