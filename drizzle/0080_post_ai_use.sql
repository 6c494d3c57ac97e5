CREATE TABLE "hash_lists" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"hash_count" integer NOT NULL,
	"imported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"imported_by" uuid,
	"compared_until" uuid,
	"compared_at" timestamp (3) with time zone,
	CONSTRAINT "hash_lists_kind_check" CHECK ("hash_lists"."kind" in ('pdq', 'sha256'))
);
--> statement-breakpoint
CREATE TABLE "held_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"media_id" uuid NOT NULL,
	"blocked_file_id" uuid NOT NULL,
	"distance" integer,
	"held_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp (3) with time zone,
	"released_by" uuid,
	"release_reason" text,
	CONSTRAINT "held_files_distance_check" CHECK ("held_files"."distance" between 0 and 256),
	CONSTRAINT "held_files_release_check" CHECK (("held_files"."released_at" is null) = ("held_files"."release_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "post_reviews" DROP CONSTRAINT "post_reviews_policy_check";--> statement-breakpoint
ALTER TABLE "blocked_files" ADD COLUMN "list_id" uuid;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "ai_use" text;--> statement-breakpoint
ALTER TABLE "hash_lists" ADD CONSTRAINT "hash_lists_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_files" ADD CONSTRAINT "held_files_media_id_content_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."content_media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_files" ADD CONSTRAINT "held_files_blocked_file_id_blocked_files_id_fk" FOREIGN KEY ("blocked_file_id") REFERENCES "public"."blocked_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_files" ADD CONSTRAINT "held_files_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hash_lists_uncompared_idx" ON "hash_lists" USING btree ("imported_at") WHERE "hash_lists"."compared_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "held_files_key" ON "held_files" USING btree ("media_id","blocked_file_id");--> statement-breakpoint
CREATE INDEX "held_files_block_idx" ON "held_files" USING btree ("blocked_file_id");--> statement-breakpoint
CREATE INDEX "held_files_open_idx" ON "held_files" USING btree ("held_at") WHERE "held_files"."released_at" is null;--> statement-breakpoint
ALTER TABLE "blocked_files" ADD CONSTRAINT "blocked_files_list_id_hash_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."hash_lists"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocked_files_list_idx" ON "blocked_files" USING btree ("list_id");--> statement-breakpoint
ALTER TABLE "blocked_files" ADD CONSTRAINT "blocked_files_list_check" CHECK ("blocked_files"."list_id" is null or "blocked_files"."source" = 'list');--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_ai_use_check" CHECK ("content_posts"."ai_use" in ('none', 'altered', 'generated'));--> statement-breakpoint
ALTER TABLE "post_reviews" ADD CONSTRAINT "post_reviews_policy_check" CHECK ("post_reviews"."policy" in ('age', 'people', 'consent', 'prohibited', 'privacy', 'rights', 'caption', 'ai-label', 'quality', 'other'));--> statement-breakpoint
-- By hand:
-- A post is scheduled only with the statement whether AI made it, which is never taken back. Posts from
-- before this rule stay as they are.
CREATE FUNCTION "require_ai_use"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'INSERT' OR old."publish_at" IS NULL OR old."ai_use" IS NOT NULL THEN
    RAISE EXCEPTION 'the post does not say whether AI made it'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'content_posts_ai_use_stated';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_posts_ai_use_stated" BEFORE INSERT OR UPDATE OF "publish_at", "ai_use" ON "content_posts"
  FOR EACH ROW WHEN (new."publish_at" IS NOT NULL AND new."ai_use" IS NULL) EXECUTE FUNCTION "require_ai_use"();--> statement-breakpoint
-- Nothing is published with a term that is refused, nor gets one once it is published.
CREATE FUNCTION "has_refused_term"("given" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM banned_terms_in("given") WHERE "level" = 'refuse')
$$;--> statement-breakpoint
CREATE FUNCTION "require_allowed_caption"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND old."published_at" IS NOT NULL AND old."caption" = new."caption" THEN RETURN new; END IF;
  IF has_refused_term(new."caption") THEN
    RAISE EXCEPTION 'the caption contains a banned term'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'content_posts_allowed_caption';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_posts_allowed_caption" BEFORE INSERT OR UPDATE OF "caption", "published_at" ON "content_posts"
  FOR EACH ROW WHEN (new."published_at" IS NOT NULL) EXECUTE FUNCTION "require_allowed_caption"();--> statement-breakpoint
-- A review is also about the label that fans see. A post without one has the same content as before there
-- were labels, so that approvals from before stay valid.
DROP FUNCTION "post_content_hash"(uuid, uuid, text);--> statement-breakpoint
CREATE FUNCTION "post_content_hash"("of_post" uuid, "of_influencer" uuid, "of_caption" text, "of_ai_use" text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to((jsonb_build_object(
    'influencer', "of_influencer",
    'caption', "of_caption",
    'files', (SELECT coalesce(jsonb_agg(m."id" ORDER BY m."display_order"), '[]') FROM "content_media" m WHERE m."post_id" = "of_post"),
    'people', (SELECT coalesce(jsonb_agg(t."performer_id" ORDER BY t."performer_id"), '[]') FROM "post_people" t WHERE t."post_id" = "of_post")
  ) || CASE WHEN "of_ai_use" <> 'none' THEN jsonb_build_object('ai', "of_ai_use") ELSE '{}' END)::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
DROP FUNCTION "post_review"(uuid, uuid, text);--> statement-breakpoint
-- The review of the present content of a post; one row. Approvals count from the last decision against it.
CREATE FUNCTION "post_review"("of_post" uuid, "of_influencer" uuid, "of_caption" text, "of_ai_use" text)
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
    WHEN newest."position" IS NULL THEN 'waiting'
    WHEN newest."decision" IN ('changes-requested', 'rejected') THEN newest."decision"
    WHEN approvals."is_existing" OR approvals."people" > 1
      OR NOT EXISTS (SELECT FROM review_signals("of_post", "of_influencer", "of_caption")) THEN 'approved'
    ELSE 'second-review' END, newest."policy", newest."note", newest."decided_at",
    newest."decided_at" + CASE newest."decision" WHEN 'existing' THEN interval '0' ELSE interval '15 seconds' END
  FROM "approvals" LEFT JOIN "newest" ON true
$$;--> statement-breakpoint
DROP FUNCTION "is_post_reviewed"(uuid, uuid, text);--> statement-breakpoint
-- Whether its review allows the publication of a post: a decision against it counts always, an approval is
-- needed if the rule requires it, and counts once it cannot be undone any more.
CREATE FUNCTION "is_post_reviewed"("of_post" uuid, "of_influencer" uuid, "of_caption" text, "of_ai_use" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN rule."requires_reviews" THEN (
      SELECT "state" = 'approved' AND "effective_at" <= now()
      FROM post_review("of_post", "of_influencer", "of_caption", "of_ai_use"))
    WHEN EXISTS (SELECT FROM "post_reviews" r WHERE r."post_id" = "of_post" AND r."decision" IN ('changes-requested', 'rejected'))
    THEN (
      SELECT "state" NOT IN ('changes-requested', 'rejected')
      FROM post_review("of_post", "of_influencer", "of_caption", "of_ai_use"))
    ELSE true END
  FROM "publication_rule" rule
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "require_reviewed_post"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "publication_rule" FOR SHARE;
  IF is_post_reviewed(new."id", new."influencer_id", new."caption", new."ai_use") THEN RETURN new; END IF;
  IF tg_op = 'UPDATE' AND old."published_at" IS NOT NULL THEN
    new."published_at" := NULL;
    RETURN new;
  END IF;
  RAISE EXCEPTION 'the post is not reviewed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'content_posts_reviewed';
END $$;--> statement-breakpoint
DROP TRIGGER "content_posts_reviewed" ON "content_posts";--> statement-breakpoint
CREATE TRIGGER "content_posts_reviewed" BEFORE INSERT OR UPDATE OF "id", "published_at", "publish_at", "influencer_id", "caption", "ai_use" ON "content_posts"
  FOR EACH ROW WHEN (new."published_at" IS NOT NULL) EXECUTE FUNCTION "require_reviewed_post"();--> statement-breakpoint
CREATE OR REPLACE FUNCTION "return_post_to_review"("of_post" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "publication_rule" WHERE "requires_reviews")
    AND NOT EXISTS (SELECT FROM "post_reviews" WHERE "post_id" = "of_post") THEN RETURN; END IF;
  PERFORM FROM "content_posts" WHERE "id" = "of_post" FOR NO KEY UPDATE;
  UPDATE "content_posts" SET "published_at" = NULL
  WHERE "id" = "of_post" AND "published_at" IS NOT NULL
    AND NOT is_post_reviewed("id", "influencer_id", "caption", "ai_use");
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "require_present_content"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  post record;
BEGIN
  SELECT p.*, coalesce(c."changed_by", p."created_by") AS "changed_by" INTO post
  FROM "content_posts" p LEFT JOIN "post_contents" c ON c."post_id" = p."id"
  WHERE p."id" = new."post_id" FOR NO KEY UPDATE OF p;
  IF new."content_hash" IS DISTINCT FROM post_content_hash(post."id", post."influencer_id", post."caption", post."ai_use") THEN
    RAISE EXCEPTION 'the post has another content now'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'post_reviews_present_content';
  END IF;
  IF new."decision" = 'approved' AND new."decided_by" = post."changed_by" THEN
    RAISE EXCEPTION 'nobody approves what they made themselves'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'post_reviews_by_another';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "record_existing_posts"() RETURNS void LANGUAGE sql AS $$
  INSERT INTO "post_reviews" ("post_id", "influencer_id", "content_hash", "decision", "decided_at")
  SELECT p."id", p."influencer_id", post_content_hash(p."id", p."influencer_id", p."caption", p."ai_use"), 'existing', now()
  FROM "content_posts" p WHERE p."published_at" IS NOT NULL
$$;--> statement-breakpoint
-- A list is one entry of the audit trail, not one for each of its hashes.
DROP TRIGGER "blocked_files_audited" ON "blocked_files";--> statement-breakpoint
CREATE TRIGGER "blocked_files_audited" AFTER UPDATE OR DELETE ON "blocked_files"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "blocked_files_added_audited" AFTER INSERT ON "blocked_files"
  FOR EACH ROW WHEN (new."list_id" IS NULL) EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "hash_lists_audited" AFTER INSERT OR UPDATE OR DELETE ON "hash_lists"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "held_files_audited" AFTER INSERT OR UPDATE OR DELETE ON "held_files"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- Whether a post contains a file that matches a list and that nobody has released. A file that is used
-- again has the same storage key.
CREATE FUNCTION "has_held_file"("of_post" uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM "content_media" m JOIN "content_media" same ON same."s3_key" = m."s3_key"
    JOIN "held_files" h ON h."media_id" = same."id" AND h."released_at" IS NULL
    JOIN "blocked_files" b ON b."id" = h."blocked_file_id" AND b."lifted_at" IS NULL
    WHERE m."post_id" = "of_post")
$$;--> statement-breakpoint
CREATE FUNCTION "require_no_held_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT has_held_file(new."id") THEN RETURN new; END IF;
  RAISE EXCEPTION 'a file of the post is held'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'content_posts_without_held_file';
END $$;--> statement-breakpoint
CREATE TRIGGER "content_posts_without_held_file" BEFORE UPDATE OF "published_at" ON "content_posts"
  FOR EACH ROW WHEN (new."published_at" IS NOT NULL AND old."published_at" IS NULL) EXECUTE FUNCTION "require_no_held_file"();--> statement-breakpoint
-- The row of the post is locked, so that a publication at the same time sees the file, or the other way round.
CREATE FUNCTION "take_down_held_post"("of_post" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "content_posts" WHERE "id" = "of_post" FOR NO KEY UPDATE;
  UPDATE "content_posts" SET "published_at" = NULL, "version" = "version" + 1, "updated_at" = now()
  WHERE "id" = "of_post" AND "published_at" IS NOT NULL AND has_held_file("id");
END $$;--> statement-breakpoint
CREATE FUNCTION "take_down_post_of_held_file"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  post uuid;
BEGIN
  FOR post IN SELECT same."post_id" FROM "content_media" m JOIN "content_media" same ON same."s3_key" = m."s3_key"
    WHERE m."id" = new."media_id" AND same."post_id" IS NOT NULL ORDER BY same."post_id"
  LOOP
    PERFORM take_down_held_post(post);
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "held_files_take_down" AFTER INSERT OR UPDATE OF "released_at", "media_id" ON "held_files"
  FOR EACH ROW EXECUTE FUNCTION "take_down_post_of_held_file"();--> statement-breakpoint
CREATE FUNCTION "take_down_post_with_held_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM take_down_held_post(new."post_id");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_media_held" AFTER INSERT OR UPDATE OF "post_id" ON "content_media"
  FOR EACH ROW WHEN (new."post_id" IS NOT NULL) EXECUTE FUNCTION "take_down_post_with_held_file"();

