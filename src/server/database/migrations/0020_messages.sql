ALTER TABLE "retreat_registrations" ALTER COLUMN "site_reference" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD COLUMN "entered_by" integer;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD COLUMN "guest_name" text;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD COLUMN "detached_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD COLUMN "about" jsonb;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD COLUMN "resent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD CONSTRAINT "retreat_registrations_entered_by_people_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD CONSTRAINT "retreat_registrations_from_site_or_admin" CHECK (num_nonnulls("retreat_registrations"."site_reference", "retreat_registrations"."entered_by") = 1);--> statement-breakpoint
-- What older versions have sent: the keys tell what it was, and often of what. In one statement, since it rewrites the rows.
WITH told AS (
	SELECT id, key,
		CASE
			WHEN key LIKE 'login %' THEN 'login-link'
			WHEN key LIKE 'welcome %' THEN 'welcome'
			WHEN key LIKE 'schedule of registration %' THEN 'schedule'
			WHEN key LIKE 'own moves of registration %' THEN 'own-move'
			WHEN key LIKE 'makeup given back by registration %' THEN 'makeup-given-back'
			WHEN key LIKE 'reset of registrations from %' THEN 'account-reset'
			WHEN key LIKE 'class move % of registration %' OR key LIKE 'class-moved %' THEN 'class-moved'
			WHEN key ~ '^class(es)? [0-9, ]+, new instructor: ' THEN 'new-instructor'
			WHEN key ~ '^class(es)? [0-9, ]+, given: ' THEN 'class-given'
			WHEN key ~ '^class(es)? [0-9, ]+, taken: ' THEN 'class-taken'
			WHEN key ~ '^class(es)? [0-9, ]+, moved: ' THEN 'taught-class-moved'
			WHEN key LIKE 'new links of person %' THEN 'new-links'
			WHEN key ~ '^undone: (mail|text) of cancellation ' THEN 'cancellation-undone'
			WHEN key ~ '^(mail|text) of cancellation ' THEN 'class-cancelled'
			WHEN key ~ '^(mail|text) of class message ' THEN 'class-message'
			WHEN key LIKE 'missed class, proposal %' THEN 'missed-class'
			WHEN key LIKE 'answer to %' THEN 'makeup-answer'
			WHEN key LIKE 'opt-in %' THEN 'opt-in'
			WHEN key LIKE 'test mail of person %' THEN 'test-mail'
			WHEN key ~ '^reminder [0-9]+$' THEN
				(SELECT reminders.kind FROM reminders WHERE reminders.id = substring(sent_messages.key FROM '^reminder ([0-9]+)$')::bigint)
		END AS kind
	FROM sent_messages
)
UPDATE sent_messages SET kind = told.kind, about = CASE
		WHEN told.kind IN ('login-link', 'welcome', 'makeup-answer', 'alumni-week', 'test-mail') THEN '{}'::jsonb
		WHEN told.kind IN ('schedule', 'own-move') THEN
			jsonb_build_object('registrationId', substring(told.key FROM 'registration ([0-9]+)')::int)
		WHEN told.kind IN ('class-day', 'class-hour', 'retreat') THEN
			(SELECT jsonb_build_object('registrationId', registration_id) FROM reminders
				WHERE reminders.id = substring(told.key FROM '^reminder ([0-9]+)$')::bigint)
		WHEN told.kind = 'class-cancelled' THEN
			jsonb_build_object('cancellationId', substring(told.key FROM 'cancellation ([0-9]+)')::int)
		WHEN told.kind = 'class-message' THEN
			jsonb_build_object('messageId', substring(told.key FROM 'class message ([0-9]+)')::int)
		WHEN told.kind = 'missed-class' THEN
			jsonb_build_object('proposalId', substring(told.key FROM 'proposal ([0-9]+)')::int)
		WHEN told.kind = 'opt-in' THEN
			jsonb_build_object('consentEventId', substring(told.key FROM '^opt-in ([0-9]+)')::int)
	END
	FROM told WHERE told.id = sent_messages.id AND told.kind IS NOT NULL;
--> statement-breakpoint
-- Beside erase_person(), and before it: what it does not know of yet.
CREATE FUNCTION erase_message_subjects_and_guest_names() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE sent_messages SET subject = NULL WHERE person_id = NEW.id AND subject IS NOT NULL;
	UPDATE retreat_registrations SET guest_name = NULL
		WHERE person_id = NEW.id OR lower(email) = lower(OLD.email) OR phone = OLD.phone;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_erase_message_subjects_and_guest_names AFTER UPDATE OF erased_at ON people FOR EACH ROW
	WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL)
	EXECUTE FUNCTION erase_message_subjects_and_guest_names();
