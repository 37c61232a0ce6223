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
