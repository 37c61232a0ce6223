CREATE TABLE "person_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "person_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" integer NOT NULL,
	"body" text NOT NULL,
	"written_by" integer NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_written_by_people_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "person_notes_of_person" ON "person_notes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "person_notes_by_author" ON "person_notes" USING btree ("written_by");--> statement-breakpoint
CREATE INDEX "registrations_of_student" ON "registrations" USING btree ("student_id");--> statement-breakpoint
-- Beside erase_person(): what staff wrote about the person goes with them.
CREATE FUNCTION erase_person_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM person_notes WHERE person_id = NEW.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_erase_notes AFTER UPDATE OF erased_at ON people FOR EACH ROW
	WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL)
	EXECUTE FUNCTION erase_person_notes();
