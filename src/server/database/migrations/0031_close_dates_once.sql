-- Of the same days closed twice, the first stays: its cancellation has the classes.
DELETE FROM "closed_dates" AS "later" USING "closed_dates" AS "first"
	WHERE "later"."first_date" = "first"."first_date" AND "later"."last_date" = "first"."last_date" AND "later"."id" > "first"."id";--> statement-breakpoint
CREATE UNIQUE INDEX "closed_dates_one_per_range" ON "closed_dates" USING btree ("first_date","last_date");