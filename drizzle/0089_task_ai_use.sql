ALTER TABLE "task_rounds" ADD COLUMN "ai_use" text;--> statement-breakpoint
CREATE INDEX "task_round_files_media_idx" ON "task_round_files" USING btree ("media_id");--> statement-breakpoint
ALTER TABLE "task_rounds" ADD CONSTRAINT "task_rounds_ai_use_check" CHECK ("task_rounds"."ai_use" in ('none', 'altered', 'generated'));--> statement-breakpoint
-- By hand:
-- Submissions from before have no statement, and cannot get one.
ALTER TABLE "task_rounds" ADD CONSTRAINT "task_rounds_ai_use_stated" CHECK ("method" IS DISTINCT FROM 'Upload' OR "ai_use" IS NOT NULL) NOT VALID;--> statement-breakpoint
-- What was stated last about each file of a post, also about one that was copied from the vault.
CREATE FUNCTION "stated_ai_use"("of_post" uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN bool_or(stated."ai_use" = 'generated') THEN 'generated'
    WHEN bool_or(stated."ai_use" = 'altered') THEN 'altered'
    WHEN bool_and(coalesce(stated."ai_use" = 'none', false)) THEN 'none' END
  FROM "content_media" m
  LEFT JOIN LATERAL (
    SELECT r."ai_use"
    FROM "content_media" same
    JOIN "task_round_files" f ON f."media_id" = same."id"
    JOIN "task_rounds" r ON r."id" = f."round_id"
    WHERE same."s3_key" = m."s3_key" AND r."ai_use" IS NOT NULL
    ORDER BY r."submitted_at" DESC, r."number" DESC LIMIT 1
  ) stated ON true
  WHERE m."post_id" = "of_post"
$$;
