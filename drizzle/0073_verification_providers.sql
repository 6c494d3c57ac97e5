CREATE TABLE "verification_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"content_hash" text NOT NULL,
	"sealed_content" text,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	CONSTRAINT "verification_reports_content_key" UNIQUE("provider","content_hash"),
	CONSTRAINT "verification_reports_provider_check" CHECK ("verification_reports"."provider" in ('sandbox', 'veriff')),
	CONSTRAINT "verification_reports_handled_check" CHECK (("verification_reports"."handled_at" is null) = ("verification_reports"."sealed_content" is not null))
);
--> statement-breakpoint
CREATE TABLE "verification_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"verification_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"reference" text,
	"sealed_url" text,
	"status" text DEFAULT 'created' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"report_requested_at" timestamp (3) with time zone,
	"differences" text[] DEFAULT '{}' NOT NULL,
	"read_given_names" text,
	"read_surname" text,
	"read_date_of_birth" date,
	CONSTRAINT "verification_sessions_verification_key" UNIQUE("verification_id"),
	CONSTRAINT "verification_sessions_provider_check" CHECK ("verification_sessions"."provider" in ('sandbox', 'veriff')),
	CONSTRAINT "verification_sessions_status_check" CHECK ("verification_sessions"."status" in ('created', 'submitted', 'review', 'resubmission', 'approved', 'declined', 'expired')),
	CONSTRAINT "verification_sessions_address_check" CHECK ("verification_sessions"."sealed_url" is null or "verification_sessions"."reference" is not null),
	CONSTRAINT "verification_sessions_read_check" CHECK (cardinality("verification_sessions"."differences") > 0
        or num_nonnulls("verification_sessions"."read_given_names", "verification_sessions"."read_surname", "verification_sessions"."read_date_of_birth") = 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_verifications" (
	"id" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"return_url" text NOT NULL,
	"given_names" text NOT NULL,
	"surname" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"outcome" text,
	"report" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_verifications_outcome_check" CHECK ("sandbox_verifications"."outcome" in ('submitted', 'review', 'resubmission', 'approved', 'declined', 'expired')),
	CONSTRAINT "sandbox_verifications_report_check" CHECK (("sandbox_verifications"."outcome" is null) = ("sandbox_verifications"."report" is null))
);
--> statement-breakpoint
ALTER TABLE "performer_verifications" DROP CONSTRAINT "performer_verifications_status_check";--> statement-breakpoint
ALTER TABLE "performer_verifications" DROP CONSTRAINT "performer_verifications_checked_check";--> statement-breakpoint
ALTER TABLE "performer_verifications" DROP CONSTRAINT "performer_verifications_decided_check";--> statement-breakpoint
ALTER TABLE "performer_verifications" DROP CONSTRAINT "performer_verifications_by_two_people";--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "underage_found_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "performer_verifications" ADD COLUMN "method" text DEFAULT 'manual' NOT NULL;--> statement-breakpoint
ALTER TABLE "verification_sessions" ADD CONSTRAINT "verification_sessions_verification_id_performer_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."performer_verifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verification_reports_unhandled_idx" ON "verification_reports" USING btree ("received_at") WHERE "verification_reports"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "verification_reports_retention_idx" ON "verification_reports" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_sessions_reference_key" ON "verification_sessions" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "verification_sessions_open_idx" ON "verification_sessions" USING btree ("created_at") WHERE "verification_sessions"."status" in ('created', 'submitted', 'review', 'resubmission');--> statement-breakpoint
CREATE INDEX "sandbox_verifications_retention_idx" ON "sandbox_verifications" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "performers" ADD CONSTRAINT "performers_underage_is_a_hold" CHECK ("performers"."underage_found_at" is null or "performers"."hold_reason" is not null);--> statement-breakpoint
ALTER TABLE "performer_verifications" ADD CONSTRAINT "performer_verifications_method_check" CHECK ("performer_verifications"."method" in ('manual', 'provider'));--> statement-breakpoint
ALTER TABLE "performer_verifications" ADD CONSTRAINT "performer_verifications_status_check" CHECK ("performer_verifications"."status" in ('started', 'checked', 'verified', 'rejected', 'ended'));--> statement-breakpoint
ALTER TABLE "performer_verifications" ADD CONSTRAINT "performer_verifications_checked_check" CHECK (case when "performer_verifications"."method" = 'provider'
        then num_nonnulls("performer_verifications"."document_id", "performer_verifications"."face_picture_id", "performer_verifications"."checked_by", "performer_verifications"."checked_at") = 0
          and ("performer_verifications"."status" <> 'verified' or "performer_verifications"."expires_on" is not null)
        when "performer_verifications"."status" in ('checked', 'verified')
        then num_nulls("performer_verifications"."document_id", "performer_verifications"."face_picture_id", "performer_verifications"."expires_on", "performer_verifications"."checked_by", "performer_verifications"."checked_at") = 0
        else true end);--> statement-breakpoint
ALTER TABLE "performer_verifications" ADD CONSTRAINT "performer_verifications_decided_check" CHECK (case when "performer_verifications"."status" in ('verified', 'rejected')
        then "performer_verifications"."decided_at" is not null and ("performer_verifications"."method" = 'provider' or "performer_verifications"."decided_by" is not null)
        when "performer_verifications"."status" = 'ended' then "performer_verifications"."decided_at" is not null
        else num_nonnulls("performer_verifications"."decided_by", "performer_verifications"."decided_at") = 0 end);--> statement-breakpoint
