ALTER TABLE "attendance_corrections" DROP CONSTRAINT "attendance_corrections_known_status";--> statement-breakpoint
ALTER TABLE "room_events" DROP CONSTRAINT "room_events_known_kind";--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD COLUMN "guest_name" text;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD COLUMN "seen_status" text;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD COLUMN "seen_source" text;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_corrections_one_per_guest_name" ON "attendance_corrections" USING btree ("class_id","guest_name") WHERE "attendance_corrections"."guest_name" is not null;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_known_seen_status" CHECK ("attendance_corrections"."seen_status" in ('Joined', 'Present'));--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_known_seen_source" CHECK ("attendance_corrections"."seen_source" in ('webhook', 'report', 'import'));--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_seen_as_a_whole" CHECK (("attendance_corrections"."seen_status" is null) = ("attendance_corrections"."seen_source" is null));--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_known_status" CHECK ("attendance_corrections"."status" in ('Present', 'Missed', 'Excused', 'Withdrawn'));--> statement-breakpoint
ALTER TABLE "room_events" ADD CONSTRAINT "room_events_known_kind" CHECK ("room_events"."kind" in ('joined', 'left', 'ended', 'waiting', 'waited'));--> statement-breakpoint
-- The name that somebody gave in the room goes with them as well, once it is known to be theirs.
CREATE OR REPLACE FUNCTION erase_attendance_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE room_events SET name = NULL FROM attendance_corrections corrected
		WHERE corrected.person_id = NEW.id AND room_events.class_id = corrected.class_id
		AND room_events.person_id IS NULL AND room_events.name = corrected.guest_name;
	UPDATE attendance_corrections SET reason = 'Erased', guest_name = NULL WHERE person_id = NEW.id;
	UPDATE room_events SET registrant_id = NULL WHERE person_id = NEW.id;
	RETURN NULL;
END $$;
