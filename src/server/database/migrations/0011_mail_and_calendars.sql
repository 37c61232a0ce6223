CREATE TABLE "mail_hold" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"retry_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_hold_is_one_row" CHECK ("mail_hold"."is_only")
);
--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "calendar_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "calendar_domain" text;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD COLUMN "starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD COLUMN "ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD CONSTRAINT "retreat_registrations_end_after_start" CHECK ("retreat_registrations"."ends_at" > "retreat_registrations"."starts_at");--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD CONSTRAINT "retreat_registrations_both_times" CHECK (("retreat_registrations"."starts_at" is null) = ("retreat_registrations"."ends_at" is null));--> statement-breakpoint
CREATE FUNCTION note_calendar_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.calendar_changed_at := now();
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER registrations_note_calendar_change BEFORE UPDATE OF calendar_sequence ON registrations FOR EACH ROW
	WHEN (OLD.calendar_sequence <> NEW.calendar_sequence)
	EXECUTE FUNCTION note_calendar_change();
