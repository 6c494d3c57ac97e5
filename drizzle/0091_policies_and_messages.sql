CREATE TABLE "policy_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "policy_versions_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"area" text NOT NULL,
	"code" text DEFAULT gen_random_uuid()::text NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"basis" text NOT NULL,
	"ground" text NOT NULL,
	"decisions" text[] NOT NULL,
	"is_public" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "policy_versions_area_check" CHECK ("policy_versions"."area" in ('review', 'complaint')),
	CONSTRAINT "policy_versions_basis_check" CHECK ("policy_versions"."basis" in ('law', 'rule')),
	CONSTRAINT "policy_versions_number" CHECK ("policy_versions"."number" > 0),
	CONSTRAINT "policy_versions_title" CHECK (char_length("policy_versions"."title") between 3 and 200),
	CONSTRAINT "policy_versions_ground" CHECK ("policy_versions"."basis" <> 'law' or "policy_versions"."ground" <> ''),
	CONSTRAINT "policy_versions_decisions" CHECK (cardinality("policy_versions"."decisions") > 0 and "policy_versions"."decisions" <@ case "policy_versions"."area"
        when 'review' then array['changes-requested', 'rejected'] else array['removed', 'no_action'] end)
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "complaint_appeals" DROP CONSTRAINT "complaint_appeals_policy_check";--> statement-breakpoint
ALTER TABLE "complaints" DROP CONSTRAINT "complaints_policy_check";--> statement-breakpoint
ALTER TABLE "post_reviews" DROP CONSTRAINT "post_reviews_policy_check";--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "unsampled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD COLUMN "policy_version" uuid;--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD COLUMN "policy_title" text;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "policy_version" uuid;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "policy_title" text;--> statement-breakpoint
ALTER TABLE "post_reviews" ADD COLUMN "policy_version" uuid;--> statement-breakpoint
ALTER TABLE "post_reviews" ADD COLUMN "policy_title" text;--> statement-breakpoint
ALTER TABLE "policy_versions" ADD CONSTRAINT "policy_versions_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "policy_versions_key" ON "policy_versions" USING btree ("area","code","number");--> statement-breakpoint
CREATE INDEX "policy_versions_author_idx" ON "policy_versions" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD CONSTRAINT "complaint_appeals_policy_version_policy_versions_id_fk" FOREIGN KEY ("policy_version") REFERENCES "public"."policy_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_policy_version_policy_versions_id_fk" FOREIGN KEY ("policy_version") REFERENCES "public"."policy_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_reviews" ADD CONSTRAINT "post_reviews_policy_version_policy_versions_id_fk" FOREIGN KEY ("policy_version") REFERENCES "public"."policy_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('2257', 'about', 'admin', 'adults-only', 'age', 'age-check', 'age-checks', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'banned-terms', 'blocked-hashes', 'cancel', 'cards', 'complaints', 'confirm-email', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'escalations', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'metrics', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'page-images', 'payee-reports', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'policies', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'record-index', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'reviews', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'transparency', 'unsubscribe', 'uploads', 'users', 'vault', 'verified', 'webhooks'));--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD CONSTRAINT "complaint_appeals_stored_policy" CHECK (num_nonnulls("complaint_appeals"."policy_version", "complaint_appeals"."policy_title") in (0, 2));--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_stored_policy" CHECK (num_nonnulls("complaints"."policy_version", "complaints"."policy_title") in (0, 2));--> statement-breakpoint
ALTER TABLE "post_reviews" ADD CONSTRAINT "post_reviews_stored_policy" CHECK (num_nonnulls("post_reviews"."policy_version", "post_reviews"."policy_title") in (0, 2));--> statement-breakpoint
-- By hand:
-- The reasons that decisions could have until now, as their first versions.
INSERT INTO "policy_versions" ("area", "code", "number", "title", "description", "basis", "ground", "decisions", "is_public", "is_active") VALUES
  ('review', 'age', 1, 'Somebody may be under 18', 'Somebody looks young, whatever the documents say. Report it as a complaint about a minor as well.', 'law', '18 U.S.C. § 2252A', '{changes-requested,rejected}', true, true),
  ('review', 'people', 1, 'Somebody is missing among the people', 'Somebody is recognizable and not among the people of the post.', 'law', '18 U.S.C. § 2257', '{changes-requested,rejected}', true, true),
  ('review', 'consent', 1, 'No consent to what is shown', 'The consent does not cover this post, or the person did not agree to what is shown.', 'rule', 'Rules of the card networks', '{changes-requested,rejected}', true, true),
  ('review', 'prohibited', 1, 'Prohibited content', 'Content that the terms, the card networks or the law forbid.', 'rule', 'Terms of Service', '{changes-requested,rejected}', true, true),
  ('review', 'privacy', 1, 'Private information is visible', 'An address, a number plate, a document, a screen with data.', 'rule', 'Terms of Service', '{changes-requested,rejected}', true, true),
  ('review', 'rights', 1, 'Somebody else’s work or brand', 'Music, art, a brand or a film of somebody else.', 'rule', 'Terms of Service', '{changes-requested,rejected}', true, true),
  ('review', 'caption', 1, 'The caption', 'Prices, addresses, promises or words that do not belong into a caption.', 'rule', '', '{changes-requested,rejected}', false, true),
  ('review', 'ai-label', 1, 'The AI label is missing or wrong', 'AI altered or generated what is shown, and the post does not say so.', 'law', 'Regulation (EU) 2024/1689, art. 50', '{changes-requested,rejected}', true, true),
  ('review', 'quality', 1, 'The quality', 'Too dark, blurred, cut off or out of focus.', 'rule', '', '{changes-requested,rejected}', false, true),
  ('review', 'other', 1, 'Another reason', 'Explain it in the note.', 'rule', '', '{changes-requested,rejected}', false, true),
  ('complaint', 'minors', 1, 'Nobody under 18 may be shown', 'Somebody is, or appears to be, under 18. The complaint can be escalated.', 'law', '18 U.S.C. § 2252A', '{removed}', true, true),
  ('complaint', 'consent', 1, 'Everyone shown has to agree', 'Somebody who is shown never agreed, or no longer agrees.', 'law', 'TAKE IT DOWN Act, 47 U.S.C. § 223a', '{removed}', true, true),
  ('complaint', 'illegal', 1, 'Content must be legal', 'Name the law in the explanation.', 'law', 'The law that the decision names', '{removed}', true, true),
  ('complaint', 'copyright', 1, 'Content must not infringe copyright', 'For notices with everything that the law requires.', 'law', '17 U.S.C. § 512', '{removed}', true, true),
  ('complaint', 'privacy', 1, 'Personal information must stay private', 'An address, a number plate or a document leads to somebody who did not agree.', 'rule', 'Terms of Service', '{removed}', true, true),
  ('complaint', 'impersonation', 1, 'Nobody may pretend to be someone else', 'The account or the post can be mistaken for that of somebody else.', 'rule', 'Terms of Service', '{removed}', true, true),
  ('complaint', 'terms', 1, 'Another rule of our terms', 'Name the rule in the explanation.', 'rule', 'Terms of Service', '{removed}', true, true),
  ('complaint', 'no_violation', 1, 'It doesn’t break our rules', 'Somebody has looked at everything that was reported. After it, another report of a minor does not hide the post at once.', 'rule', '', '{no_action}', false, true),
  ('complaint', 'not_enough_information', 1, 'There wasn’t enough information', 'The reporter did not say what is meant, also after a question.', 'rule', '', '{no_action}', false, true);--> statement-breakpoint
