CREATE TABLE "approval" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "approval_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"created_by" bigint,
	"updated_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"title" varchar(120) NOT NULL,
	"amount_fen" bigint NOT NULL,
	"object_type" varchar(30) NOT NULL,
	"object_id" varchar(60) NOT NULL,
	"object_name" varchar(120) NOT NULL,
	"link" varchar(200) DEFAULT '' NOT NULL,
	"reason" varchar(500) DEFAULT '' NOT NULL,
	"rule" varchar(120) NOT NULL,
	"changes" jsonb NOT NULL,
	"route" varchar(60) NOT NULL,
	"input" jsonb NOT NULL,
	"needs" jsonb NOT NULL,
	"applicant_id" bigint NOT NULL,
	"proven" boolean NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"expire_time" timestamp with time zone NOT NULL,
	"reviewer_id" bigint,
	"review_time" timestamp with time zone,
	"remark" varchar(200) DEFAULT '' NOT NULL,
	"message" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "approval_amount" CHECK (amount_fen >= 0),
	CONSTRAINT "approval_state_known" CHECK (state between 0 and 5),
	CONSTRAINT "approval_decided" CHECK ((state in (1, 2, 5)) = (reviewer_id is not null))
);
--> statement-breakpoint
ALTER TABLE "approval" ADD CONSTRAINT "approval_applicant_id_admin_user_id_fk" FOREIGN KEY ("applicant_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval" ADD CONSTRAINT "approval_reviewer_id_admin_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."admin_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approval_waiting" ON "approval" USING btree ("kind","object_type","object_id") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "approval_expire" ON "approval" USING btree ("expire_time") WHERE state = 0;--> statement-breakpoint
CREATE INDEX "approval_applicant" ON "approval" USING btree ("applicant_id","id");