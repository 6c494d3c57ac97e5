CREATE TABLE "post_contents" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"changed_by" uuid,
	"waits_since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "banned_terms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"term" text NOT NULL,
	"level" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "banned_terms_level_check" CHECK ("banned_terms"."level" in ('refuse', 'flag')),
	CONSTRAINT "banned_terms_length_check" CHECK (length("banned_terms"."term") <= 100)
);
--> statement-breakpoint
CREATE TABLE "decision_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decision_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"entity" text NOT NULL,
	"record_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"number" bigint,
	"hash" text,
	CONSTRAINT "decision_log_chained" CHECK (("decision_log"."number" is null) = ("decision_log"."hash" is null))
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
ALTER TABLE "banned_terms" ADD CONSTRAINT "banned_terms_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reviews" ADD CONSTRAINT "post_reviews_post_id_content_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."content_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reviews" ADD CONSTRAINT "post_reviews_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_contents_changed_by_idx" ON "post_contents" USING btree ("changed_by");--> statement-breakpoint
CREATE UNIQUE INDEX "decision_log_number_key" ON "decision_log" USING btree ("number");--> statement-breakpoint
CREATE INDEX "decision_log_unchained_idx" ON "decision_log" USING btree ("id") WHERE "decision_log"."number" is null;--> statement-breakpoint
CREATE INDEX "decision_log_record_idx" ON "decision_log" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "post_reviews_post_idx" ON "post_reviews" USING btree ("post_id","position");--> statement-breakpoint
CREATE INDEX "post_reviews_influencer_idx" ON "post_reviews" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "post_reviews_decided_idx" ON "post_reviews" USING btree ("decided_at");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'banned-terms', 'cancel', 'cards', 'confirm-email', 'complaints', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'reviews', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'verified', 'webhooks'));--> statement-breakpoint
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
$$;--> statement-breakpoint
CREATE TRIGGER "banned_terms_audited" AFTER INSERT OR UPDATE OR DELETE ON "banned_terms"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- A text as it is compared with banned terms: without accents and invisible characters, letters and digits
-- that look alike as one, letters that stand alone joined, one space between words.
CREATE FUNCTION "screened_text"("given" text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  found text := "given";
BEGIN
  IF found ~ '[^\u0001-\u007f]' THEN
    found := translate(regexp_replace(normalize(found, NFKD),
      '[\u00ad\u0300-\u036f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]', '', 'g'),
      'абвекмнорстухіјѕԁһαβεικνορτυχıłøđħАВЕКМНОРСТУХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧ',
      'abbekmhopctyxijsdhabeikvoptuxiiodhabekmhopctyxijsabezhikmnoptyx');
  END IF;
  found := lower(found);
  IF found ~ '[!|@$]' THEN
    found := regexp_replace(found, '[!|](?=[a-z0-9])', 'i', 'g');
    found := regexp_replace(found, '@(?=[a-z0-9])', 'a', 'g');
    found := regexp_replace(found, '\$(?=[a-z0-9])', 's', 'g');
  END IF;
  found := regexp_replace(translate(found, '0134578l', 'oieastbi'),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2010-\u206f\u3000-\u303f]+', ' ', 'g');
  IF found ~ '(?:^| )[^ ] [^ ](?: |$)' THEN
    found := regexp_replace(found, '(?<=(?:^| )[^ ]) (?=[^ ](?: |$))', '', 'g');
  END IF;
  RETURN btrim(found);
END $$;--> statement-breakpoint
-- Whether a text contains a screened term as whole words; digits count as letters, or as spaces.
CREATE FUNCTION "contains_term"("given" text, "screened" text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(position(' ' || "screened" || ' ' IN ' ' || screened_text("given") || ' ') > 0
    OR ("given" ~ '[0-9]' AND position(' ' || "screened" || ' '
      IN ' ' || screened_text(regexp_replace("given", '[0-9]+', ' ', 'g')) || ' ') > 0), false)
$$;--> statement-breakpoint
CREATE UNIQUE INDEX "banned_terms_key" ON "banned_terms" (screened_text("term"));--> statement-breakpoint
CREATE FUNCTION "banned_terms_in"("given" text) RETURNS TABLE ("term" text, "level" text) LANGUAGE sql STABLE AS $$
  WITH "variants" AS MATERIALIZED (
    SELECT ' ' || screened_text("given") || ' ' AS "whole",
      CASE WHEN "given" ~ '[0-9]' THEN ' ' || screened_text(regexp_replace("given", '[0-9]+', ' ', 'g')) || ' ' END AS "without_digits"
    WHERE EXISTS (SELECT FROM "banned_terms")
  )
  SELECT t."term", t."level" FROM "variants", "banned_terms" t
  WHERE position(' ' || screened_text(t."term") || ' ' IN "whole") > 0
    OR position(' ' || screened_text(t."term") || ' ' IN "without_digits") > 0
$$;--> statement-breakpoint
DROP FUNCTION "review_signals"(uuid, uuid);--> statement-breakpoint
-- Why a post needs the approval of two people.
CREATE FUNCTION "review_signals"("of_post" uuid, "of_influencer" uuid, "of_caption" text) RETURNS TABLE ("signal" text) LANGUAGE sql STABLE AS $$
  SELECT 'banned-term' WHERE EXISTS (SELECT FROM banned_terms_in("of_caption"))
  UNION ALL
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
CREATE OR REPLACE FUNCTION "post_review"("of_post" uuid, "of_influencer" uuid, "of_caption" text)
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
      OR NOT EXISTS (SELECT FROM review_signals("of_post", "of_influencer", "of_caption")) THEN 'approved'
    ELSE 'second-review' END, newest."policy", newest."note", newest."decided_at",
    newest."decided_at" + CASE newest."decision" WHEN 'existing' THEN interval '0' ELSE interval '15 seconds' END
  FROM "approvals" LEFT JOIN "newest" ON true
$$;
--> statement-breakpoint
-- The columns of a decision that the log contains, in the order of the arguments of the trigger.
CREATE FUNCTION "decision_content"("whole" jsonb, "columns" text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(name, "whole" -> name) FROM unnest(string_to_array("columns", ',')) name
$$;--> statement-breakpoint
CREATE FUNCTION "log_decision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "decision_log" ("entity", "record_id", "content")
  VALUES (tg_table_name, new."id", decision_content(to_jsonb(new), tg_argv[0]));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "post_reviews_logged" AFTER INSERT OR UPDATE OF "undone_at" ON "post_reviews"
  FOR EACH ROW WHEN (new."decision" <> 'existing')
  EXECUTE FUNCTION "log_decision"('content_hash,decision,policy,note,decided_by,decided_at,undone_at');--> statement-breakpoint
CREATE TRIGGER "complaints_logged" AFTER UPDATE OF "decided_at", "outcome", "policy", "decision_text" ON "complaints"
  FOR EACH ROW WHEN ((new."decided_at", new."outcome", new."policy", new."decision_text")
    IS DISTINCT FROM (old."decided_at", old."outcome", old."policy", old."decision_text"))
  EXECUTE FUNCTION "log_decision"('kind,outcome,policy,decision_text,decided_at');--> statement-breakpoint
CREATE TRIGGER "complaint_appeals_logged" AFTER UPDATE OF "decided_at" ON "complaint_appeals"
  FOR EACH ROW WHEN (new."decided_at" IS DISTINCT FROM old."decided_at")
  EXECUTE FUNCTION "log_decision"('complaint_id,party,outcome,policy,decision_text,decided_at');--> statement-breakpoint
CREATE TRIGGER "performer_verifications_logged" AFTER UPDATE OF "status" ON "performer_verifications"
  FOR EACH ROW WHEN (new."status" <> old."status" AND new."status" IN ('checked', 'verified', 'rejected'))
  EXECUTE FUNCTION "log_decision"('performer_id,status,expires_on,checked_by,checked_at,decided_by,decided_at,reason');--> statement-breakpoint
-- The log is only added to, and its entries are chained once.
CREATE FUNCTION "refuse_change_of_decision_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND old."number" IS NULL
    AND to_jsonb(new) - '{number,hash}'::text[] = to_jsonb(old) - '{number,hash}'::text[] THEN RETURN new; END IF;
  RAISE EXCEPTION 'the log of decisions is never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER "decision_log_unchanged" BEFORE UPDATE OR DELETE ON "decision_log"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_decision_log"();--> statement-breakpoint
CREATE TRIGGER "decision_log_not_emptied" BEFORE TRUNCATE ON "decision_log"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_decision_log"();--> statement-breakpoint
CREATE FUNCTION "decision_hash"("previous" text, "entry" "decision_log") RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array("previous", ("entry")."number", ("entry")."id", ("entry")."entity",
    ("entry")."record_id", extract(epoch FROM ("entry")."at"), ("entry")."content")::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
-- Chains what was committed; one run at a time. An entry that is committed later comes later in the chain.
CREATE FUNCTION "chain_decisions"() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  entry "decision_log";
  last_number bigint;
  previous text;
  chained integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('decision_log'));
  SELECT "number", "hash" INTO last_number, previous FROM "decision_log"
    WHERE "number" IS NOT NULL ORDER BY "number" DESC LIMIT 1;
  FOR entry IN SELECT * FROM "decision_log" WHERE "number" IS NULL ORDER BY "id" LOOP
    last_number := coalesce(last_number, 0) + 1;
    entry."number" := last_number;
    previous := decision_hash(coalesce(previous, ''), entry);
    UPDATE "decision_log" SET "number" = last_number, "hash" = previous WHERE "id" = entry."id";
    chained := chained + 1;
  END LOOP;
  RETURN chained;
END $$;--> statement-breakpoint
-- What cannot be if nobody changed the log or a decision. An entry is compared with its decision only if
-- it is the newest about it, and the decision still exists.
CREATE FUNCTION "verify_decision_log"() RETURNS TABLE ("number" bigint, "entity" text, "record_id" uuid, "problem" text) LANGUAGE sql STABLE AS $$
  WITH "chain" AS (
    SELECT l, lag(l."hash", 1, '') OVER "in_order" AS "previous", row_number() OVER "in_order" AS "expected"
    FROM "decision_log" l WHERE l."number" IS NOT NULL WINDOW "in_order" AS (ORDER BY l."number")
  ), "newest" AS (
    SELECT DISTINCT ON (l."entity", l."record_id") l.* FROM "decision_log" l
    ORDER BY l."entity", l."record_id", l."id" DESC
  ), "stored" AS (
    SELECT 'post_reviews' AS "entity", r."id", to_jsonb(r) AS "whole" FROM "post_reviews" r
    UNION ALL SELECT 'complaints', c."id", to_jsonb(c) FROM "complaints" c
    UNION ALL SELECT 'complaint_appeals', a."id", to_jsonb(a) FROM "complaint_appeals" a
    UNION ALL SELECT 'performer_verifications', v."id", to_jsonb(v) FROM "performer_verifications" v
  )
  SELECT (c.l)."number", (c.l)."entity", (c.l)."record_id", 'an entry before it is missing'
  FROM "chain" c WHERE (c.l)."number" <> c."expected" AND NOT EXISTS (
    SELECT FROM "decision_log" p WHERE p."number" = (c.l)."number" - 1)
  UNION ALL
  SELECT (c.l)."number", (c.l)."entity", (c.l)."record_id", 'it was changed, or the entry before it'
  FROM "chain" c WHERE (c.l)."hash" <> decision_hash(c."previous", c.l)
  UNION ALL
  SELECT n."number", n."entity", n."record_id", 'the decision differs from the log'
  FROM "newest" n JOIN "stored" s ON s."entity" = n."entity" AND s."id" = n."record_id"
  WHERE NOT s."whole" @> n."content"
  UNION ALL
  SELECT NULL, s."entity", s."id", 'a decision is not in the log'
  FROM "stored" s WHERE s."entity" = 'post_reviews' AND s."whole" ->> 'decision' <> 'existing'
    AND NOT EXISTS (SELECT FROM "decision_log" l WHERE l."entity" = s."entity" AND l."record_id" = s."id")
$$;--> statement-breakpoint
INSERT INTO "decision_log" ("entity", "record_id", "content")
SELECT 'post_reviews', r."id", decision_content(to_jsonb(r), 'content_hash,decision,policy,note,decided_by,decided_at,undone_at')
FROM "post_reviews" r WHERE r."decision" <> 'existing' ORDER BY r."position";
