CREATE TABLE "phone_codes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "phone_codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" integer NOT NULL,
	"phone" text NOT NULL,
	"nonce" "bytea" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "phone_codes_one_per_person" UNIQUE("person_id")
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "unconfirmed_phone" text;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "text_phone" text GENERATED ALWAYS AS (coalesce(phone, unconfirmed_phone)) STORED;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "phone_codes_by_end" ON "phone_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "people_by_text_phone" ON "people" USING btree ("text_phone");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_unconfirmed_phone_is_e164" CHECK ("people"."unconfirmed_phone" ~ '^\+[1-9][0-9]{6,14}$');--> statement-breakpoint
DROP TRIGGER people_raise_version ON people;
--> statement-breakpoint
CREATE TRIGGER people_raise_version BEFORE UPDATE ON people FOR EACH ROW
	WHEN ((OLD.email, OLD.phone, OLD.unconfirmed_phone, OLD.first_name, OLD.last_name, OLD.start_date, OLD.text_consent, OLD.transfer_student, OLD.role, OLD.is_admin, OLD.zoom_user, OLD.deactivated_at)
		IS DISTINCT FROM (NEW.email, NEW.phone, NEW.unconfirmed_phone, NEW.first_name, NEW.last_name, NEW.start_date, NEW.text_consent, NEW.transfer_student, NEW.role, NEW.is_admin, NEW.zoom_user, NEW.deactivated_at))
	EXECUTE FUNCTION raise_version();
--> statement-breakpoint
-- Beside erase_person(), and before it: the number that was not confirmed names the person, too.
CREATE FUNCTION erase_unconfirmed_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM phone_codes WHERE person_id = NEW.id;
	DELETE FROM login_requests WHERE phone = OLD.unconfirmed_phone;
	NEW.unconfirmed_phone := NULL;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_erase_unconfirmed_phone BEFORE UPDATE OF erased_at ON people FOR EACH ROW
	WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL)
	EXECUTE FUNCTION erase_unconfirmed_phone();
