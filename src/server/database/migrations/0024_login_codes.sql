CREATE TABLE "login_codes" (
	"browser_hash" "bytea" NOT NULL,
	"identifier_hash" "bytea" NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "login_codes_browser_hash_identifier_hash_pk" PRIMARY KEY("browser_hash","identifier_hash")
);
--> statement-breakpoint
ALTER TABLE "login_requests" ADD COLUMN "redirect_to" text;--> statement-breakpoint
ALTER TABLE "login_tokens" ADD COLUMN "end_reason" text;--> statement-breakpoint
CREATE INDEX "login_codes_by_end" ON "login_codes" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "login_tokens" ADD CONSTRAINT "login_tokens_known_end" CHECK ("login_tokens"."end_reason" in ('used', 'replaced'));