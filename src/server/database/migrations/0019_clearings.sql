CREATE TABLE "clearings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clearings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" integer NOT NULL,
	"kind" text NOT NULL,
	"cleared_at" timestamp with time zone NOT NULL,
	"cleared_by" integer NOT NULL,
	"start_date_before" date,
	"start_date_after" date,
	"undone_at" timestamp with time zone,
	"undone_by" integer,
	CONSTRAINT "clearings_known_kind" CHECK ("clearings"."kind" in ('reset', 'alumni', 'deactivation')),
	CONSTRAINT "clearings_undone_by_somebody" CHECK (("clearings"."undone_at" is null) = ("clearings"."undone_by" is null))
);
--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "clearing_id" integer;--> statement-breakpoint
ALTER TABLE "clearings" ADD CONSTRAINT "clearings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clearings" ADD CONSTRAINT "clearings_cleared_by_people_id_fk" FOREIGN KEY ("cleared_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clearings" ADD CONSTRAINT "clearings_undone_by_people_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clearings_of_person" ON "clearings" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_clearing_id_clearings_id_fk" FOREIGN KEY ("clearing_id") REFERENCES "public"."clearings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registrations_of_clearing" ON "registrations" USING btree ("clearing_id") WHERE "registrations"."clearing_id" is not null;