-- Decisions from before have the first versions. Nothing else of them changes, so their triggers have nothing to say.
ALTER TABLE "post_reviews" DISABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "complaints" DISABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "complaint_appeals" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "post_reviews" d SET "policy_version" = v."id", "policy_title" = v."title"
FROM "policy_versions" v WHERE v."area" = 'review' AND v."code" = d."policy";--> statement-breakpoint
UPDATE "complaints" d SET "policy_version" = v."id", "policy_title" = v."title"
FROM "policy_versions" v WHERE v."area" = 'complaint' AND v."code" = d."policy";--> statement-breakpoint
UPDATE "complaint_appeals" d SET "policy_version" = v."id", "policy_title" = v."title"
FROM "policy_versions" v WHERE v."area" = 'complaint' AND v."code" = d."policy";--> statement-breakpoint
ALTER TABLE "post_reviews" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "complaints" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "complaint_appeals" ENABLE TRIGGER USER;--> statement-breakpoint
-- A version is never changed: decisions rest on it. It forgets only an author who was deleted.
CREATE FUNCTION "refuse_change_of_policy"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND new."created_by" IS NULL
    AND to_jsonb(new) - 'created_by' = to_jsonb(old) - 'created_by' THEN RETURN new; END IF;
  RAISE EXCEPTION 'a version of a policy is never changed'
    USING ERRCODE = 'check_violation', CONSTRAINT = 'policy_versions_unchanged';
