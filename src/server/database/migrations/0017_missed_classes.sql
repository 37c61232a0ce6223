CREATE TABLE "makeup_proposals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "makeup_proposals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" integer NOT NULL,
	"registration_id" integer NOT NULL,
	"missed_class_id" integer NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	CONSTRAINT "makeup_proposals_one_per_missed_class" UNIQUE("registration_id","missed_class_id"),
	CONSTRAINT "makeup_proposals_end_after_start" CHECK ("makeup_proposals"."valid_until" > "makeup_proposals"."proposed_at")
);
--> statement-breakpoint
CREATE TABLE "proposed_slots" (
	"proposal_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"class_id" integer NOT NULL,
	"picked_at" timestamp with time zone,
	CONSTRAINT "proposed_slots_proposal_id_number_pk" PRIMARY KEY("proposal_id","number"),
	CONSTRAINT "proposed_slots_each_class_once" UNIQUE("proposal_id","class_id"),
	CONSTRAINT "proposed_slots_one_digit" CHECK ("proposed_slots"."number" between 1 and 9)
);
--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_known_kind";--> statement-breakpoint
ALTER TABLE "makeup_proposals" ADD CONSTRAINT "makeup_proposals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeup_proposals" ADD CONSTRAINT "makeup_proposals_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeup_proposals" ADD CONSTRAINT "makeup_proposals_missed_class_id_classes_id_fk" FOREIGN KEY ("missed_class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_slots" ADD CONSTRAINT "proposed_slots_proposal_id_makeup_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."makeup_proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_slots" ADD CONSTRAINT "proposed_slots_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "makeup_proposals_of_person" ON "makeup_proposals" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "proposed_slots_one_picked" ON "proposed_slots" USING btree ("proposal_id") WHERE "proposed_slots"."picked_at" is not null;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_known_kind" CHECK ("reminders"."kind" in ('class-day', 'class-hour', 'missed-class', 'retreat', 'alumni-week'));