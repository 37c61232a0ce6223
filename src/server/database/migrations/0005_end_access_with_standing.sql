-- Whoever becomes staff or stops being staff has to sign in again, whichever command or hand changed the role.
-- That a link has ended is all that is read from ended_at, so the time of the database server will do.
CREATE FUNCTION end_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM sessions WHERE person_id = NEW.id;
	UPDATE login_tokens SET ended_at = now() WHERE person_id = NEW.id AND ended_at IS NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_end_access AFTER UPDATE OF role ON people FOR EACH ROW
	WHEN ((OLD.role IN ('admin', 'teacher')) <> (NEW.role IN ('admin', 'teacher')))
	EXECUTE FUNCTION end_access();
