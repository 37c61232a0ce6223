ALTER TABLE "login_tokens" DROP CONSTRAINT "login_tokens_known_kind";--> statement-breakpoint
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_known_kind" CHECK ("login_tokens"."kind" in ('asked', 'welcome', 'reminder', 'staff', 'printed'));--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "uses_staff_link" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Where the same days were closed twice, keep the first row: its cancellation has the classes.
DELETE FROM "closed_dates" AS "later" USING "closed_dates" AS "first"
	WHERE "later"."first_date" = "first"."first_date" AND "later"."last_date" = "first"."last_date" AND "later"."id" > "first"."id";--> statement-breakpoint
CREATE UNIQUE INDEX "closed_dates_one_per_range" ON "closed_dates" USING btree ("first_date","last_date");--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "was_held" boolean;--> statement-breakpoint
-- Before the trigger exists: what is already known changes nobody's progress.
UPDATE classes SET was_held = true WHERE id IN (
	SELECT class_id FROM attendance WHERE status IN ('Joined', 'Present')
	UNION SELECT class_id FROM room_events WHERE kind IN ('joined', 'left', 'ended')
);--> statement-breakpoint
CREATE TRIGGER classes_held_change_progress AFTER UPDATE OF was_held ON classes FOR EACH ROW
	WHEN ((OLD.was_held IS FALSE) IS DISTINCT FROM (NEW.was_held IS FALSE))
	EXECUTE FUNCTION note_changed_student();
