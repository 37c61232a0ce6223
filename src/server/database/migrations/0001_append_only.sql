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
