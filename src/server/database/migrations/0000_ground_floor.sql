CREATE TABLE "attendance" (
	"person_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"status" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attendance_person_id_class_id_pk" PRIMARY KEY("person_id","class_id"),
	CONSTRAINT "attendance_known_status" CHECK ("attendance"."status" in ('Present'))
);
--> statement-breakpoint
CREATE TABLE "classes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "classes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"starts_at" timestamp with time zone NOT NULL,
	"pacific_week" date GENERATED ALWAYS AS ((date_trunc('week', ("classes"."starts_at" at time zone 'America/Los_Angeles') + interval '1 day') - interval '1 day')::date) STORED NOT NULL,
	"class_type" text NOT NULL,
	"instructor_id" integer,
	"zoom_meeting_id" text,
	"zoom_join_url" text,
	"zoom_registration_url" text,
	"meeting_asked_at" timestamp with time zone,
	"meeting_starts_at" timestamp with time zone,
	"meeting_problem" text,
	"attendance_settled_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "classes_id_and_week" UNIQUE("id","pacific_week"),
	CONSTRAINT "classes_known_type" CHECK ("classes"."class_type" in ('Weekly', 'Monthly'))
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"student_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"pacific_week" date NOT NULL,
	"class_number" integer NOT NULL,
	"is_rescheduled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" integer,
	"cancel_reason" text,
	CONSTRAINT "registrations_known_number" CHECK ("registrations"."class_number" between 1 and 10),
	CONSTRAINT "registrations_cancelled_with_reason" CHECK (("registrations"."cancelled_at" is null) = ("registrations"."cancel_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "attempts_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "list_changes" (
	"id" "xid8" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "login_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"nonce" "bytea" NOT NULL,
	"person_id" integer NOT NULL,
	"kind" text NOT NULL,
	"browser_hash" "bytea",
	"redirect_to" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "login_tokens_known_kind" CHECK ("login_tokens"."kind" in ('asked', 'welcome', 'reminder')),
	CONSTRAINT "login_tokens_stay_on_site" CHECK ("login_tokens"."redirect_to" ~ '^/([^/\\[:cntrl:]][^[:cntrl:]]*)?$')
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"start_date" date,
	"transfer_student" boolean DEFAULT false NOT NULL,
	"retreat_continue_clicked" boolean DEFAULT false NOT NULL,
	"text_continue_clicked" boolean DEFAULT false NOT NULL,
	"text_consent" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "people_known_role" CHECK ("people"."role" in ('admin', 'teacher', 'student', 'alumni')),
	CONSTRAINT "people_phone_is_e164" CHECK ("people"."phone" ~ '^\+[1-9][0-9]{6,14}$'),
	CONSTRAINT "people_email_is_one_word" CHECK ("people"."email" ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
	CONSTRAINT "people_student_has_start" CHECK ("people"."role" <> 'student' or "people"."start_date" is not null)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"person_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_end_after_start" CHECK ("sessions"."expires_at" > "sessions"."started_at")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_id" integer,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "consent_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consent_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"person_id" integer NOT NULL,
	"consent" boolean NOT NULL,
	"shown" text NOT NULL,
	"source" text NOT NULL,
	"address" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_events_known_source" CHECK ("consent_events"."source" in ('page', 'reply', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "retreat_registrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retreat_registrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" integer,
	"site_reference" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"email" text,
	"phone" text,
	"registered_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "retreat_registrations_siteReference_unique" UNIQUE("site_reference")
);
--> statement-breakpoint
CREATE TABLE "sent_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sent_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"person_id" integer,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"status" text NOT NULL,
	"provider_id" text,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "sent_messages_key_unique" UNIQUE("key"),
	CONSTRAINT "sent_messages_known_channel" CHECK ("sent_messages"."channel" in ('email', 'text')),
	CONSTRAINT "sent_messages_known_status" CHECK ("sent_messages"."status" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_instructor_id_people_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_cancelled_by_people_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_follow_their_class" FOREIGN KEY ("class_id","pacific_week") REFERENCES "public"."classes"("id","pacific_week") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "alumni_joins" ADD CONSTRAINT "alumni_joins_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alumni_joins" ADD CONSTRAINT "alumni_joins_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_registrants" ADD CONSTRAINT "meeting_registrants_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_registrants" ADD CONSTRAINT "meeting_registrants_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_events" ADD CONSTRAINT "consent_events_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD CONSTRAINT "retreat_registrations_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD CONSTRAINT "sent_messages_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "classes_one_per_start_and_instructor" ON "classes" USING btree ("starts_at",coalesce("instructor_id", 0)) WHERE "classes"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_one_per_class_number" ON "registrations" USING btree ("student_id","class_number") WHERE "registrations"."cancelled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_one_per_week" ON "registrations" USING btree ("student_id","pacific_week") WHERE "registrations"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "registrations_of_class" ON "registrations" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "alumni_joins_of_class" ON "alumni_joins" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "meeting_registrants_of_class" ON "meeting_registrants" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "meeting_registrants_by_zoom_id" ON "meeting_registrants" USING btree ("zoom_registrant_id");--> statement-breakpoint
CREATE INDEX "webhook_events_by_time" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "login_tokens_of_person" ON "login_tokens" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "login_tokens_in_force" ON "login_tokens" USING btree ("expires_at") WHERE "login_tokens"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "people_one_per_email" ON "people" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "people_one_per_phone" ON "people" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "people_by_role" ON "people" USING btree ("role");--> statement-breakpoint
CREATE INDEX "sessions_of_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "consent_events_of_person" ON "consent_events" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "retreat_registrations_of_person" ON "retreat_registrations" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sent_messages_of_person" ON "sent_messages" USING btree ("person_id");