-- The new ones first: nodes of the version before go on finding theirs until the end of the transaction.
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_subject" ON "audit_log" USING btree ("subject","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_way" ON "audit_log" USING btree ("via","at","id") WHERE "audit_log"."via" is not null;--> statement-breakpoint
DROP INDEX "audit_log_by_actor";--> statement-breakpoint
DROP INDEX "audit_log_by_subject";
