ALTER TABLE "publication_rule" ADD COLUMN "sampled_percent" integer;--> statement-breakpoint
ALTER TABLE "publication_rule" ADD CONSTRAINT "publication_rule_sample" CHECK ("publication_rule"."sampled_percent" between 1 and 99);--> statement-breakpoint
-- By hand:
-- Whether a post needs no review: only a share of the posts of trusted influencers is reviewed, and this one
-- is not in it. Posts with flags or with AI always are, and a decision about the post counts in any case.
-- The share depends on the post alone, so that no change takes a post out of it.
CREATE FUNCTION "is_outside_sample"("of_post" uuid, "of_influencer" uuid, "of_caption" text, "of_ai_use" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT rule."sampled_percent" IS NOT NULL AND "of_ai_use" = 'none'
    AND ('x' || substr(encode(sha256(convert_to("of_post"::text, 'UTF8')), 'hex'), 1, 7))::bit(28)::int % 100 >= rule."sampled_percent"
    AND NOT EXISTS (SELECT FROM review_signals("of_post", "of_influencer", "of_caption"))
    AND NOT EXISTS (SELECT FROM "post_reviews" r WHERE r."post_id" = "of_post" AND r."undone_at" IS NULL)
    AND NOT EXISTS (
      SELECT FROM "post_reviews" r WHERE r."influencer_id" = "of_influencer" AND r."undone_at" IS NULL
        AND r."decision" IN ('changes-requested', 'rejected') AND r."decided_at" > now() - interval '180 days')
    AND (
      SELECT count(DISTINCT r."post_id") >= 20 FROM "post_reviews" r
      WHERE r."influencer_id" = "of_influencer" AND r."undone_at" IS NULL
        AND r."decision" = 'approved' AND r."decided_at" > now() - interval '180 days')
  FROM "publication_rule" rule
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "post_review"("of_post" uuid, "of_influencer" uuid, "of_caption" text, "of_ai_use" text)
RETURNS TABLE ("state" text, "policy" text, "note" text, "decided_at" timestamptz, "effective_at" timestamptz) LANGUAGE sql STABLE AS $$
  WITH "reviewed" AS MATERIALIZED (
    SELECT r."position", r."decision", r."policy", r."note", r."decided_by", r."decided_at" FROM "post_reviews" r
    WHERE r."post_id" = "of_post" AND r."undone_at" IS NULL
      AND r."content_hash" = post_content_hash("of_post", "of_influencer", "of_caption", "of_ai_use")
  ), "newest" AS (
    SELECT * FROM "reviewed" ORDER BY "position" DESC LIMIT 1
  ), "approvals" AS (
    SELECT coalesce(bool_or("decision" = 'existing'), false) AS "is_existing", count(DISTINCT "decided_by") AS "people"
    FROM "reviewed" WHERE "position" > coalesce(
      (SELECT max("position") FROM "reviewed" WHERE "decision" IN ('changes-requested', 'rejected')), 0)
  )
  SELECT CASE
    WHEN newest."position" IS NULL AND is_outside_sample("of_post", "of_influencer", "of_caption", "of_ai_use") THEN 'not-sampled'
    WHEN newest."position" IS NULL THEN 'waiting'
    WHEN newest."decision" IN ('changes-requested', 'rejected') THEN newest."decision"
    WHEN approvals."is_existing" OR approvals."people" > 1
      OR NOT EXISTS (SELECT FROM review_signals("of_post", "of_influencer", "of_caption")) THEN 'approved'
    ELSE 'second-review' END, newest."policy", newest."note", newest."decided_at",
    newest."decided_at" + CASE newest."decision" WHEN 'existing' THEN interval '0' ELSE interval '15 seconds' END
  FROM "approvals" LEFT JOIN "newest" ON true
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "is_post_reviewed"("of_post" uuid, "of_influencer" uuid, "of_caption" text, "of_ai_use" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN rule."requires_reviews" THEN (
      SELECT "state" = 'not-sampled' OR ("state" = 'approved' AND "effective_at" <= now())
      FROM post_review("of_post", "of_influencer", "of_caption", "of_ai_use"))
    WHEN EXISTS (SELECT FROM "post_reviews" r WHERE r."post_id" = "of_post" AND r."decision" IN ('changes-requested', 'rejected'))
    THEN (
      SELECT "state" NOT IN ('changes-requested', 'rejected')
      FROM post_review("of_post", "of_influencer", "of_caption", "of_ai_use"))
    ELSE true END
  FROM "publication_rule" rule
$$;

