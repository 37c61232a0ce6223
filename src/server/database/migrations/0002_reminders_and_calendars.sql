CREATE TABLE "calendar_feeds" (
	"person_id" integer PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"nonce" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_one_per_address" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"person_id" integer NOT NULL,
	"registration_id" integer,
	"starts_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "reminders_key_unique" UNIQUE("key"),
	CONSTRAINT "reminders_known_kind" CHECK ("reminders"."kind" in ('class-day', 'class-hour', 'retreat', 'alumni-week')),
	CONSTRAINT "reminders_settled_with_outcome" CHECK (("reminders"."settled_at" is null) = ("reminders"."outcome" is null))
);
--> statement-breakpoint
ALTER TABLE "sent_messages" DROP CONSTRAINT "sent_messages_known_status";--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "calendar_sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("due_at") WHERE "reminders"."claimed_at" is null;--> statement-breakpoint
CREATE INDEX "reminders_of_registration" ON "reminders" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "reminders_of_person" ON "reminders" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "sent_messages" ADD CONSTRAINT "sent_messages_known_status" CHECK ("sent_messages"."status" in ('queued', 'sent', 'delivered', 'failed'));