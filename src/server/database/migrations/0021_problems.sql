CREATE TABLE "dismissed_problems" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"happened_at" timestamp with time zone,
	"person_id" integer,
	"reason" text NOT NULL,
	"dismissed_at" timestamp with time zone NOT NULL,
	"dismissed_by" integer NOT NULL,
	CONSTRAINT "dismissed_problems_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "rejected_webhooks" (
	"source" text NOT NULL,
	"why" text NOT NULL,
	"count" bigint NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rejected_webhooks_source_why_pk" PRIMARY KEY("source","why"),
	CONSTRAINT "rejected_webhooks_known_source" CHECK ("rejected_webhooks"."source" in ('zoom', 'retreats', 'twilio')),
	CONSTRAINT "rejected_webhooks_known_why" CHECK ("rejected_webhooks"."why" in ('untrusted', 'unreadable')),
	CONSTRAINT "rejected_webhooks_in_order" CHECK ("rejected_webhooks"."last_at" >= "rejected_webhooks"."first_at")
);
--> statement-breakpoint
CREATE TABLE "vendor_states" (
	"vendor" text PRIMARY KEY NOT NULL,
	"last_success_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"last_failure_at" timestamp with time zone,
	"reason" text,
	"limited_since" timestamp with time zone,
	"limited_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "meeting_problem_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "attendance_problem_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "meeting_registrants" ADD COLUMN "problem_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "dismissed_problems_of_person" ON "dismissed_problems" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "dismissed_problems_by_time" ON "dismissed_problems" USING btree ("dismissed_at");--> statement-breakpoint
CREATE INDEX "meeting_registrants_with_problem" ON "meeting_registrants" USING btree ("class_id") WHERE "meeting_registrants"."problem" is not null;--> statement-breakpoint
CREATE INDEX "retreat_registrations_unmatched" ON "retreat_registrations" USING btree ("registered_at") WHERE "retreat_registrations"."person_id" is null and "retreat_registrations"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "sent_messages_failed_by_time" ON "sent_messages" USING btree ("created_at") WHERE "sent_messages"."channel" = 'text' and "sent_messages"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "sent_messages_delivered_texts" ON "sent_messages" USING btree ("person_id","id") WHERE "sent_messages"."channel" = 'text' and "sent_messages"."status" = 'delivered';--> statement-breakpoint
CREATE INDEX "sent_messages_settled_texts" ON "sent_messages" USING btree ("id") WHERE "sent_messages"."channel" = 'text' and "sent_messages"."status" in ('delivered', 'failed');--> statement-breakpoint
CREATE INDEX "sent_messages_settled_mails" ON "sent_messages" USING btree ("id") WHERE "sent_messages"."channel" = 'email' and "sent_messages"."status" in ('sent', 'failed');--> statement-breakpoint
-- Triggers, so that a node of an older version that still runs notes it as well.
CREATE FUNCTION note_class_problems() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.meeting_problem_since := CASE WHEN NEW.meeting_problem IS NULL THEN NULL
		ELSE coalesce(NEW.meeting_problem_since, now()) END;
	NEW.attendance_problem_since := CASE WHEN NEW.attendance_problem IS NULL THEN NULL
		ELSE coalesce(NEW.attendance_problem_since, now()) END;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER classes_note_problems BEFORE INSERT OR UPDATE OF meeting_problem, attendance_problem ON classes
	FOR EACH ROW EXECUTE FUNCTION note_class_problems();
--> statement-breakpoint
-- Every try blanks the problem before it asks: the time stays until there is a link, so that a try that fails again is no
-- other problem.
CREATE FUNCTION note_registrant_problem() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.problem IS NOT NULL THEN
		NEW.problem_since := coalesce(NEW.problem_since, NEW.updated_at);
	ELSIF NEW.join_url IS NOT NULL THEN
		NEW.problem_since := NULL;
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER meeting_registrants_note_problem BEFORE INSERT OR UPDATE ON meeting_registrants
	FOR EACH ROW EXECUTE FUNCTION note_registrant_problem();
--> statement-breakpoint
UPDATE classes SET meeting_problem = meeting_problem WHERE meeting_problem IS NOT NULL OR attendance_problem IS NOT NULL;
--> statement-breakpoint
UPDATE meeting_registrants SET problem = problem WHERE problem IS NOT NULL;
--> statement-breakpoint
-- Beside erase_person(): why a problem of theirs was dismissed may name them.
CREATE FUNCTION erase_dismissed_problems() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM dismissed_problems WHERE person_id = NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_erase_dismissed_problems AFTER UPDATE OF erased_at ON people FOR EACH ROW
	WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL)
	EXECUTE FUNCTION erase_dismissed_problems();
