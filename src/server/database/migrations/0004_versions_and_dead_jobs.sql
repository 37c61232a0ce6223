DROP TRIGGER people_change_lists ON people;
--> statement-breakpoint
DROP TRIGGER classes_change_lists ON classes;
--> statement-breakpoint
DROP TRIGGER registrations_change_lists ON registrations;
--> statement-breakpoint
DROP TRIGGER attendance_changes_lists ON attendance;
--> statement-breakpoint
DROP TRIGGER retreats_change_lists ON retreat_registrations;
--> statement-breakpoint
DROP TRIGGER login_tokens_change_lists ON login_tokens;
--> statement-breakpoint
DROP FUNCTION note_list_change();
--> statement-breakpoint
DROP TABLE "list_changes";
--> statement-breakpoint
CREATE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_raise_version BEFORE UPDATE ON people FOR EACH ROW
	WHEN ((OLD.email, OLD.phone, OLD.first_name, OLD.last_name, OLD.start_date, OLD.text_consent, OLD.transfer_student, OLD.role, OLD.is_admin)
		IS DISTINCT FROM (NEW.email, NEW.phone, NEW.first_name, NEW.last_name, NEW.start_date, NEW.text_consent, NEW.transfer_student, NEW.role, NEW.is_admin))
	EXECUTE FUNCTION raise_version();
--> statement-breakpoint
CREATE TRIGGER classes_raise_version BEFORE UPDATE ON classes FOR EACH ROW
	WHEN ((OLD.starts_at, OLD.class_type, OLD.instructor_id, OLD.deleted_at)
		IS DISTINCT FROM (NEW.starts_at, NEW.class_type, NEW.instructor_id, NEW.deleted_at))
	EXECUTE FUNCTION raise_version();
--> statement-breakpoint
-- Jobs that texted or mailed login links kept the phone number or email, the address and the nonce; their
-- successors keep an id. The queue's tables do not exist yet where the portal has never run.
DO $$
BEGIN
	IF to_regclass('pgboss.job') IS NULL THEN RETURN; END IF;
	EXECUTE $sql$
		DELETE FROM pgboss.job WHERE state <> 'active'
			AND (name = 'send-login-link' OR (name = 'dead-jobs' AND source_name = 'send-login-link'))
	$sql$;
	EXECUTE $sql$
		UPDATE pgboss.job SET keep_until = created_on + interval '90 days' WHERE name = 'dead-jobs'
	$sql$;
END $$;