ALTER TABLE "performer_verifications" ADD CONSTRAINT "performer_verifications_by_two_people" CHECK ("performer_verifications"."status" <> 'verified' or "performer_verifications"."method" = 'provider' or "performer_verifications"."checked_by" <> "performer_verifications"."decided_by");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'complaints', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'verified', 'webhooks'));--> statement-breakpoint
-- A check in progress does not end an earlier one that is valid, and one that ended without a result counts for nothing.
CREATE OR REPLACE FUNCTION "performer_verification_state"("of_performer" uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT CASE
      WHEN EXISTS (SELECT FROM "performer_verifications" valid
        WHERE valid."performer_id" = newest."performer_id" AND valid."status" = 'verified'
          AND valid."expires_on" >= (now() AT TIME ZONE 'UTC')::date
          AND NOT EXISTS (SELECT FROM "performer_verifications" refused
            WHERE refused."performer_id" = valid."performer_id" AND refused."status" = 'rejected'
              AND refused."started_at" > valid."started_at")) THEN 'verified'
      WHEN newest."status" IN ('started', 'checked') THEN 'pending'
      WHEN newest."status" = 'verified' THEN 'expired'
      ELSE 'rejected' END
    FROM "performer_verifications" newest
    WHERE newest."performer_id" = "of_performer" AND newest."status" <> 'ended'
    ORDER BY newest."started_at" DESC LIMIT 1), 'unverified')
$$;
--> statement-breakpoint
DROP TRIGGER "performer_verifications_final" ON "performer_verifications";
--> statement-breakpoint
CREATE TRIGGER "performer_verifications_final" BEFORE UPDATE ON "performer_verifications"
  FOR EACH ROW WHEN (old."status" IN ('verified', 'rejected', 'ended')) EXECUTE FUNCTION "refuse_change_of_decided_check"();
--> statement-breakpoint
-- Nobody is verified whom a check found to be under 18, or without the approval of the provider that makes the check.
CREATE FUNCTION "require_proof_of_identity"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "performers" WHERE "id" = new."performer_id" AND "underage_found_at" IS NOT NULL) THEN
    RAISE EXCEPTION 'a person under 18 is never verified' USING ERRCODE = 'check_violation';
  END IF;
  IF new."method" = 'provider' AND NOT EXISTS (SELECT FROM "verification_sessions"
    WHERE "verification_id" = new."id" AND "reference" IS NOT NULL AND "status" = 'approved') THEN
    RAISE EXCEPTION 'no provider has approved this check' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- At the end of the transaction, which stores the session after the check.
CREATE CONSTRAINT TRIGGER "performer_verifications_proved" AFTER INSERT OR UPDATE OF "status" ON "performer_verifications"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new."status" = 'verified') EXECUTE FUNCTION "require_proof_of_identity"();
--> statement-breakpoint
-- The people because of whom a post may not be published: its influencer, and those in post_people, and
-- the influencer again without a creator agreement in force, if the rule requires one. Whoever was found
-- to be under 18 prevents it always.
CREATE OR REPLACE FUNCTION "publication_obstacles"("of_post" uuid, "of_influencer" uuid, "at" timestamptz)
RETURNS TABLE ("performer_id" uuid, "full_name" text, "obstacle" text) LANGUAGE sql STABLE AS $$
  WITH "rule" AS (SELECT "requires_consents" AS "required", "requires_agreements" FROM "publication_rule"),
  "people" AS (
    SELECT p."id", p."full_name", p."underage_found_at" FROM "performers" p
    WHERE p."kind" = 'influencer' AND p."influencer_id" = "of_influencer"
    UNION
    SELECT p."id", p."full_name", p."underage_found_at" FROM "post_people" t JOIN "performers" p ON p."id" = t."performer_id"
    WHERE t."post_id" = "of_post"
  ), "states" AS (
    SELECT people.*, performer_verification_state(people."id") AS "verification",
      covering."withdrawn_at", covering."consented_at"
    FROM "people" LEFT JOIN LATERAL (
      SELECT max(c."withdrawn_at") AS "withdrawn_at",
        max(c."created_at") FILTER (WHERE c."withdrawn_at" IS NULL) AS "consented_at"
      FROM "consents" c
      WHERE c."performer_id" = people."id" AND 'subscription' = ANY (c."scopes")
        AND (c."post_id" = "of_post" OR (c."influencer_id" = "of_influencer"
          AND (coalesce("at", now()) AT TIME ZONE 'UTC')::date
            BETWEEN c."starts_on" AND coalesce(c."ends_on", 'infinity')))
    ) covering ON true
  ), "found" AS (
    SELECT states."id", states."full_name", CASE
      WHEN states."underage_found_at" IS NOT NULL THEN 'underage'
      WHEN states."withdrawn_at" >= coalesce(states."consented_at", '-infinity') THEN 'withdrawn'
      WHEN NOT rule."required" THEN NULL
      WHEN states."verification" = 'expired' THEN 'expired'
      WHEN states."verification" <> 'verified' THEN 'unverified'
      WHEN states."consented_at" IS NULL THEN 'not-consented' END AS "obstacle"
    FROM "states" CROSS JOIN "rule"
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
--> statement-breakpoint
CREATE FUNCTION "take_down_underage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM take_down_posts_of_performer(new."id");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "performers_underage" AFTER UPDATE OF "underage_found_at" ON "performers"
  FOR EACH ROW WHEN (new."underage_found_at" IS NOT NULL) EXECUTE FUNCTION "take_down_underage"();
