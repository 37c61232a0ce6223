CREATE TABLE "own_moves" (
	"registration_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"from_class_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"was_rescheduled" boolean NOT NULL,
	"to_class_id" integer NOT NULL,
	"version" integer NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "own_moves_known_kind" CHECK ("own_moves"."kind" in ('reschedule', 'makeup'))
);
--> statement-breakpoint
ALTER TABLE "own_moves" ADD CONSTRAINT "own_moves_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;