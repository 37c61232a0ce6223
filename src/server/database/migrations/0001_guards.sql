CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER consent_events_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON consent_events
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE FUNCTION follow_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE people SET text_consent = NEW.consent WHERE id = NEW.person_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER text_consent_follows_the_last_event AFTER INSERT ON consent_events
	FOR EACH ROW EXECUTE FUNCTION follow_consent();
--> statement-breakpoint
CREATE FUNCTION note_list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO list_changes (id) VALUES (pg_current_xact_id()) ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_change_lists AFTER INSERT OR UPDATE OR DELETE ON people
	FOR EACH STATEMENT EXECUTE FUNCTION note_list_change();
--> statement-breakpoint
CREATE TRIGGER classes_change_lists AFTER INSERT OR UPDATE OR DELETE ON classes
	FOR EACH STATEMENT EXECUTE FUNCTION note_list_change();
--> statement-breakpoint
CREATE TRIGGER registrations_change_lists AFTER INSERT OR UPDATE OR DELETE ON registrations
	FOR EACH STATEMENT EXECUTE FUNCTION note_list_change();
--> statement-breakpoint
CREATE TRIGGER attendance_changes_lists AFTER INSERT OR UPDATE OR DELETE ON attendance
	FOR EACH STATEMENT EXECUTE FUNCTION note_list_change();
--> statement-breakpoint
CREATE TRIGGER retreats_change_lists AFTER INSERT OR UPDATE OR DELETE ON retreat_registrations
	FOR EACH STATEMENT EXECUTE FUNCTION note_list_change();
--> statement-breakpoint
CREATE TRIGGER login_tokens_change_lists AFTER INSERT OR UPDATE OR DELETE ON login_tokens
	FOR EACH STATEMENT EXECUTE FUNCTION note_list_change();
