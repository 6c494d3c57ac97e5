CREATE TABLE "post_contents" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"changed_by" uuid,
	"waits_since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "post_reviews_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"post_id" uuid,
	"influencer_id" uuid,
	"content_hash" text NOT NULL,
	"decision" text NOT NULL,
	"policy" text,
	"note" text,
	"waited_since" timestamp (3) with time zone,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "post_reviews_decision_check" CHECK ("post_reviews"."decision" in ('approved', 'changes-requested', 'rejected', 'existing')),
	CONSTRAINT "post_reviews_policy_check" CHECK ("post_reviews"."policy" in ('age', 'people', 'consent', 'prohibited', 'privacy', 'rights', 'caption', 'quality', 'other')),
	CONSTRAINT "post_reviews_reason_check" CHECK (case when "post_reviews"."decision" in ('changes-requested', 'rejected')
        then "post_reviews"."policy" is not null and ("post_reviews"."decision" = 'rejected' or btrim("post_reviews"."note") <> '')
        else num_nonnulls("post_reviews"."policy", "post_reviews"."note") = 0 end),
	CONSTRAINT "post_reviews_by_check" CHECK (num_nonnulls("post_reviews"."decided_by", "post_reviews"."waited_since") = case "post_reviews"."decision" when 'existing' then 0 else 2 end)
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "publication_rule" ADD COLUMN "requires_reviews" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "post_contents" ADD CONSTRAINT "post_contents_post_id_content_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."content_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_contents" ADD CONSTRAINT "post_contents_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reviews" ADD CONSTRAINT "post_reviews_post_id_content_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."content_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reviews" ADD CONSTRAINT "post_reviews_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_contents_changed_by_idx" ON "post_contents" USING btree ("changed_by");--> statement-breakpoint
CREATE INDEX "post_reviews_post_idx" ON "post_reviews" USING btree ("post_id","position");--> statement-breakpoint
CREATE INDEX "post_reviews_influencer_idx" ON "post_reviews" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "post_reviews_decided_idx" ON "post_reviews" USING btree ("decided_at");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'complaints', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'reviews', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'verified', 'webhooks'));--> statement-breakpoint
CREATE TRIGGER "post_reviews_audited" AFTER INSERT OR UPDATE OR DELETE ON "post_reviews"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('content_hash,position');--> statement-breakpoint
-- What a review is about: exactly these files in this order, these people and this caption.
CREATE FUNCTION "post_content_hash"("of_post" uuid, "of_influencer" uuid, "of_caption" text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_object(
    'influencer', "of_influencer",
    'caption', "of_caption",
    'files', (SELECT coalesce(jsonb_agg(m."id" ORDER BY m."display_order"), '[]') FROM "content_media" m WHERE m."post_id" = "of_post"),
    'people', (SELECT coalesce(jsonb_agg(t."performer_id" ORDER BY t."performer_id"), '[]') FROM "post_people" t WHERE t."post_id" = "of_post")
  )::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
-- Why a post needs the approval of two people.
CREATE FUNCTION "review_signals"("of_post" uuid, "of_influencer" uuid) RETURNS TABLE ("signal" text) LANGUAGE sql STABLE AS $$
  SELECT 'first-post' WHERE NOT EXISTS (
    SELECT FROM "content_posts" p WHERE p."influencer_id" = "of_influencer" AND p."last_published_at" IS NOT NULL)
  UNION ALL
  SELECT 'removal' WHERE EXISTS (
    SELECT FROM "complaints" c WHERE c."influencer_id" = "of_influencer" AND c."outcome" = 'removed'
      AND c."decided_at" > now() - interval '180 days')
  UNION ALL
  SELECT 'blocked-upload' WHERE EXISTS (
    SELECT FROM "blocked_uploads" u JOIN "content_media" m ON m."id" = u."media_id"
    WHERE m."owner_id" = "of_influencer" AND u."matched_at" > now() - interval '180 days')
  UNION ALL
  SELECT 'rejected-before' WHERE EXISTS (
    SELECT FROM "post_reviews" r WHERE r."post_id" = "of_post" AND r."decision" = 'rejected' AND r."undone_at" IS NULL)
$$;--> statement-breakpoint
-- The review of the present content of a post; one row. Approvals count from the last decision against it.
CREATE FUNCTION "post_review"("of_post" uuid, "of_influencer" uuid, "of_caption" text)
RETURNS TABLE ("state" text, "policy" text, "note" text, "decided_at" timestamptz, "effective_at" timestamptz) LANGUAGE sql STABLE AS $$
  WITH "reviewed" AS MATERIALIZED (
    SELECT r."position", r."decision", r."policy", r."note", r."decided_by", r."decided_at" FROM "post_reviews" r
    WHERE r."post_id" = "of_post" AND r."undone_at" IS NULL
      AND r."content_hash" = post_content_hash("of_post", "of_influencer", "of_caption")
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
      OR NOT EXISTS (SELECT FROM review_signals("of_post", "of_influencer")) THEN 'approved'
    ELSE 'second-review' END, newest."policy", newest."note", newest."decided_at",
    newest."decided_at" + CASE newest."decision" WHEN 'existing' THEN interval '0' ELSE interval '15 seconds' END
  FROM "approvals" LEFT JOIN "newest" ON true
$$;--> statement-breakpoint
-- Whether its review allows the publication of a post: a decision against it counts always, an approval is
-- needed if the rule requires it, and counts once it cannot be undone any more.
CREATE FUNCTION "is_post_reviewed"("of_post" uuid, "of_influencer" uuid, "of_caption" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN rule."requires_reviews" THEN (
      SELECT "state" = 'approved' AND "effective_at" <= now()
      FROM post_review("of_post", "of_influencer", "of_caption"))
    WHEN EXISTS (SELECT FROM "post_reviews" r WHERE r."post_id" = "of_post" AND r."decision" IN ('changes-requested', 'rejected'))
    THEN (
      SELECT "state" NOT IN ('changes-requested', 'rejected')
      FROM post_review("of_post", "of_influencer", "of_caption"))
    ELSE true END
  FROM "publication_rule" rule
$$;--> statement-breakpoint
-- Nothing is published without its review. A change of what is published takes it down until it is reviewed.
CREATE FUNCTION "require_reviewed_post"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "publication_rule" FOR SHARE;
  IF is_post_reviewed(new."id", new."influencer_id", new."caption") THEN RETURN new; END IF;
  IF tg_op = 'UPDATE' AND old."published_at" IS NOT NULL THEN
    new."published_at" := NULL;
    RETURN new;
  END IF;
  RAISE EXCEPTION 'the post is not reviewed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'content_posts_reviewed';
END $$;--> statement-breakpoint
CREATE TRIGGER "content_posts_reviewed" BEFORE INSERT OR UPDATE OF "id", "published_at", "publish_at", "influencer_id", "caption" ON "content_posts"
  FOR EACH ROW WHEN (new."published_at" IS NOT NULL) EXECUTE FUNCTION "require_reviewed_post"();--> statement-breakpoint
-- The row of the post is locked, so that a publication at the same time sees the change, or the other way round.
CREATE FUNCTION "return_post_to_review"("of_post" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "publication_rule" WHERE "requires_reviews")
    AND NOT EXISTS (SELECT FROM "post_reviews" WHERE "post_id" = "of_post") THEN RETURN; END IF;
  PERFORM FROM "content_posts" WHERE "id" = "of_post" FOR NO KEY UPDATE;
  UPDATE "content_posts" SET "published_at" = NULL
  WHERE "id" = "of_post" AND "published_at" IS NOT NULL
    AND NOT is_post_reviewed("id", "influencer_id", "caption");
END $$;--> statement-breakpoint
CREATE FUNCTION "review_changed_post"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' AND old."post_id" IS NOT NULL THEN PERFORM return_post_to_review(old."post_id"); END IF;
  IF tg_op <> 'DELETE' AND new."post_id" IS NOT NULL THEN PERFORM return_post_to_review(new."post_id"); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_media_reviewed" AFTER INSERT OR DELETE OR UPDATE OF "post_id", "display_order" ON "content_media"
  FOR EACH ROW EXECUTE FUNCTION "review_changed_post"();--> statement-breakpoint
CREATE TRIGGER "post_people_reviewed" AFTER INSERT OR UPDATE OR DELETE ON "post_people"
  FOR EACH ROW EXECUTE FUNCTION "review_changed_post"();--> statement-breakpoint
-- A decision is about the present content, and nobody approves what they made themselves.
CREATE FUNCTION "require_present_content"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  post record;
BEGIN
  SELECT p.*, coalesce(c."changed_by", p."created_by") AS "changed_by" INTO post
  FROM "content_posts" p LEFT JOIN "post_contents" c ON c."post_id" = p."id"
  WHERE p."id" = new."post_id" FOR NO KEY UPDATE OF p;
  IF new."content_hash" IS DISTINCT FROM post_content_hash(post."id", post."influencer_id", post."caption") THEN
    RAISE EXCEPTION 'the post has another content now'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'post_reviews_present_content';
  END IF;
  IF new."decision" = 'approved' AND new."decided_by" = post."changed_by" THEN
    RAISE EXCEPTION 'nobody approves what they made themselves'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'post_reviews_by_another';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "post_reviews_present_content" BEFORE INSERT ON "post_reviews"
  FOR EACH ROW WHEN (new."decision" <> 'existing') EXECUTE FUNCTION "require_present_content"();--> statement-breakpoint
-- Decisions are evidence: they are undone once, and forget only a deleted post or influencer.
CREATE FUNCTION "refuse_change_of_review"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    IF old."post_id" IS NULL THEN RETURN old; END IF;
    RAISE EXCEPTION 'a decision on a post is never deleted before the post';
  END IF;
  IF to_jsonb(new) - '{post_id,influencer_id,undone_at}'::text[] IS DISTINCT FROM to_jsonb(old) - '{post_id,influencer_id,undone_at}'::text[]
    OR (old."undone_at" IS NOT NULL AND new."undone_at" IS DISTINCT FROM old."undone_at")
    OR (new."post_id" IS DISTINCT FROM old."post_id" AND (new."post_id" IS NOT NULL
      OR EXISTS (SELECT FROM "content_posts" WHERE "id" = old."post_id")))
    OR (new."influencer_id" IS DISTINCT FROM old."influencer_id" AND (new."influencer_id" IS NOT NULL
      OR EXISTS (SELECT FROM "profiles" WHERE "id" = old."influencer_id")))
  THEN
    RAISE EXCEPTION 'a decision on a post is undone once, and otherwise never changed';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "post_reviews_unchanged" BEFORE UPDATE OR DELETE ON "post_reviews"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_review"();--> statement-breakpoint
-- A decision that counts no more, or one against a published post, takes it down.
CREATE TRIGGER "post_reviews_decided" AFTER INSERT OR UPDATE OF "undone_at" ON "post_reviews"
  FOR EACH ROW WHEN (new."decision" <> 'existing') EXECUTE FUNCTION "review_changed_post"();--> statement-breakpoint
-- Posts that were published before reviews were required stay published.
CREATE FUNCTION "record_existing_posts"() RETURNS void LANGUAGE sql AS $$
  INSERT INTO "post_reviews" ("post_id", "influencer_id", "content_hash", "decision", "decided_at")
  SELECT p."id", p."influencer_id", post_content_hash(p."id", p."influencer_id", p."caption"), 'existing', now()
  FROM "content_posts" p WHERE p."published_at" IS NOT NULL
$$;--> statement-breakpoint
-- Everybody in a post, with what their publication rests on.
CREATE FUNCTION "people_of_post"("of_post" uuid, "of_influencer" uuid, "at" timestamptz)
RETURNS TABLE ("performer_id" uuid, "full_name" text, "is_influencer" boolean, "is_underage" boolean, "verification" text, "withdrawn_at" timestamptz, "consented_at" timestamptz) LANGUAGE sql STABLE AS $$
  WITH "people" AS (
    SELECT p."id", p."full_name", true AS "is_influencer", p."underage_found_at" IS NOT NULL AS "is_underage" FROM "performers" p
    WHERE p."kind" = 'influencer' AND p."influencer_id" = "of_influencer"
    UNION ALL
    SELECT p."id", p."full_name", false, p."underage_found_at" IS NOT NULL FROM "post_people" t JOIN "performers" p ON p."id" = t."performer_id"
    WHERE t."post_id" = "of_post" AND (p."kind" <> 'influencer' OR p."influencer_id" IS DISTINCT FROM "of_influencer")
  )
  SELECT people.*, performer_verification_state(people."id"), covering."withdrawn_at", covering."consented_at"
  FROM "people" LEFT JOIN LATERAL (
    SELECT max(c."withdrawn_at") AS "withdrawn_at",
      max(c."created_at") FILTER (WHERE c."withdrawn_at" IS NULL) AS "consented_at"
    FROM "consents" c
    WHERE c."performer_id" = people."id" AND 'subscription' = ANY (c."scopes")
      AND (c."post_id" = "of_post" OR (c."influencer_id" = "of_influencer"
        AND (coalesce("at", now()) AT TIME ZONE 'UTC')::date
          BETWEEN c."starts_on" AND coalesce(c."ends_on", 'infinity')))
  ) covering ON true
$$;--> statement-breakpoint
-- The people because of whom a post may not be published: its influencer, and those in post_people, and
-- the influencer again without a creator agreement in force, if the rule requires one.
CREATE OR REPLACE FUNCTION "publication_obstacles"("of_post" uuid, "of_influencer" uuid, "at" timestamptz)
RETURNS TABLE ("performer_id" uuid, "full_name" text, "obstacle" text) LANGUAGE sql STABLE AS $$
  WITH "rule" AS (SELECT "requires_consents" AS "required", "requires_agreements" FROM "publication_rule"),
  "found" AS (
    SELECT states."performer_id" AS "id", states."full_name", CASE
      WHEN states."is_underage" THEN 'underage'
      WHEN states."withdrawn_at" >= coalesce(states."consented_at", '-infinity') THEN 'withdrawn'
      WHEN NOT rule."required" THEN NULL
      WHEN states."verification" = 'expired' THEN 'expired'
      WHEN states."verification" <> 'verified' THEN 'unverified'
      WHEN states."consented_at" IS NULL THEN 'not-consented' END AS "obstacle"
    FROM people_of_post("of_post", "of_influencer", "at") states CROSS JOIN "rule"
    UNION ALL
    SELECT NULL, coalesce(nullif(p."full_name", ''), 'The influencer'), 'not-registered'
    FROM "profiles" p CROSS JOIN "rule"
    WHERE rule."required" AND p."id" = "of_influencer" AND NOT EXISTS (
      SELECT FROM "performers" own WHERE own."kind" = 'influencer' AND own."influencer_id" = p."id")
    UNION ALL
    SELECT NULL, coalesce(nullif(p."full_name", ''), 'The influencer'), 'no-agreement'
    FROM "profiles" p CROSS JOIN "rule"
    WHERE rule."requires_agreements" AND p."id" = "of_influencer"
      AND creator_agreement_state(p."id") <> 'in-force'
  )
  SELECT found."id", found."full_name", found."obstacle" FROM "found"
  WHERE found."obstacle" IS NOT NULL ORDER BY found."full_name", found."id"
$$;
