CREATE TABLE "attendance_corrections" (
	"person_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"corrected_by" integer NOT NULL,
	"corrected_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attendance_corrections_person_id_class_id_pk" PRIMARY KEY("person_id","class_id"),
	CONSTRAINT "attendance_corrections_known_status" CHECK ("attendance_corrections"."status" in ('Present', 'Missed', 'Excused'))
);
--> statement-breakpoint
CREATE TABLE "makeups" (
	"registration_id" integer NOT NULL,
	"missed_class_id" integer NOT NULL,
	"was_rescheduled" boolean NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	"given_back_at" timestamp with time zone,
	CONSTRAINT "makeups_registration_id_missed_class_id_pk" PRIMARY KEY("registration_id","missed_class_id")
);
--> statement-breakpoint
CREATE TABLE "room_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "room_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"class_id" integer NOT NULL,
	"person_id" integer,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"instance_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"registrant_id" text,
	"name" text,
	CONSTRAINT "room_events_known_source" CHECK ("room_events"."source" in ('webhook', 'report')),
	CONSTRAINT "room_events_known_kind" CHECK ("room_events"."kind" in ('joined', 'left', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "attendance" DROP CONSTRAINT "attendance_known_status";--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "joined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "left_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "attendance_problem" text;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_corrected_by_people_id_fk" FOREIGN KEY ("corrected_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeups" ADD CONSTRAINT "makeups_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeups" ADD CONSTRAINT "makeups_missed_class_id_classes_id_fk" FOREIGN KEY ("missed_class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_events" ADD CONSTRAINT "room_events_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_events" ADD CONSTRAINT "room_events_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_corrections_of_class" ON "attendance_corrections" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "makeups_of_class" ON "makeups" USING btree ("missed_class_id");--> statement-breakpoint
CREATE UNIQUE INDEX "room_events_once" ON "room_events" USING btree ("class_id","source","kind","at","instance_id","connection_id",coalesce("person_id", 0));--> statement-breakpoint
CREATE INDEX "room_events_of_person" ON "room_events" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "room_events_by_time" ON "room_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "attendance_of_class" ON "attendance" USING btree ("class_id");--> statement-breakpoint
-- Until now attendance came from reports, and of classes without a meeting from imports.
UPDATE "attendance" SET "source" = CASE WHEN "classes"."zoom_meeting_id" IS NULL THEN 'import' ELSE 'report' END
	FROM "classes" WHERE "classes"."id" = "attendance"."class_id";--> statement-breakpoint
UPDATE "attendance" SET "joined_at" = "seat"."joined_at" FROM "meeting_registrants" "seat"
	WHERE "seat"."person_id" = "attendance"."person_id" AND "seat"."class_id" = "attendance"."class_id";--> statement-breakpoint
ALTER TABLE "attendance" ALTER COLUMN "source" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_registrants" DROP COLUMN "joined_at";--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_known_source" CHECK ("attendance"."source" in ('webhook', 'report', 'import', 'hand'));--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_excused_by_hand" CHECK ("attendance"."status" <> 'Excused' or "attendance"."source" = 'hand');--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_known_status" CHECK ("attendance"."status" in ('Joined', 'Present', 'Excused'));--> statement-breakpoint
-- Beside erase_person(): that somebody came stays, why it was corrected and as whom Zoom knew them does not.
CREATE FUNCTION erase_attendance_details() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE attendance_corrections SET reason = 'Erased' WHERE person_id = NEW.id;
	UPDATE room_events SET registrant_id = NULL WHERE person_id = NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_erase_attendance_details AFTER UPDATE OF erased_at ON people FOR EACH ROW
	WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL)
	EXECUTE FUNCTION erase_attendance_details();
