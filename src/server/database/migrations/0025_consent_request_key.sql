ALTER TABLE "consent_events" ADD COLUMN "request_key" text;--> statement-breakpoint
CREATE UNIQUE INDEX "consent_events_once_per_request" ON "consent_events" USING btree ("person_id","request_key");