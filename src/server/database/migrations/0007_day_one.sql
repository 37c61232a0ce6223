CREATE TABLE "installation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "installation_is_one_row" CHECK ("installation"."is_only"),
	CONSTRAINT "installation_known_kind" CHECK ("installation"."kind" in ('demo', 'production'))
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "zoom_user" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "deactivated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "via" text;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_erased_is_deactivated" CHECK ("people"."erased_at" is null or "people"."deactivated_at" is not null);--> statement-breakpoint
DROP TRIGGER people_raise_version ON people;
--> statement-breakpoint
CREATE TRIGGER people_raise_version BEFORE UPDATE ON people FOR EACH ROW
	WHEN ((OLD.email, OLD.phone, OLD.first_name, OLD.last_name, OLD.start_date, OLD.text_consent, OLD.transfer_student, OLD.role, OLD.is_admin, OLD.zoom_user, OLD.deactivated_at)
		IS DISTINCT FROM (NEW.email, NEW.phone, NEW.first_name, NEW.last_name, NEW.start_date, NEW.text_consent, NEW.transfer_student, NEW.role, NEW.is_admin, NEW.zoom_user, NEW.deactivated_at))
	EXECUTE FUNCTION raise_version();
--> statement-breakpoint
DROP TRIGGER people_end_access ON people;
--> statement-breakpoint
CREATE TRIGGER people_end_access AFTER UPDATE OF role, deactivated_at ON people FOR EACH ROW
	WHEN ((OLD.role IN ('admin', 'teacher')) <> (NEW.role IN ('admin', 'teacher'))
		OR (OLD.deactivated_at IS NULL AND NEW.deactivated_at IS NOT NULL))
	EXECUTE FUNCTION end_access();
--> statement-breakpoint
-- The audit log and the record of consent stay append-only, with two exceptions that can only take something away:
-- erase_person() blanks what names one person, and audit rows older than a year may be deleted.
DROP TRIGGER audit_log_is_append_only ON audit_log;
--> statement-breakpoint
DROP TRIGGER consent_events_are_append_only ON consent_events;
--> statement-breakpoint
CREATE TRIGGER audit_log_is_not_truncated BEFORE TRUNCATE ON audit_log
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER consent_events_are_not_truncated BEFORE TRUNCATE ON consent_events
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER consent_events_are_not_deleted BEFORE DELETE ON consent_events
	FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_is_kept_for_a_year BEFORE DELETE ON audit_log
	FOR EACH ROW WHEN (OLD.at > now() - interval '1 year') EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- portal.erasing is the id of the person whom erase_person() is erasing. Set by anybody else it allows no more than that
-- function does: to blank rows of somebody who is erased already.
CREATE FUNCTION refuse_change_unless_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	person integer := nullif(current_setting('portal.erasing', true), '')::integer;
	is_theirs boolean;
BEGIN
	IF EXISTS (SELECT FROM people WHERE id = person AND erased_at IS NOT NULL) THEN
		IF TG_TABLE_NAME = 'audit_log' THEN
			is_theirs := OLD.subject = 'person:' || person OR OLD.subject IN
				(SELECT 'retreat-registration:' || id FROM retreat_registrations WHERE person_id = person);
			IF (is_theirs AND to_jsonb(NEW) = to_jsonb(OLD) || '{"before": null, "after": null, "address": null}')
				OR (OLD.actor_id = person AND to_jsonb(NEW) = to_jsonb(OLD) || '{"address": null}') THEN
				RETURN NEW;
			END IF;
		ELSIF OLD.person_id = person AND to_jsonb(NEW) = to_jsonb(OLD) || '{"shown": "Erased", "address": null}' THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE ON audit_log
	FOR EACH ROW EXECUTE FUNCTION refuse_change_unless_erasing();
--> statement-breakpoint
CREATE TRIGGER consent_events_are_append_only BEFORE UPDATE ON consent_events
	FOR EACH ROW EXECUTE FUNCTION refuse_change_unless_erasing();
--> statement-breakpoint
-- Leaves who came when and how many, and nothing that names the person. What Zoom still has to be told about upcoming
-- classes stays in meeting_registrants until they are over; the nightly deletion of old records blanks it then.
CREATE FUNCTION erase_person(erased_id integer, erased_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	old_email text;
	old_phone text;
BEGIN
	SELECT lower(email), phone INTO old_email, old_phone FROM people WHERE id = erased_id FOR UPDATE;
	PERFORM set_config('portal.erasing', erased_id::text, true);
	UPDATE people SET
		first_name = 'Erased', last_name = 'Person', email = 'erased-' || id || '@erased.invalid', phone = NULL, zoom_user = NULL,
		deactivated_at = coalesce(deactivated_at, erased_time), erased_at = coalesce(erased_at, erased_time)
		WHERE id = erased_id;
	UPDATE consent_events SET shown = 'Erased', address = NULL WHERE person_id = erased_id;
	-- A registration that was cancelled before anybody here had its email or phone belongs to nobody.
	UPDATE retreat_registrations SET person_id = erased_id
		WHERE person_id IS NULL AND (lower(email) = old_email OR phone = old_phone);
	UPDATE retreat_registrations SET title = 'Erased', description = '', email = NULL, phone = NULL WHERE person_id = erased_id;
	UPDATE retreat_registrations SET email = NULL WHERE lower(email) = old_email;
	UPDATE retreat_registrations SET phone = NULL WHERE phone = old_phone;
	UPDATE audit_log SET before = NULL, after = NULL, address = NULL WHERE subject = 'person:' || erased_id
		OR subject IN (SELECT 'retreat-registration:' || id FROM retreat_registrations WHERE person_id = erased_id);
	UPDATE audit_log SET address = NULL WHERE actor_id = erased_id AND address IS NOT NULL;
	UPDATE sent_messages SET recipient = 'erased', problem = NULL WHERE person_id = erased_id;
	UPDATE meeting_registrants SET email = NULL, join_url = NULL, zoom_registrant_id = NULL, problem = NULL
		FROM classes WHERE classes.id = class_id AND person_id = erased_id AND classes.starts_at < erased_time - interval '1 day';
	DELETE FROM login_requests WHERE email = old_email OR phone = old_phone;
	DELETE FROM login_tokens WHERE person_id = erased_id OR copied_by = erased_id;
	DELETE FROM sessions WHERE person_id = erased_id;
	DELETE FROM calendar_feeds WHERE person_id = erased_id;
	PERFORM set_config('portal.erasing', '', true);
END $$;
