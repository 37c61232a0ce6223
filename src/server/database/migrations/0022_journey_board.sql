CREATE TABLE "changed_students" (
	"student_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text,
	"body" text,
	"text_body" text,
	"recipients" integer NOT NULL,
	"written_by" integer NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "group_messages_key_unique" UNIQUE("key"),
	CONSTRAINT "group_messages_known_kind" CHECK ("group_messages"."kind" in ('message', 'login link')),
	CONSTRAINT "group_messages_say_something" CHECK (("group_messages"."kind" = 'message') = ("group_messages"."subject" is not null and "group_messages"."body" is not null))
);
--> statement-breakpoint
CREATE TABLE "student_progress" (
	"student_id" integer PRIMARY KEY NOT NULL,
	"has_last_class" boolean NOT NULL,
	"is_finished" boolean NOT NULL,
	"is_waiting" boolean NOT NULL,
	"last_weekly_at" timestamp with time zone,
	"first_unattended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "last_sign_in_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "group_messages" ADD CONSTRAINT "group_messages_written_by_people_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "makeups_by_time" ON "makeups" USING btree ("chosen_at");--> statement-breakpoint
CREATE INDEX "registrations_by_time" ON "registrations" USING btree ("created_at");--> statement-breakpoint
UPDATE people SET last_sign_in_at = signed_in.at FROM (
	SELECT actor_id, max(at) AS at FROM audit_log WHERE action IN ('sign-in', 'sign-in: another browser') GROUP BY actor_id
) signed_in WHERE signed_in.actor_id = people.id;
--> statement-breakpoint
-- Triggers, so that a node of an older version, which knows nothing of this table, keeps it up to date as well.
CREATE FUNCTION note_changed_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'classes' THEN
		INSERT INTO changed_students SELECT student_id FROM registrations WHERE class_id = NEW.id AND cancelled_at IS NULL;
	ELSIF TG_TABLE_NAME = 'attendance' THEN
		INSERT INTO changed_students VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.person_id ELSE NEW.person_id END);
	ELSE
		INSERT INTO changed_students VALUES (CASE TG_OP WHEN 'DELETE' THEN OLD.student_id ELSE NEW.student_id END);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER registrations_come_and_go AFTER INSERT OR DELETE ON registrations FOR EACH ROW
	EXECUTE FUNCTION note_changed_student();
--> statement-breakpoint
CREATE TRIGGER registrations_change_progress AFTER UPDATE ON registrations FOR EACH ROW
	WHEN ((OLD.class_id, OLD.class_number, OLD.cancelled_at, OLD.cancellation_id)
		IS DISTINCT FROM (NEW.class_id, NEW.class_number, NEW.cancelled_at, NEW.cancellation_id))
	EXECUTE FUNCTION note_changed_student();
--> statement-breakpoint
CREATE TRIGGER attendance_comes_and_goes AFTER INSERT OR DELETE ON attendance FOR EACH ROW
	EXECUTE FUNCTION note_changed_student();
--> statement-breakpoint
CREATE TRIGGER attendance_changes_progress AFTER UPDATE ON attendance FOR EACH ROW
	WHEN (OLD.status IS DISTINCT FROM NEW.status)
	EXECUTE FUNCTION note_changed_student();
--> statement-breakpoint
CREATE TRIGGER classes_change_progress AFTER UPDATE OF starts_at ON classes FOR EACH ROW
	WHEN (OLD.starts_at IS DISTINCT FROM NEW.starts_at)
	EXECUTE FUNCTION note_changed_student();
--> statement-breakpoint
INSERT INTO changed_students SELECT DISTINCT student_id FROM registrations WHERE cancelled_at IS NULL;
