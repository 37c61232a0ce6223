ALTER TABLE "people" ADD COLUMN "role_before_staff" text;--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "sent_messages_by_time" ON "sent_messages" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_staff_was_student_or_alumni" CHECK ("people"."role_before_staff" is null or ("people"."role_before_staff" in ('student', 'alumni') and "people"."role" in ('admin', 'teacher')));