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
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "banned_terms" ADD CONSTRAINT "banned_terms_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "decision_log_number_key" ON "decision_log" USING btree ("number");--> statement-breakpoint
CREATE INDEX "decision_log_unchained_idx" ON "decision_log" USING btree ("id") WHERE "decision_log"."number" is null;--> statement-breakpoint
CREATE INDEX "decision_log_record_idx" ON "decision_log" USING btree ("record_id");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'banned-terms', 'cancel', 'cards', 'confirm-email', 'complaints', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'reviews', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'verified', 'webhooks'));--> statement-breakpoint
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
