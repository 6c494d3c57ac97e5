CREATE TABLE "agreement_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"sign_by" date,
	"published_at" timestamp (3) with time zone,
	"published_by" uuid,
	"created_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_versions_number_key" UNIQUE("kind","number"),
	CONSTRAINT "agreement_versions_kind_check" CHECK ("agreement_versions"."kind" in ('creator-agreement', 'model-release')),
	CONSTRAINT "agreement_versions_not_blank" CHECK (btrim("agreement_versions"."text") <> ''),
	CONSTRAINT "agreement_versions_sign_by_check" CHECK ("agreement_versions"."sign_by" is null or coalesce("agreement_versions"."kind" = 'creator-agreement'
        and "agreement_versions"."sign_by" >= ("agreement_versions"."published_at" at time zone 'UTC')::date, false))
);
--> statement-breakpoint
CREATE TABLE "signed_agreements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"version_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"influencer_id" uuid,
	"text" text NOT NULL,
	"sha256" text NOT NULL,
	"signed_name" text NOT NULL,
	"signed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"signed_by" uuid,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"countersigned_name" text,
	"countersigned_at" timestamp (3) with time zone,
	"countersigned_by" uuid,
	"countersigned_address" text,
	"countersigned_user_agent" text,
	CONSTRAINT "signed_agreements_kind_check" CHECK ("signed_agreements"."kind" in ('creator-agreement', 'model-release')),
	CONSTRAINT "signed_agreements_name_not_blank" CHECK (btrim("signed_agreements"."signed_name") <> ''),
	CONSTRAINT "signed_agreements_sha256_check" CHECK ("signed_agreements"."sha256" = encode(sha256(convert_to("signed_agreements"."text", 'UTF8')), 'hex')),
	CONSTRAINT "signed_agreements_countersigned_check" CHECK (num_nonnulls("signed_agreements"."countersigned_name", "signed_agreements"."countersigned_at", "signed_agreements"."countersigned_by",
          "signed_agreements"."countersigned_address", "signed_agreements"."countersigned_user_agent")
        = case when "signed_agreements"."countersigned_at" is null then 0 else 5 end
        and ("signed_agreements"."countersigned_at" is null or "signed_agreements"."kind" = 'creator-agreement'))
);
--> statement-breakpoint
ALTER TABLE "signed_agreements" ADD CONSTRAINT "signed_agreements_version_id_agreement_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."agreement_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_agreements" ADD CONSTRAINT "signed_agreements_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signed_agreements" ADD CONSTRAINT "signed_agreements_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agreement_versions_one_draft_key" ON "agreement_versions" USING btree ("kind") WHERE "agreement_versions"."published_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "signed_agreements_creator_key" ON "signed_agreements" USING btree ("performer_id","version_id") WHERE "signed_agreements"."kind" = 'creator-agreement';--> statement-breakpoint
CREATE INDEX "signed_agreements_newest_idx" ON "signed_agreements" USING btree ("signed_at","id");--> statement-breakpoint
CREATE INDEX "signed_agreements_name_idx" ON "signed_agreements" USING btree (lower("signed_name"),"id");--> statement-breakpoint
CREATE INDEX "signed_agreements_performer_idx" ON "signed_agreements" USING btree ("performer_id","signed_at");--> statement-breakpoint
CREATE INDEX "signed_agreements_influencer_idx" ON "signed_agreements" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "signed_agreements_version_idx" ON "signed_agreements" USING btree ("version_id");--> statement-breakpoint
CREATE INDEX "signed_agreements_waiting_idx" ON "signed_agreements" USING btree ("signed_at","id") WHERE "signed_agreements"."kind" = 'creator-agreement' and "signed_agreements"."countersigned_at" is null;
--> statement-breakpoint
CREATE TRIGGER "agreement_versions_audited" AFTER INSERT OR UPDATE OR DELETE ON "agreement_versions"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('text');--> statement-breakpoint
CREATE TRIGGER "signed_agreements_audited" AFTER INSERT OR UPDATE OR DELETE ON "signed_agreements"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('text');--> statement-breakpoint
-- What was published may have been signed, so it stays as it is.
CREATE FUNCTION "refuse_change_of_published_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a published version of an agreement is never changed or deleted';
END $$;--> statement-breakpoint
CREATE TRIGGER "agreement_versions_unchanged" BEFORE UPDATE OR DELETE ON "agreement_versions"
  FOR EACH ROW WHEN (old."published_at" IS NOT NULL) EXECUTE FUNCTION "refuse_change_of_published_version"();--> statement-breakpoint
-- Only what is published can be signed.
CREATE FUNCTION "require_published_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "agreement_versions"
      WHERE "id" = new."version_id" AND "kind" = new."kind" AND "published_at" IS NOT NULL) THEN
    RAISE EXCEPTION 'only a published version of the same kind is signed'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'signed_agreements_published';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "signed_agreements_published" BEFORE INSERT ON "signed_agreements"
  FOR EACH ROW EXECUTE FUNCTION "require_published_version"();--> statement-breakpoint
-- Signatures are evidence: they are countersigned once, and forget only a deleted influencer.
CREATE FUNCTION "refuse_change_of_signed_agreement"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changeable text[] := '{influencer_id,countersigned_name,countersigned_at,countersigned_by,countersigned_address,countersigned_user_agent}';
BEGIN
  IF tg_op = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM "performers" WHERE "id" = old."performer_id") THEN RETURN old; END IF;
    RAISE EXCEPTION 'a signed agreement is never deleted';
  END IF;
  IF to_jsonb(new) - changeable IS DISTINCT FROM to_jsonb(old) - changeable
    OR (old."countersigned_at" IS NOT NULL
      AND to_jsonb(new) - 'influencer_id' IS DISTINCT FROM to_jsonb(old) - 'influencer_id')
    OR (new."influencer_id" IS DISTINCT FROM old."influencer_id" AND (new."influencer_id" IS NOT NULL
      OR EXISTS (SELECT FROM "profiles" WHERE "id" = old."influencer_id")))
  THEN
    RAISE EXCEPTION 'a signed agreement is countersigned once, and otherwise never changed';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "signed_agreements_unchanged" BEFORE UPDATE OR DELETE ON "signed_agreements"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_signed_agreement"();--> statement-breakpoint
-- A signature counts until the last day that a later version sets for signing again.
CREATE FUNCTION "creator_agreement_state"("of_influencer" uuid) RETURNS text LANGUAGE sql STABLE AS $$
  WITH "counting" AS (
    SELECT coalesce(max("number"), 0) AS "since" FROM "agreement_versions"
    WHERE "kind" = 'creator-agreement' AND "published_at" IS NOT NULL
      AND "sign_by" < (now() AT TIME ZONE 'UTC')::date
  ), "signed" AS (
    SELECT v."number", s."countersigned_at" FROM "performers" p
    JOIN "signed_agreements" s ON s."performer_id" = p."id" AND s."kind" = 'creator-agreement'
    JOIN "agreement_versions" v ON v."id" = s."version_id"
    WHERE p."kind" = 'influencer' AND p."influencer_id" = "of_influencer"
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM "signed", "counting" WHERE "number" >= "since" AND "countersigned_at" IS NOT NULL) THEN 'in-force'
    WHEN EXISTS (SELECT FROM "signed", "counting" WHERE "number" >= "since") THEN 'not-countersigned'
    WHEN EXISTS (SELECT FROM "signed") THEN 'outdated'
    ELSE 'not-signed' END
$$;
