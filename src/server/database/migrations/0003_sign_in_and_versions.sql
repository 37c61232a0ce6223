CREATE TABLE "login_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text,
	"phone" text,
	"nonce" "bytea" NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_requests_by_email_or_phone" CHECK (num_nonnulls("login_requests"."email", "login_requests"."phone") = 1)
);
--> statement-breakpoint
ALTER TABLE "login_tokens" DROP CONSTRAINT "login_tokens_known_kind";--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "login_tokens" ADD COLUMN "copied_by" integer;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "staff_link_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
CREATE INDEX "login_requests_by_time" ON "login_requests" USING btree ("asked_at");--> statement-breakpoint
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_copied_by_people_id_fk" FOREIGN KEY ("copied_by") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "classes_of_meeting" ON "classes" USING btree ("zoom_meeting_id");--> statement-breakpoint
CREATE INDEX "retreat_registrations_by_email" ON "retreat_registrations" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "retreat_registrations_by_phone" ON "retreat_registrations" USING btree ("phone");--> statement-breakpoint
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_staff_link_names_who_copied" CHECK (("login_tokens"."kind" = 'staff') = ("login_tokens"."copied_by" is not null));--> statement-breakpoint
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_known_kind" CHECK ("login_tokens"."kind" in ('asked', 'welcome', 'reminder', 'staff'));