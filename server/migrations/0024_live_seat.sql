CREATE UNLOGGED TABLE "live_seat" (
	"user_id" bigint NOT NULL,
	"seat" smallint NOT NULL,
	"holder" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "live_seat_user_id_seat_pk" PRIMARY KEY("user_id","seat")
);