END $$;--> statement-breakpoint
CREATE TRIGGER "policy_versions_unchanged" BEFORE UPDATE OR DELETE ON "policy_versions"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_policy"();--> statement-breakpoint
CREATE TRIGGER "policy_versions_audited" AFTER INSERT OR UPDATE OR DELETE ON "policy_versions"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- A decision has the newest version of its policy, which has to be in use for it. The arguments are the
-- area and the column with the decision.
CREATE FUNCTION "store_policy"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  newest "policy_versions";
BEGIN
  new."policy_version" := NULL;
  new."policy_title" := NULL;
  IF new."policy" IS NULL THEN RETURN new; END IF;
  SELECT * INTO newest FROM "policy_versions" v WHERE v."area" = tg_argv[0] AND v."code" = new."policy"
    ORDER BY v."number" DESC LIMIT 1;
  IF newest."is_active" AND to_jsonb(new) ->> tg_argv[1] = ANY (newest."decisions") THEN
    new."policy_version" := newest."id";
    new."policy_title" := newest."title";
    RETURN new;
  END IF;
  RAISE EXCEPTION 'the policy is not in use for this decision'
    USING ERRCODE = 'check_violation', CONSTRAINT = tg_table_name || '_policy_in_use';
END $$;--> statement-breakpoint
CREATE TRIGGER "post_reviews_policy" BEFORE INSERT ON "post_reviews"
  FOR EACH ROW EXECUTE FUNCTION "store_policy"('review', 'decision');--> statement-breakpoint
CREATE TRIGGER "complaints_policy" BEFORE INSERT OR UPDATE OF "policy", "outcome" ON "complaints"
  FOR EACH ROW EXECUTE FUNCTION "store_policy"('complaint', 'outcome');--> statement-breakpoint
CREATE TRIGGER "complaint_appeals_policy" BEFORE INSERT OR UPDATE OF "policy", "outcome" ON "complaint_appeals"
  FOR EACH ROW EXECUTE FUNCTION "store_policy"('complaint', 'outcome');--> statement-breakpoint
-- The log of decisions names the version from now on.
DROP TRIGGER "post_reviews_logged" ON "post_reviews";--> statement-breakpoint
CREATE TRIGGER "post_reviews_logged" AFTER INSERT OR UPDATE OF "undone_at" ON "post_reviews"
  FOR EACH ROW WHEN (new."decision" <> 'existing')
  EXECUTE FUNCTION "log_decision"('content_hash,decision,policy,policy_version,note,decided_by,decided_at,undone_at');--> statement-breakpoint
