CREATE TABLE "text_holds" (
	"scope" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"retry_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sent_messages_failed_texts" ON "sent_messages" USING btree ("person_id") WHERE "sent_messages"."channel" = 'text' and "sent_messages"."status" = 'failed';