CREATE TABLE "list_changes" (
	"id" "xid8" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX "login_tokens_in_force" ON "login_tokens" USING btree ("expires_at") WHERE "login_tokens"."ended_at" is null;