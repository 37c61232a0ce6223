CREATE TABLE "class_time_wishes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "class_time_wishes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" integer NOT NULL,
	"class_number" integer NOT NULL,
	"days" text[] NOT NULL,
	"hours" text[] NOT NULL,
	"comment" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" integer,
	CONSTRAINT "class_time_wishes_answered_by_somebody" CHECK (("class_time_wishes"."answered_at" is null) = ("class_time_wishes"."answered_by" is null))
);
--> statement-breakpoint
ALTER TABLE "class_time_wishes" ADD CONSTRAINT "class_time_wishes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_time_wishes" ADD CONSTRAINT "class_time_wishes_answered_by_people_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "class_time_wishes_one_open" ON "class_time_wishes" USING btree ("person_id") WHERE "class_time_wishes"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "class_time_wishes_of_person" ON "class_time_wishes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "class_time_wishes_by_staff" ON "class_time_wishes" USING btree ("answered_by");--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD COLUMN "site_page" text;--> statement-breakpoint
-- Beside erase_person(): what the person asked for goes with them, and the way to their registration on the retreat site.
CREATE FUNCTION erase_wishes_and_site_pages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM class_time_wishes WHERE person_id = NEW.id;
	UPDATE retreat_registrations SET site_page = NULL
		WHERE person_id = NEW.id OR lower(email) = lower(OLD.email) OR phone = OLD.phone;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_erase_wishes_and_site_pages AFTER UPDATE OF erased_at ON people FOR EACH ROW
	WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL)
	EXECUTE FUNCTION erase_wishes_and_site_pages();