DROP TRIGGER "complaints_logged" ON "complaints";--> statement-breakpoint
CREATE TRIGGER "complaints_logged" AFTER UPDATE OF "decided_at", "outcome", "policy", "decision_text" ON "complaints"
  FOR EACH ROW WHEN ((new."decided_at", new."outcome", new."policy", new."decision_text")
    IS DISTINCT FROM (old."decided_at", old."outcome", old."policy", old."decision_text"))
  EXECUTE FUNCTION "log_decision"('kind,outcome,policy,policy_version,decision_text,decided_at');--> statement-breakpoint
DROP TRIGGER "complaint_appeals_logged" ON "complaint_appeals";--> statement-breakpoint
CREATE TRIGGER "complaint_appeals_logged" AFTER UPDATE OF "decided_at" ON "complaint_appeals"
  FOR EACH ROW WHEN (new."decided_at" IS DISTINCT FROM old."decided_at")
  EXECUTE FUNCTION "log_decision"('complaint_id,party,outcome,policy,policy_version,decision_text,decided_at');--> statement-breakpoint
-- The review of a post gives its reason as it was called when it was decided.
DROP FUNCTION "post_review"(uuid, uuid, text, text);--> statement-breakpoint
CREATE FUNCTION "post_review"("of_post" uuid, "of_influencer" uuid, "of_caption" text, "of_ai_use" text)
RETURNS TABLE ("state" text, "reason" text, "note" text, "decided_at" timestamptz, "effective_at" timestamptz) LANGUAGE sql STABLE AS $$
  WITH "reviewed" AS MATERIALIZED (
    SELECT r."position", r."decision", r."policy_title", r."note", r."decided_by", r."decided_at" FROM "post_reviews" r
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
    ELSE 'second-review' END, newest."policy_title", newest."note", newest."decided_at",
    newest."decided_at" + CASE newest."decision" WHEN 'existing' THEN interval '0' ELSE interval '15 seconds' END
  FROM "approvals" LEFT JOIN "newest" ON true
$$;--> statement-breakpoint
-- A post that is published outside the sample says so, whatever happens to it later.
CREATE FUNCTION "record_unsampled_post"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' AND old."published_at" IS NOT NULL THEN RETURN new; END IF;
  IF EXISTS (SELECT FROM "publication_rule" WHERE "requires_reviews" AND "sampled_percent" IS NOT NULL)
    AND (SELECT "state" = 'not-sampled' FROM post_review(new."id", new."influencer_id", new."caption", new."ai_use")) THEN
    new."unsampled_at" := new."published_at";
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_posts_unsampled" BEFORE INSERT OR UPDATE OF "published_at" ON "content_posts"
  FOR EACH ROW WHEN (new."published_at" IS NOT NULL) EXECUTE FUNCTION "record_unsampled_post"();--> statement-breakpoint
-- No message contains a term that is refused, whoever writes it. Reports may quote it, and a mail that
-- somebody sent is stored as it came.
CREATE FUNCTION "require_allowed_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_refused_term(new."message") OR (new."influencer_id" IS NULL AND has_refused_term(new."name")) THEN
    RAISE EXCEPTION 'the message contains a banned term'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'contact_messages_allowed_text';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "contact_messages_allowed_text" BEFORE INSERT OR UPDATE OF "message", "topic" ON "contact_messages"
  FOR EACH ROW WHEN (new."topic" NOT IN ('Report content', 'Copyright (DMCA)')) EXECUTE FUNCTION "require_allowed_message"();--> statement-breakpoint
CREATE FUNCTION "require_allowed_reply"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF has_refused_term(new."text") THEN
    RAISE EXCEPTION 'the reply contains a banned term'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'contact_replies_allowed_text';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "contact_replies_allowed_text" BEFORE INSERT OR UPDATE OF "text" ON "contact_replies"
  FOR EACH ROW WHEN (NOT new."is_received") EXECUTE FUNCTION "require_allowed_reply"();

