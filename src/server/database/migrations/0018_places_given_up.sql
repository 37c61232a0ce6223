ALTER TABLE "class_cancellations" ADD COLUMN "registration_id" integer;--> statement-breakpoint
ALTER TABLE "class_cancellations" ADD CONSTRAINT "class_cancellations_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_cancellations_of_registration" ON "class_cancellations" USING btree ("registration_id");--> statement-breakpoint
-- Beside erase_person(): that a place was given up stays, why it was does not.
CREATE FUNCTION erase_places_given_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE class_cancellations SET reason = 'Erased' FROM registrations
		WHERE registrations.id = class_cancellations.registration_id AND registrations.student_id = NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_erase_places_given_up AFTER UPDATE OF erased_at ON people FOR EACH ROW
	WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL)
	EXECUTE FUNCTION erase_places_given_up();
