DROP INDEX "signed_agreements_creator_key";--> statement-breakpoint
ALTER TABLE "signed_agreements" ADD COLUMN "terminated_on" date;--> statement-breakpoint
ALTER TABLE "signed_agreements" ADD COLUMN "termination_reason" text;--> statement-breakpoint
ALTER TABLE "signed_agreements" ADD COLUMN "terminated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "signed_agreements" ADD COLUMN "terminated_by" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "signed_agreements_creator_key" ON "signed_agreements" USING btree ("performer_id","version_id") WHERE "signed_agreements"."kind" = 'creator-agreement' and "signed_agreements"."terminated_at" is null;--> statement-breakpoint
ALTER TABLE "signed_agreements" ADD CONSTRAINT "signed_agreements_terminated_check" CHECK (num_nonnulls("signed_agreements"."terminated_on", "signed_agreements"."termination_reason", "signed_agreements"."terminated_at",
          "signed_agreements"."terminated_by") = case when "signed_agreements"."terminated_at" is null then 0 else 4 end
        and ("signed_agreements"."terminated_at" is null or ("signed_agreements"."countersigned_at" is not null
          and btrim("signed_agreements"."termination_reason") <> ''
          and "signed_agreements"."terminated_on" >= ("signed_agreements"."terminated_at" at time zone 'UTC')::date)));--> statement-breakpoint
-- Signatures are evidence: they are countersigned and terminated once, and forget only a deleted influencer.
CREATE OR REPLACE FUNCTION "refuse_change_of_signed_agreement"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  termination text[] := '{terminated_on,termination_reason,terminated_at,terminated_by}';
  changeable text[] := '{influencer_id,countersigned_name,countersigned_at,countersigned_by,countersigned_address,countersigned_user_agent}';
BEGIN
  IF tg_op = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM "performers" WHERE "id" = old."performer_id") THEN RETURN old; END IF;
    RAISE EXCEPTION 'a signed agreement is never deleted';
  END IF;
  IF to_jsonb(new) - changeable - termination IS DISTINCT FROM to_jsonb(old) - changeable - termination
    OR (old."countersigned_at" IS NOT NULL AND to_jsonb(new) - 'influencer_id' - termination
      IS DISTINCT FROM to_jsonb(old) - 'influencer_id' - termination)
    OR (old."terminated_at" IS NOT NULL
      AND to_jsonb(new) - 'influencer_id' IS DISTINCT FROM to_jsonb(old) - 'influencer_id')
    OR (new."influencer_id" IS DISTINCT FROM old."influencer_id" AND (new."influencer_id" IS NOT NULL
      OR EXISTS (SELECT FROM "profiles" WHERE "id" = old."influencer_id")))
  THEN
    RAISE EXCEPTION 'a signed agreement is countersigned and terminated once, and otherwise never changed';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
-- A signature counts until the last day that a later version sets for signing again. A termination ends it
-- and all earlier ones from its day on.
CREATE OR REPLACE FUNCTION "creator_agreement_state"("of_influencer" uuid) RETURNS text LANGUAGE sql STABLE AS $$
  WITH "today" AS (SELECT (now() AT TIME ZONE 'UTC')::date AS "day"), "counting" AS (
    SELECT coalesce(max("number"), 0) AS "since" FROM "agreement_versions", "today"
    WHERE "kind" = 'creator-agreement' AND "published_at" IS NOT NULL AND "sign_by" < "day"
  ), "signed" AS (
    SELECT v."number", s."countersigned_at", s."signed_at", s."terminated_on" FROM "performers" p
    JOIN "signed_agreements" s ON s."performer_id" = p."id" AND s."kind" = 'creator-agreement'
    JOIN "agreement_versions" v ON v."id" = s."version_id"
    WHERE p."kind" = 'influencer' AND p."influencer_id" = "of_influencer"
  ), "terminated" AS (
    SELECT coalesce(max("signed_at"), '-infinity') AS "until" FROM "signed", "today"
    WHERE "terminated_on" <= "day"
  ), "remaining" AS (
    SELECT "number", "countersigned_at" FROM "signed", "terminated" WHERE "signed_at" > "until"
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM "remaining", "counting" WHERE "number" >= "since" AND "countersigned_at" IS NOT NULL) THEN 'in-force'
    WHEN EXISTS (SELECT FROM "remaining", "counting" WHERE "number" >= "since") THEN 'not-countersigned'
    WHEN EXISTS (SELECT FROM "remaining") THEN 'outdated'
    WHEN EXISTS (SELECT FROM "signed") THEN 'terminated'
    ELSE 'not-signed' END
$$;
