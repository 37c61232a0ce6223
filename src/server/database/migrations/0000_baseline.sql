CREATE TABLE "attendance" (
	"person_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"joined_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attendance_person_id_class_id_pk" PRIMARY KEY("person_id","class_id"),
	CONSTRAINT "attendance_known_status" CHECK ("attendance"."status" in ('Joined', 'Present', 'Excused')),
	CONSTRAINT "attendance_known_source" CHECK ("attendance"."source" in ('webhook', 'report', 'import', 'hand')),
	CONSTRAINT "attendance_excused_by_hand" CHECK ("attendance"."status" <> 'Excused' or "attendance"."source" = 'hand')
);
--> statement-breakpoint
CREATE TABLE "attendance_corrections" (
	"person_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"corrected_by" integer NOT NULL,
	"corrected_at" timestamp with time zone NOT NULL,
	"guest_name" text,
	"seen_status" text,
	"seen_source" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "attendance_corrections_person_id_class_id_pk" PRIMARY KEY("person_id","class_id"),
	CONSTRAINT "attendance_corrections_known_status" CHECK ("attendance_corrections"."status" in ('Present', 'Missed', 'Excused', 'Withdrawn')),
	CONSTRAINT "attendance_corrections_known_seen_status" CHECK ("attendance_corrections"."seen_status" in ('Joined', 'Present')),
	CONSTRAINT "attendance_corrections_known_seen_source" CHECK ("attendance_corrections"."seen_source" in ('webhook', 'report', 'import')),
	CONSTRAINT "attendance_corrections_seen_as_a_whole" CHECK (("attendance_corrections"."seen_status" is null) = ("attendance_corrections"."seen_source" is null))
);
--> statement-breakpoint
CREATE TABLE "makeups" (
	"registration_id" integer NOT NULL,
	"missed_class_id" integer NOT NULL,
	"was_rescheduled" boolean NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "makeups_registration_id_missed_class_id_pk" PRIMARY KEY("registration_id","missed_class_id")
);
--> statement-breakpoint
CREATE TABLE "room_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "room_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"class_id" integer NOT NULL,
	"person_id" integer,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"instance_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"registrant_id" text,
	"name" text,
	CONSTRAINT "room_events_known_source" CHECK ("room_events"."source" in ('webhook', 'report')),
	CONSTRAINT "room_events_known_kind" CHECK ("room_events"."kind" in ('joined', 'left', 'ended', 'waiting', 'waited'))
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "broadcasts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"class_id" integer,
	"subject" text,
	"body" text,
	"text_body" text,
	"recipients" integer NOT NULL,
	"written_by" integer NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "broadcasts_key_unique" UNIQUE("key"),
	CONSTRAINT "broadcasts_say_something" CHECK (("broadcasts"."subject" is null) = ("broadcasts"."body" is null))
);
--> statement-breakpoint
CREATE TABLE "class_cancellations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "class_cancellations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"canceled_at" timestamp with time zone NOT NULL,
	"canceled_by" integer NOT NULL,
	"reason" text NOT NULL,
	"announced_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"undone_by" integer,
	"registration_id" integer,
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
CREATE TABLE "classes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "classes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"starts_at" timestamp with time zone NOT NULL,
	"pacific_week" date GENERATED ALWAYS AS ((date_trunc('week', ("classes"."starts_at" at time zone 'America/Los_Angeles') + interval '1 day') - interval '1 day')::date) STORED NOT NULL,
	"class_type" text NOT NULL,
	"instructor_id" integer,
	"host" text,
	"may_share_host" boolean DEFAULT false NOT NULL,
	"places" integer,
	"default_places" integer,
	"zoom_meeting_id" text,
	"zoom_join_url" text,
	"zoom_registration_url" text,
	"zoom_passcode" text,
	"meeting_host" text,
	"meeting_asked_at" timestamp with time zone,
	"meeting_asked_host" text,
	"meeting_starts_at" timestamp with time zone,
	"meeting_problem" text,
	"meeting_problem_since" timestamp with time zone,
	"attendance_settled_at" timestamp with time zone,
	"was_held" boolean,
	"attendance_problem" text,
	"attendance_problem_since" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"cancellation_id" integer,
	CONSTRAINT "classes_id_and_week" UNIQUE("id","pacific_week"),
	CONSTRAINT "classes_host_in_small_letters" CHECK ("classes"."host" = lower("classes"."host")),
	CONSTRAINT "classes_known_type" CHECK ("classes"."class_type" in ('Weekly', 'Monthly')),
	CONSTRAINT "classes_sensible_places" CHECK ("classes"."places" between 1 and 1000 and "classes"."default_places" between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"student_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"pacific_week" date NOT NULL,
	"class_number" integer NOT NULL,
	"is_rescheduled" boolean DEFAULT false NOT NULL,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"calendar_changed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"choice_mail_due_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" integer,
	"end_reason" text,
	"suspended_by" integer,
	"is_overbooked" boolean DEFAULT false NOT NULL,
	"clearing_id" integer,
	CONSTRAINT "registrations_known_number" CHECK ("registrations"."class_number" between 1 and 10),
	CONSTRAINT "registrations_ended_with_reason" CHECK (("registrations"."ended_at" is null) = ("registrations"."end_reason" is null))
);
--> statement-breakpoint
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
CREATE TABLE "alerts" (
	"cause" text PRIMARY KEY NOT NULL,
	"sentence" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"scope" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"retry_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"calendar_domain" text,
	"backups" jsonb,
	"update_feed" jsonb,
	CONSTRAINT "installation_is_one_row" CHECK ("installation"."is_only"),
	CONSTRAINT "installation_known_kind" CHECK ("installation"."kind" in ('demo', 'production'))
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "attempts_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "alumni_joins" (
	"person_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "alumni_joins_person_id_class_id_pk" PRIMARY KEY("person_id","class_id")
);
--> statement-breakpoint
CREATE TABLE "host_capacities" (
	"host" text PRIMARY KEY NOT NULL,
	"capacity" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL
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
	"replaces_link" boolean DEFAULT false NOT NULL,
	"problem" text,
	"problem_since" timestamp with time zone,
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
CREATE TABLE "own_moves" (
	"registration_id" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"from_class_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"was_rescheduled" boolean NOT NULL,
	"to_class_id" integer NOT NULL,
	"version" integer NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "own_moves_known_kind" CHECK ("own_moves"."kind" in ('reschedule', 'makeup'))
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"person_id" integer PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"nonce" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_feeds_one_per_address" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "login_codes" (
	"browser_hash" "bytea" NOT NULL,
	"identifier_hash" "bytea" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_codes_browser_hash_identifier_hash_pk" PRIMARY KEY("browser_hash","identifier_hash")
);
--> statement-breakpoint
CREATE TABLE "login_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text,
	"phone" text,
	"nonce" "bytea" NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"redirect_to" text,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_requests_by_email_or_phone" CHECK (num_nonnulls("login_requests"."email", "login_requests"."phone") = 1)
);
--> statement-breakpoint
CREATE TABLE "login_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"nonce" "bytea" NOT NULL,
	"person_id" integer NOT NULL,
	"kind" text NOT NULL,
	"copied_by" integer,
	"browser_hash" "bytea",
	"redirect_to" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	CONSTRAINT "login_tokens_known_kind" CHECK ("login_tokens"."kind" in ('asked', 'welcome', 'reminder', 'staff', 'printed')),
	CONSTRAINT "login_tokens_staff_link_names_who_copied" CHECK (("login_tokens"."kind" = 'staff') = ("login_tokens"."copied_by" is not null)),
	CONSTRAINT "login_tokens_stay_on_site" CHECK ("login_tokens"."redirect_to" ~ '^/([^/\\[:cntrl:]][^[:cntrl:]]*)?$'),
	CONSTRAINT "login_tokens_known_end" CHECK ("login_tokens"."end_reason" in ('used', 'replaced'))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "passkeys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" integer NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_one_per_credential" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"role" text NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"unconfirmed_phone" text,
	"text_phone" text GENERATED ALWAYS AS (coalesce(phone, unconfirmed_phone)) STORED,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"start_date" date,
	"transfer_student" boolean DEFAULT false NOT NULL,
	"retreat_continue_clicked" boolean DEFAULT false NOT NULL,
	"text_continue_clicked" boolean DEFAULT false NOT NULL,
	"text_consent" boolean DEFAULT false NOT NULL,
	"zoom_user" text,
	"time_zone" text,
	"is_time_zone_chosen" boolean DEFAULT false NOT NULL,
	"role_before_staff" text,
	"deactivated_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"staff_link_count" integer DEFAULT 0 NOT NULL,
	"last_sign_in_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "people_known_role" CHECK ("people"."role" in ('admin', 'teacher', 'student', 'alumni')),
	CONSTRAINT "people_staff_was_student_or_alumni" CHECK ("people"."role_before_staff" is null or ("people"."role_before_staff" in ('student', 'alumni') and "people"."role" in ('admin', 'teacher'))),
	CONSTRAINT "people_phone_is_e164" CHECK ("people"."phone" ~ '^\+[1-9][0-9]{6,14}$'),
	CONSTRAINT "people_unconfirmed_phone_is_e164" CHECK ("people"."unconfirmed_phone" ~ '^\+[1-9][0-9]{6,14}$'),
	CONSTRAINT "people_email_is_one_word" CHECK ("people"."email" ~ '^[^[:space:]@]+@[^[:space:]@]+$'),
	CONSTRAINT "people_erased_is_deactivated" CHECK ("people"."erased_at" is null or "people"."deactivated_at" is not null),
	CONSTRAINT "people_time_zone_is_a_name" CHECK ("people"."time_zone" ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'),
	CONSTRAINT "people_student_has_start" CHECK ("people"."role" <> 'student' or "people"."start_date" is not null)
);
--> statement-breakpoint
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
CREATE TABLE "sessions" (
	"id_hash" "bytea" PRIMARY KEY NOT NULL,
	"person_id" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone,
	"user_agent" text,
	"uses_staff_link" boolean DEFAULT false NOT NULL,
	"by_passkey" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_end_after_start" CHECK ("sessions"."expires_at" > "sessions"."started_at")
);
--> statement-breakpoint
CREATE TABLE "dismissed_problems" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"happened_at" timestamp with time zone,
	"person_id" integer,
	"reason" text NOT NULL,
	"dismissed_at" timestamp with time zone NOT NULL,
	"dismissed_by" integer NOT NULL,
	CONSTRAINT "dismissed_problems_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "rejected_webhooks" (
	"source" text NOT NULL,
	"why" text NOT NULL,
	"count" bigint NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rejected_webhooks_source_why_pk" PRIMARY KEY("source","why"),
	CONSTRAINT "rejected_webhooks_known_source" CHECK ("rejected_webhooks"."source" in ('zoom', 'retreats', 'twilio')),
	CONSTRAINT "rejected_webhooks_known_why" CHECK ("rejected_webhooks"."why" in ('untrusted', 'unreadable')),
	CONSTRAINT "rejected_webhooks_in_order" CHECK ("rejected_webhooks"."last_at" >= "rejected_webhooks"."first_at")
);
--> statement-breakpoint
CREATE TABLE "stored_figures" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"count_again_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "changed_students" (
	"student_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "student_progress" (
	"student_id" integer PRIMARY KEY NOT NULL,
	"has_last_class" boolean NOT NULL,
	"is_finished" boolean NOT NULL,
	"needs_new_time" boolean NOT NULL,
	"last_weekly_at" timestamp with time zone,
	"first_open_at" timestamp with time zone,
	"second_open_at" timestamp with time zone,
	"open_starts" timestamp with time zone[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_id" integer,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"person_id" integer,
	"class_id" integer,
	"class_numbers" jsonb,
	"before" jsonb,
	"after" jsonb,
	"address" text,
	"via" text
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
	"request_key" text,
	CONSTRAINT "consent_events_known_source" CHECK ("consent_events"."source" in ('page', 'reply', 'staff'))
);
--> statement-breakpoint
CREATE TABLE "retreat_registrations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "retreat_registrations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" integer,
	"site_reference" text,
	"entered_by" integer,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"site_page" text,
	"email" text,
	"phone" text,
	"guest_name" text,
	"registered_at" timestamp with time zone NOT NULL,
	"canceled_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"dismissed_at" timestamp with time zone,
	"detached_at" timestamp with time zone,
	CONSTRAINT "retreat_registrations_siteReference_unique" UNIQUE("site_reference"),
	CONSTRAINT "retreat_registrations_end_after_start" CHECK ("retreat_registrations"."ends_at" > "retreat_registrations"."starts_at"),
	CONSTRAINT "retreat_registrations_from_site_or_admin" CHECK (num_nonnulls("retreat_registrations"."site_reference", "retreat_registrations"."entered_by") = 1),
	CONSTRAINT "retreat_registrations_both_times" CHECK (("retreat_registrations"."starts_at" is null) = ("retreat_registrations"."ends_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sent_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sent_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"person_id" integer,
	"kind" text NOT NULL,
	"about" jsonb NOT NULL,
	"subject" text,
	"body" text,
	"to_staff" boolean DEFAULT false NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"status" text NOT NULL,
	"provider_id" text,
	"problem" text,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"resent_at" timestamp with time zone,
	CONSTRAINT "sent_messages_key_unique" UNIQUE("key"),
	CONSTRAINT "sent_messages_known_channel" CHECK ("sent_messages"."channel" in ('email', 'text')),
	CONSTRAINT "sent_messages_known_status" CHECK ("sent_messages"."status" in ('queued', 'sent', 'delivered', 'failed'))
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
	CONSTRAINT "reminders_known_kind" CHECK ("reminders"."kind" in ('class-day', 'class-hour', 'missed-class', 'retreat', 'alumni-week')),
	CONSTRAINT "reminders_settled_with_outcome" CHECK (("reminders"."settled_at" is null) = ("reminders"."outcome" is null))
);
--> statement-breakpoint
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
CREATE TABLE "waiting_list" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_list_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"person_id" integer NOT NULL,
	"class_id" integer NOT NULL,
	"class_number" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"why" text,
	"position" integer DEFAULT 0 NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"offered_at" timestamp with time zone,
	"offer_expires_at" timestamp with time zone,
	"is_overbooked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "waiting_list_known_status" CHECK ("waiting_list"."status" in ('waiting', 'offered', 'taken', 'left', 'removed')),
	CONSTRAINT "waiting_list_offers_expire" CHECK ("waiting_list"."status" <> 'offered' or "waiting_list"."offer_expires_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_corrected_by_people_id_fk" FOREIGN KEY ("corrected_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeups" ADD CONSTRAINT "makeups_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeups" ADD CONSTRAINT "makeups_missed_class_id_classes_id_fk" FOREIGN KEY ("missed_class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_events" ADD CONSTRAINT "room_events_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_events" ADD CONSTRAINT "room_events_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_written_by_people_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_cancellations" ADD CONSTRAINT "class_cancellations_canceled_by_people_id_fk" FOREIGN KEY ("canceled_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_cancellations" ADD CONSTRAINT "class_cancellations_undone_by_people_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_cancellations" ADD CONSTRAINT "class_cancellations_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_dates" ADD CONSTRAINT "closed_dates_created_by_people_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_dates" ADD CONSTRAINT "closed_dates_cancellation_id_class_cancellations_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "public"."class_cancellations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_instructor_id_people_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_cancellation_id_class_cancellations_id_fk" FOREIGN KEY ("cancellation_id") REFERENCES "public"."class_cancellations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_student_id_people_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_ended_by_people_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_suspended_by_class_cancellations_id_fk" FOREIGN KEY ("suspended_by") REFERENCES "public"."class_cancellations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_clearing_id_clearings_id_fk" FOREIGN KEY ("clearing_id") REFERENCES "public"."clearings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_follow_their_class" FOREIGN KEY ("class_id","pacific_week") REFERENCES "public"."classes"("id","pacific_week") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "clearings" ADD CONSTRAINT "clearings_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clearings" ADD CONSTRAINT "clearings_cleared_by_people_id_fk" FOREIGN KEY ("cleared_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clearings" ADD CONSTRAINT "clearings_undone_by_people_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alumni_joins" ADD CONSTRAINT "alumni_joins_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alumni_joins" ADD CONSTRAINT "alumni_joins_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_registrants" ADD CONSTRAINT "meeting_registrants_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_registrants" ADD CONSTRAINT "meeting_registrants_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_written_by_people_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_moves" ADD CONSTRAINT "own_moves_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_copied_by_people_id_fk" FOREIGN KEY ("copied_by") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeup_proposals" ADD CONSTRAINT "makeup_proposals_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeup_proposals" ADD CONSTRAINT "makeup_proposals_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "makeup_proposals" ADD CONSTRAINT "makeup_proposals_missed_class_id_classes_id_fk" FOREIGN KEY ("missed_class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_slots" ADD CONSTRAINT "proposed_slots_proposal_id_makeup_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."makeup_proposals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposed_slots" ADD CONSTRAINT "proposed_slots_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_events" ADD CONSTRAINT "consent_events_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD CONSTRAINT "retreat_registrations_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retreat_registrations" ADD CONSTRAINT "retreat_registrations_entered_by_people_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD CONSTRAINT "sent_messages_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_registration_id_registrations_id_fk" FOREIGN KEY ("registration_id") REFERENCES "public"."registrations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_time_wishes" ADD CONSTRAINT "class_time_wishes_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_time_wishes" ADD CONSTRAINT "class_time_wishes_answered_by_people_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_of_class" ON "attendance" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "attendance_corrections_of_class" ON "attendance_corrections" USING btree ("class_id");--> statement-breakpoint
CREATE UNIQUE INDEX "attendance_corrections_one_per_guest_name" ON "attendance_corrections" USING btree ("class_id","guest_name") WHERE "attendance_corrections"."guest_name" is not null;--> statement-breakpoint
CREATE INDEX "makeups_of_class" ON "makeups" USING btree ("missed_class_id");--> statement-breakpoint
CREATE INDEX "makeups_by_time" ON "makeups" USING btree ("chosen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "room_events_once" ON "room_events" USING btree ("class_id","source","kind","at","instance_id","connection_id",coalesce("person_id", 0));--> statement-breakpoint
CREATE INDEX "room_events_of_person" ON "room_events" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "room_events_by_time" ON "room_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "broadcasts_of_class" ON "broadcasts" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "class_cancellations_by_time" ON "class_cancellations" USING btree ("canceled_at");--> statement-breakpoint
CREATE INDEX "class_cancellations_of_registration" ON "class_cancellations" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "closed_dates_by_last_date" ON "closed_dates" USING btree ("last_date");--> statement-breakpoint
CREATE UNIQUE INDEX "closed_dates_one_per_range" ON "closed_dates" USING btree ("first_date","last_date");--> statement-breakpoint
CREATE UNIQUE INDEX "classes_one_per_start_and_instructor" ON "classes" USING btree ("starts_at",coalesce("instructor_id", 0)) WHERE "classes"."deleted_at" is null and "classes"."cancellation_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "classes_one_per_start_and_host" ON "classes" USING btree ("starts_at",coalesce("host", '')) WHERE "classes"."deleted_at" is null and "classes"."cancellation_id" is null and not "classes"."may_share_host";--> statement-breakpoint
CREATE INDEX "classes_of_meeting" ON "classes" USING btree ("zoom_meeting_id");--> statement-breakpoint
CREATE INDEX "classes_of_cancellation" ON "classes" USING btree ("cancellation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_one_per_class_number" ON "registrations" USING btree ("student_id","class_number") WHERE "registrations"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "registrations_one_per_week" ON "registrations" USING btree ("student_id","pacific_week") WHERE "registrations"."ended_at" is null and "registrations"."suspended_by" is null;--> statement-breakpoint
CREATE INDEX "registrations_of_class" ON "registrations" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "registrations_of_student" ON "registrations" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "registrations_suspended_by" ON "registrations" USING btree ("suspended_by");--> statement-breakpoint
CREATE INDEX "registrations_of_clearing" ON "registrations" USING btree ("clearing_id") WHERE "registrations"."clearing_id" is not null;--> statement-breakpoint
CREATE INDEX "registrations_by_time" ON "registrations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "registrations_with_choice_mail" ON "registrations" USING btree ("choice_mail_due_at") WHERE "registrations"."choice_mail_due_at" is not null and "registrations"."ended_at" is null and "registrations"."suspended_by" is null;--> statement-breakpoint
CREATE INDEX "student_progress_needs_new_time" ON "student_progress" USING btree ("student_id") WHERE "student_progress"."needs_new_time";--> statement-breakpoint
CREATE INDEX "student_progress_by_second_open" ON "student_progress" USING btree ("second_open_at");--> statement-breakpoint
CREATE INDEX "clearings_of_person" ON "clearings" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "alumni_joins_of_class" ON "alumni_joins" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "meeting_registrants_of_class" ON "meeting_registrants" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "meeting_registrants_by_zoom_id" ON "meeting_registrants" USING btree ("zoom_registrant_id");--> statement-breakpoint
CREATE INDEX "meeting_registrants_with_problem" ON "meeting_registrants" USING btree ("class_id") WHERE "meeting_registrants"."problem" is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_by_time" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "person_notes_of_person" ON "person_notes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "person_notes_by_author" ON "person_notes" USING btree ("written_by");--> statement-breakpoint
CREATE INDEX "login_codes_by_end" ON "login_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_requests_by_time" ON "login_requests" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "login_tokens_of_person" ON "login_tokens" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "login_tokens_in_force" ON "login_tokens" USING btree ("expires_at") WHERE "login_tokens"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "people_one_per_email" ON "people" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "people_one_per_phone" ON "people" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "people_by_role" ON "people" USING btree ("role");--> statement-breakpoint
CREATE INDEX "people_students_by_name" ON "people" USING btree ("last_name","first_name","id") WHERE "people"."role" = 'student' and "people"."deactivated_at" is null;--> statement-breakpoint
CREATE INDEX "people_by_text_phone" ON "people" USING btree ("text_phone");--> statement-breakpoint
CREATE INDEX "passkeys_of_person" ON "passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "phone_codes_by_end" ON "phone_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_of_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "dismissed_problems_of_person" ON "dismissed_problems" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "dismissed_problems_by_time" ON "dismissed_problems" USING btree ("dismissed_at");--> statement-breakpoint
CREATE INDEX "makeup_proposals_of_person" ON "makeup_proposals" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "proposed_slots_one_picked" ON "proposed_slots" USING btree ("proposal_id") WHERE "proposed_slots"."picked_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_person" ON "audit_log" USING btree ("person_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_class" ON "audit_log" USING btree ("class_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_registered" ON "audit_log" USING gin ("class_numbers");--> statement-breakpoint
CREATE INDEX "audit_log_of_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_way" ON "audit_log" USING btree ("via","at","id") WHERE "audit_log"."via" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "consent_events_of_person" ON "consent_events" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_events_once_per_request" ON "consent_events" USING btree ("person_id","request_key");--> statement-breakpoint
CREATE INDEX "retreat_registrations_of_person" ON "retreat_registrations" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "retreat_registrations_by_email" ON "retreat_registrations" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "retreat_registrations_by_phone" ON "retreat_registrations" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "retreat_registrations_unmatched" ON "retreat_registrations" USING btree ("registered_at") WHERE "retreat_registrations"."person_id" is null and "retreat_registrations"."canceled_at" is null;--> statement-breakpoint
CREATE INDEX "sent_messages_of_person" ON "sent_messages" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sent_messages_by_time" ON "sent_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sent_messages_failed_texts" ON "sent_messages" USING btree ("person_id") WHERE "sent_messages"."channel" = 'text' and "sent_messages"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "sent_messages_failed_by_time" ON "sent_messages" USING btree ("created_at") WHERE "sent_messages"."channel" = 'text' and "sent_messages"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "sent_messages_delivered_texts" ON "sent_messages" USING btree ("person_id","id") WHERE "sent_messages"."channel" = 'text' and "sent_messages"."status" = 'delivered';--> statement-breakpoint
CREATE INDEX "sent_messages_settled_texts" ON "sent_messages" USING btree ("id") WHERE "sent_messages"."channel" = 'text' and "sent_messages"."status" in ('delivered', 'failed') and "sent_messages"."provider_id" is not null;--> statement-breakpoint
CREATE INDEX "sent_messages_settled_mails" ON "sent_messages" USING btree ("id") WHERE "sent_messages"."channel" = 'email' and "sent_messages"."status" in ('sent', 'failed');--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("due_at") WHERE "reminders"."claimed_at" is null;--> statement-breakpoint
CREATE INDEX "reminders_of_registration" ON "reminders" USING btree ("registration_id");--> statement-breakpoint
CREATE INDEX "reminders_of_person" ON "reminders" USING btree ("person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "class_time_wishes_one_open" ON "class_time_wishes" USING btree ("person_id") WHERE "class_time_wishes"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "class_time_wishes_of_person" ON "class_time_wishes" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "class_time_wishes_by_staff" ON "class_time_wishes" USING btree ("answered_by");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_list_once_per_class" ON "waiting_list" USING btree ("person_id","class_id") WHERE "waiting_list"."status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waiting_list_of_class" ON "waiting_list" USING btree ("class_id");--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
	RETURN CASE WHEN octet_length(value) = length(value) THEN lower(value) ELSE
		replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
			lower(regexp_replace(normalize(value, NFD), U&'[\0300-\036f]', '', 'g')),
			'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ı', 'i'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), '’', '''')
	END;
--> statement-breakpoint
ALTER TABLE people ADD COLUMN words text GENERATED ALWAYS AS (fold_text(first_name || E'\n' || last_name || E'\n' || email || E'\n' || coalesce(phone, unconfirmed_phone, ''))) STORED;
--> statement-breakpoint
CREATE INDEX people_by_words ON people USING gin (words gin_trgm_ops);
--> statement-breakpoint
CREATE FUNCTION end_sessions_and_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM sessions WHERE person_id = NEW.id;
	UPDATE login_tokens SET ended_at = now() WHERE person_id = NEW.id AND ended_at IS NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION erase_person(erased_id integer, erased_time timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	old people;
	erased text := 'Erased';
BEGIN
	SELECT * INTO old FROM people WHERE id = erased_id FOR UPDATE;
	PERFORM set_config('portal.erasing', erased_id::text, true);
	UPDATE people SET
		first_name = erased, last_name = 'Person', email = 'erased-' || id || '@erased.invalid', phone = NULL, unconfirmed_phone = NULL, zoom_user = NULL,
		time_zone = NULL, is_time_zone_chosen = false,
		deactivated_at = coalesce(deactivated_at, erased_time), erased_at = coalesce(erased_at, erased_time)
		WHERE id = erased_id;
	UPDATE consent_events SET shown = erased, address = NULL WHERE person_id = erased_id;
	-- A registration that was canceled before anybody here had its email or phone belongs to nobody.
	UPDATE retreat_registrations SET person_id = erased_id
		WHERE person_id IS NULL AND (lower(email) = lower(old.email) OR phone = old.phone);
	UPDATE retreat_registrations SET title = erased, description = '', email = NULL, phone = NULL WHERE person_id = erased_id;
	UPDATE retreat_registrations SET guest_name = NULL, site_page = NULL
		WHERE person_id = erased_id OR lower(email) = lower(old.email) OR phone = old.phone;
	UPDATE retreat_registrations SET email = NULL WHERE lower(email) = lower(old.email);
	UPDATE retreat_registrations SET phone = NULL WHERE phone = old.phone;
	UPDATE audit_log SET before = NULL, after = NULL, address = NULL WHERE person_id = erased_id
		OR subject IN (SELECT 'retreat-registration:' || id FROM retreat_registrations WHERE person_id = erased_id);
	UPDATE audit_log SET address = NULL WHERE actor_id = erased_id AND address IS NOT NULL;
	-- The trigger on this table removes the rest.
	UPDATE sent_messages SET recipient = 'erased' WHERE person_id = erased_id;
	UPDATE meeting_registrants SET email = NULL, join_url = NULL, zoom_registrant_id = NULL, problem = NULL
		FROM classes WHERE classes.id = class_id AND person_id = erased_id AND classes.starts_at < erased_time - interval '1 day';
	UPDATE room_events SET name = NULL FROM attendance_corrections corrected
		WHERE corrected.person_id = erased_id AND room_events.class_id = corrected.class_id
		AND room_events.person_id IS NULL AND room_events.name = corrected.guest_name;
	UPDATE room_events SET registrant_id = NULL WHERE person_id = erased_id;
	UPDATE attendance_corrections SET reason = erased, guest_name = NULL WHERE person_id = erased_id;
	UPDATE class_cancellations SET reason = erased FROM registrations
		WHERE registrations.id = class_cancellations.registration_id AND registrations.student_id = erased_id;
	UPDATE classes SET host = NULL, meeting_host = NULL, may_share_host = true
		WHERE lower(old.zoom_user) IN (host, lower(meeting_host))
		AND NOT EXISTS (SELECT FROM people WHERE lower(zoom_user) = lower(old.zoom_user));
	DELETE FROM login_requests WHERE email = lower(old.email) OR phone IN (old.phone, old.unconfirmed_phone);
	DELETE FROM login_tokens WHERE person_id = erased_id OR copied_by = erased_id;
	DELETE FROM sessions WHERE person_id = erased_id;
	DELETE FROM phone_codes WHERE person_id = erased_id;
	DELETE FROM passkeys WHERE person_id = erased_id;
	DELETE FROM calendar_feeds WHERE person_id = erased_id;
	DELETE FROM class_time_wishes WHERE person_id = erased_id;
	DELETE FROM waiting_list WHERE person_id = erased_id;
	DELETE FROM person_notes WHERE person_id = erased_id;
	DELETE FROM dismissed_problems WHERE person_id = erased_id;
	DELETE FROM stored_figures;
	PERFORM set_config('portal.erasing', '', true);
END $$;
--> statement-breakpoint
CREATE FUNCTION follow_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE people SET text_consent = NEW.consent WHERE id = NEW.person_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_erased_out() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Waits for an erasure in progress, which can't see this row yet.
	IF TG_OP = 'INSERT' THEN
		PERFORM FROM people WHERE id = NEW.person_id FOR KEY SHARE;
	END IF;
	IF EXISTS (SELECT FROM people WHERE id = NEW.person_id AND erased_at IS NOT NULL) THEN
		NEW.recipient := 'erased';
		NEW.subject := NULL;
		NEW.body := NULL;
		NEW.problem := NULL;
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_calendar_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.calendar_changed_at := now();
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_class_problems() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.meeting_problem_since := CASE WHEN NEW.meeting_problem IS NULL THEN NULL
		ELSE coalesce(NEW.meeting_problem_since, now()) END;
	NEW.attendance_problem_since := CASE WHEN NEW.attendance_problem IS NULL THEN NULL
		ELSE coalesce(NEW.attendance_problem_since, now()) END;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_registrant_problem() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.problem IS NOT NULL THEN
		NEW.problem_since := coalesce(NEW.problem_since, NEW.updated_at);
	ELSIF NEW.join_url IS NOT NULL THEN
		NEW.problem_since := NULL;
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION raise_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.version := OLD.version + 1;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_change_unless_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	person integer := nullif(current_setting('portal.erasing', true), '')::integer;
	is_theirs boolean;
BEGIN
	IF EXISTS (SELECT FROM people WHERE id = person AND erased_at IS NOT NULL) THEN
		IF TG_TABLE_NAME = 'audit_log' THEN
			is_theirs := OLD.person_id = person OR OLD.subject IN
				(SELECT 'retreat-registration:' || id FROM retreat_registrations WHERE person_id = person);
			IF (is_theirs AND to_jsonb(NEW) = to_jsonb(OLD) || '{"before": null, "after": null, "address": null}')
				OR (OLD.actor_id = person AND to_jsonb(NEW) = to_jsonb(OLD) || '{"address": null}') THEN
				RETURN NEW;
			END IF;
		ELSIF OLD.person_id = person AND to_jsonb(NEW) = to_jsonb(OLD) || '{"shown": "Erased", "address": null}' THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_place_in_canceled_class() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	cancellation integer;
BEGIN
	SELECT cancellation_id INTO cancellation FROM classes WHERE id = NEW.class_id;
	IF cancellation IS NOT NULL THEN
		RAISE EXCEPTION 'class % is canceled', NEW.class_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'registrations_not_in_canceled_class';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION refuse_place_in_full_class() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	most integer;
	taken integer;
BEGIN
	IF TG_OP = 'UPDATE' AND OLD.class_id = NEW.class_id AND OLD.ended_at IS NULL AND OLD.suspended_by IS NULL THEN
		RETURN NEW;
	END IF;
	SELECT coalesce(places, default_places) INTO most FROM classes WHERE id = NEW.class_id FOR NO KEY UPDATE;
	-- A place that we hold for someone on the waiting list is taken for everyone else.
	IF most IS NULL OR EXISTS (
		SELECT FROM waiting_list WHERE class_id = NEW.class_id AND person_id = NEW.student_id AND status = 'offered') THEN
		RETURN NEW;
	END IF;
	SELECT count(*) INTO taken FROM registrations
		WHERE class_id = NEW.class_id AND ended_at IS NULL AND suspended_by IS NULL;
	SELECT taken + count(*) INTO taken FROM waiting_list
		WHERE class_id = NEW.class_id AND status = 'offered' AND NOT is_overbooked;
	IF taken >= most THEN
		RAISE EXCEPTION 'class % is full', NEW.class_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'registrations_within_places';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE ON audit_log FOR EACH ROW
	EXECUTE FUNCTION refuse_change_unless_erasing();
--> statement-breakpoint
CREATE TRIGGER audit_log_is_kept_for_a_year BEFORE DELETE ON audit_log FOR EACH ROW
	WHEN (OLD.at > (now() - interval '1 year'))
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_is_not_truncated BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER classes_note_problems BEFORE INSERT OR UPDATE OF meeting_problem, attendance_problem ON classes FOR EACH ROW
	EXECUTE FUNCTION note_class_problems();
--> statement-breakpoint
CREATE TRIGGER classes_raise_version BEFORE UPDATE ON classes FOR EACH ROW
	WHEN ((OLD.starts_at, OLD.class_type, OLD.instructor_id, OLD.places, OLD.deleted_at, OLD.cancellation_id) IS DISTINCT FROM (NEW.starts_at, NEW.class_type, NEW.instructor_id, NEW.places, NEW.deleted_at, NEW.cancellation_id))
	EXECUTE FUNCTION raise_version();
--> statement-breakpoint
CREATE TRIGGER consent_events_are_append_only BEFORE UPDATE ON consent_events FOR EACH ROW
	EXECUTE FUNCTION refuse_change_unless_erasing();
--> statement-breakpoint
CREATE TRIGGER consent_events_are_not_deleted BEFORE DELETE ON consent_events FOR EACH ROW
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER consent_events_are_not_truncated BEFORE TRUNCATE ON consent_events FOR EACH STATEMENT
	EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER meeting_registrants_note_problem BEFORE INSERT OR UPDATE ON meeting_registrants FOR EACH ROW
	EXECUTE FUNCTION note_registrant_problem();
--> statement-breakpoint
CREATE TRIGGER people_end_sessions_and_links AFTER UPDATE OF role, deactivated_at ON people FOR EACH ROW
	WHEN (((OLD.role IN ('admin', 'teacher')) <> (NEW.role IN ('admin', 'teacher'))) OR ((OLD.deactivated_at IS NULL) AND (NEW.deactivated_at IS NOT NULL)))
	EXECUTE FUNCTION end_sessions_and_links();
--> statement-breakpoint
CREATE TRIGGER people_raise_version BEFORE UPDATE ON people FOR EACH ROW
	WHEN ((OLD.email, OLD.phone, OLD.unconfirmed_phone, OLD.first_name, OLD.last_name, OLD.start_date, OLD.text_consent, OLD.transfer_student, OLD.role, OLD.is_admin, OLD.zoom_user, OLD.deactivated_at) IS DISTINCT FROM (NEW.email, NEW.phone, NEW.unconfirmed_phone, NEW.first_name, NEW.last_name, NEW.start_date, NEW.text_consent, NEW.transfer_student, NEW.role, NEW.is_admin, NEW.zoom_user, NEW.deactivated_at))
	EXECUTE FUNCTION raise_version();
--> statement-breakpoint
CREATE TRIGGER registrations_not_in_canceled_class BEFORE INSERT OR UPDATE OF class_id, suspended_by, ended_at ON registrations FOR EACH ROW
	WHEN ((NEW.ended_at IS NULL) AND (NEW.suspended_by IS NULL))
	EXECUTE FUNCTION refuse_place_in_canceled_class();
--> statement-breakpoint
CREATE TRIGGER registrations_note_calendar_change BEFORE UPDATE OF calendar_sequence ON registrations FOR EACH ROW
	WHEN (OLD.calendar_sequence <> NEW.calendar_sequence)
	EXECUTE FUNCTION note_calendar_change();
--> statement-breakpoint
CREATE TRIGGER registrations_within_places BEFORE INSERT OR UPDATE OF class_id, suspended_by, ended_at ON registrations FOR EACH ROW
	WHEN ((NEW.ended_at IS NULL) AND (NEW.suspended_by IS NULL) AND (NOT NEW.is_overbooked))
	EXECUTE FUNCTION refuse_place_in_full_class();
--> statement-breakpoint
CREATE TRIGGER sent_messages_keep_erased_out BEFORE INSERT OR UPDATE ON sent_messages FOR EACH ROW
	EXECUTE FUNCTION keep_erased_out();
--> statement-breakpoint
CREATE TRIGGER text_consent_follows_the_last_event AFTER INSERT ON consent_events FOR EACH ROW
	EXECUTE FUNCTION follow_consent();
