CREATE TABLE "alumni_joins" (
	"person_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alumni_joins_person_id_class_id_pk" PRIMARY KEY("person_id","class_id")
);
--> statement-breakpoint
CREATE TABLE "meeting_registrants" (
	"person_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"meeting_id" text,
	"email" text,
	"asked_at" timestamp with time zone,
	"zoom_registrant_id" text,
	"join_url" text,
	"joined_at" timestamp with time zone,
	"problem" text,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "meeting_registrants_person_id_class_id_pk" PRIMARY KEY("person_id","class_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"source" text NOT NULL,
	"key" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_events_source_key_pk" PRIMARY KEY("source","key")
);
--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "meeting_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "meeting_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "meeting_problem" text;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "attendance_settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alumni_joins" ADD CONSTRAINT "alumni_joins_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alumni_joins" ADD CONSTRAINT "alumni_joins_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_registrants" ADD CONSTRAINT "meeting_registrants_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_registrants" ADD CONSTRAINT "meeting_registrants_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alumni_joins_of_class" ON "alumni_joins" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "meeting_registrants_of_class" ON "meeting_registrants" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "meeting_registrants_by_zoom_id" ON "meeting_registrants" USING btree ("zoom_registrant_id");--> statement-breakpoint
CREATE INDEX "webhook_events_by_time" ON "webhook_events" USING btree ("received_at");