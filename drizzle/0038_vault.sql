ALTER TABLE "content_media" ADD COLUMN "reused_for" uuid;--> statement-breakpoint
CREATE INDEX "content_media_owner_idx" ON "content_media" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "content_media_created_idx" ON "content_media" USING btree ("created_at","id");--> statement-breakpoint
-- A reused file is a second row that names the same stored files, and always belongs to the influencer
-- of the first.
CREATE OR REPLACE FUNCTION "set_media_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new.owner_id := coalesce(
    new.reused_for,
    (SELECT coalesce(influencer_id, created_by) FROM content_posts WHERE id = new.post_id),
    (SELECT assigned_to FROM tasks WHERE id = new.task_id),
    new.created_by
  );
  RETURN new;
END $$;--> statement-breakpoint
-- The stored files are deleted with the last row that names them. Of two transactions that delete such
-- rows at the same time, the second waits for the first and then finds that its row is the last.
CREATE OR REPLACE FUNCTION "note_deleted_media"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stem text := regexp_replace(old.s3_key, '\.[a-z0-9]+$', '');
BEGIN
  IF EXISTS (SELECT FROM "content_media" WHERE "s3_key" = old.s3_key) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(old.s3_key, 0));
  END IF;
  IF NOT EXISTS (SELECT FROM "content_media" WHERE "s3_key" = old.s3_key) THEN
    INSERT INTO "deleted_files" ("key")
    SELECT old.s3_key
    UNION ALL SELECT stem || '/'
    UNION ALL SELECT stem || '.w' || width || '.webp' FROM unnest(old.variant_widths) width;
  END IF;
  RETURN NULL;
END $$;
