CREATE TABLE "class_cancellations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "class_cancellations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"cancelled_at" timestamp with time zone NOT NULL,
	"cancelled_by" integer NOT NULL,
	"reason" text NOT NULL,
	"announced_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"undone_by" integer,
	CONSTRAINT "class_cancellations_undone_by_somebody" CHECK (("class_cancellations"."undone_at" is null) = ("class_cancellations"."undone_by" is null))
);
--> statement-breakpoint
CREATE TABLE "closed_dates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "closed_dates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"first_date" date NOT NULL,
	"last_date" date NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" integer NOT NULL,
	"cancellation_id" integer,
	CONSTRAINT "closed_dates_in_order" CHECK ("closed_dates"."last_date" >= "closed_dates"."first_date")
);
--> statement-breakpoint
CREATE TABLE "class_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "class_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"class_id" integer NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"text_body" text,
	"written_by" integer NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "class_messages_key_unique" UNIQUE("key")
);
--> statement-breakpoint
DROP INDEX "classes_one_per_start_and_instructor";--> statement-breakpoint
DROP INDEX "registrations_one_per_week";--> statement-breakpoint
DROP INDEX "classes_one_per_start_and_host";--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "cancellation_id" integer;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "cancellation_id" integer;--> statement-breakpoint
ALTER TABLE "class_cancellations" ADD CONSTRAINT "class_cancellations_cancelled_by_people_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_cancellations" ADD CONSTRAINT "class_cancellations_undone_by_people_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_dates" ADD CONSTRAINT "closed_dates_created_by_people_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_dates" ADD CONSTRAINT "closed_dates_cancellation_id_class_cancellations_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "public"."class_cancellations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_messages" ADD CONSTRAINT "class_messages_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_messages" ADD CONSTRAINT "class_messages_written_by_people_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_cancellations_by_time" ON "class_cancellations" USING btree ("cancelled_at");--> statement-breakpoint
CREATE INDEX "closed_dates_by_last_date" ON "closed_dates" USING btree ("last_date");--> statement-breakpoint
CREATE INDEX "class_messages_of_class" ON "class_messages" USING btree ("class_id");--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_cancellation_id_class_cancellations_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "public"."class_cancellations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_cancellation_id_class_cancellations_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "public"."class_cancellations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "classes_of_cancellation" ON "classes" USING btree ("cancellation_id");--> statement-breakpoint
CREATE INDEX "registrations_of_cancellation" ON "registrations" USING btree ("cancellation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "classes_one_per_start_and_instructor" ON "classes" USING btree ("starts_at",coalesce("instructor_id", 0)) WHERE "classes"."deleted_at" is null and "classes"."cancellation_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "classes_one_per_start_and_host" ON "classes" USING btree ("starts_at",coalesce("host", '')) WHERE "classes"."deleted_at" is null and "classes"."cancellation_id" is null and not "classes"."may_share_host";--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_one_per_week" ON "registrations" USING btree ("student_id","pacific_week") WHERE "registrations"."cancelled_at" is null and "registrations"."cancellation_id" is null;--> statement-breakpoint
CREATE TRIGGER classes_raise_version_when_cancelled BEFORE UPDATE OF cancellation_id ON classes FOR EACH ROW
	WHEN (OLD.cancellation_id IS DISTINCT FROM NEW.cancellation_id)
	EXECUTE FUNCTION raise_version();
--> statement-breakpoint
-- Commands hold the class while they register somebody; this stops whoever does not.
CREATE FUNCTION refuse_place_in_cancelled_class() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	cancellation integer;
BEGIN
	SELECT cancellation_id INTO cancellation FROM classes WHERE id = NEW.class_id;
	IF cancellation IS NOT NULL THEN
		RAISE EXCEPTION 'class % is cancelled', NEW.class_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'registrations_not_in_cancelled_class';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER registrations_not_in_cancelled_class
	BEFORE INSERT OR UPDATE OF class_id, cancellation_id, cancelled_at ON registrations FOR EACH ROW
	WHEN (NEW.cancelled_at IS NULL AND NEW.cancellation_id IS NULL)
	EXECUTE FUNCTION refuse_place_in_cancelled_class();
