ALTER TABLE "classes" ADD COLUMN "was_held" boolean;--> statement-breakpoint
-- Before the trigger: what is known already changes nobody's progress.
UPDATE classes SET was_held = true WHERE id IN (
	SELECT class_id FROM attendance WHERE status IN ('Joined', 'Present')
	UNION SELECT class_id FROM room_events WHERE kind IN ('joined', 'left', 'ended')
);
--> statement-breakpoint
CREATE TRIGGER classes_held_change_progress AFTER UPDATE OF was_held ON classes FOR EACH ROW
	WHEN ((OLD.was_held IS FALSE) IS DISTINCT FROM (NEW.was_held IS FALSE))
	EXECUTE FUNCTION note_changed_student();
