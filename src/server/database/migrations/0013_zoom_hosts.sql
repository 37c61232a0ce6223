ALTER TABLE "classes" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "may_share_host" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "meeting_host" text;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "meeting_asked_host" text;--> statement-breakpoint
ALTER TABLE "meeting_pauses" ADD COLUMN "host" text;--> statement-breakpoint
ALTER TABLE "meeting_registrants" ADD COLUMN "replaces_link" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Until now the user of the settings hosted every class, which is what no host means, and classes with a meeting stay there.
-- A class to come moves to the Zoom user of its instructor where it has no meeting yet, or where it is at the same time as
-- another one, so that only one of the two could be held. Of instructors who share a user the first class has it.
UPDATE "classes" SET "host" = "own"."zoom_user" FROM (
	SELECT DISTINCT ON (c."starts_at", lower(p."zoom_user")) c."id", lower(p."zoom_user") AS "zoom_user"
	FROM "classes" c JOIN "people" p ON p."id" = c."instructor_id"
	WHERE p."zoom_user" IS NOT NULL AND c."deleted_at" IS NULL AND c."starts_at" > now() + interval '1 hour'
		AND ((c."zoom_meeting_id" IS NULL AND c."meeting_asked_at" IS NULL) OR EXISTS (
			SELECT FROM "classes" o WHERE o."id" <> c."id" AND o."deleted_at" IS NULL AND o."starts_at" = c."starts_at"))
	ORDER BY c."starts_at", lower(p."zoom_user"), c."id"
) "own" WHERE "own"."id" = "classes"."id";--> statement-breakpoint
-- What overlaps all the same is left to the admins, who are told.
UPDATE "classes" c SET "may_share_host" = true WHERE c."deleted_at" IS NULL AND EXISTS (
	SELECT FROM "classes" o WHERE o."id" <> c."id" AND o."deleted_at" IS NULL AND o."starts_at" = c."starts_at"
		AND o."host" IS NOT DISTINCT FROM c."host");--> statement-breakpoint
CREATE UNIQUE INDEX "classes_one_per_start_and_host" ON "classes" USING btree ("starts_at",coalesce("host", '')) WHERE "classes"."deleted_at" is null and not "classes"."may_share_host";--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_host_in_small_letters" CHECK ("classes"."host" = lower("classes"."host"));--> statement-breakpoint
-- The Zoom user of somebody who is erased names them, unless somebody else has the same one.
CREATE FUNCTION forget_host_of_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE classes SET host = NULL, meeting_host = NULL, may_share_host = true
		WHERE lower(OLD.zoom_user) IN (host, lower(meeting_host))
			AND NOT EXISTS (SELECT FROM people WHERE lower(zoom_user) = lower(OLD.zoom_user) AND id <> OLD.id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER people_forget_host AFTER UPDATE OF erased_at ON people FOR EACH ROW
	WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL AND OLD.zoom_user IS NOT NULL)
	EXECUTE FUNCTION forget_host_of_erased();
