CREATE TABLE "release_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"influencer_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"email" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"signed_agreement_id" uuid,
	CONSTRAINT "release_invitations_signed_key" UNIQUE("signed_agreement_id"),
	CONSTRAINT "release_invitations_scopes_check" CHECK (cardinality("release_invitations"."scopes") > 0
        and "release_invitations"."scopes" <@ array['subscription', 'public-preview', 'marketing']),
	CONSTRAINT "release_invitations_period_check" CHECK (coalesce("release_invitations"."ends_on" >= "release_invitations"."starts_on", true)),
	CONSTRAINT "release_invitations_used_or_ended" CHECK ("release_invitations"."ended_at" is null or "release_invitations"."signed_agreement_id" is null)
);
--> statement-breakpoint
ALTER TABLE "publication_rule" ADD COLUMN "requires_agreements" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "release_invitations" ADD CONSTRAINT "release_invitations_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_invitations" ADD CONSTRAINT "release_invitations_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_invitations" ADD CONSTRAINT "release_invitations_signed_agreement_id_signed_agreements_id_fk" FOREIGN KEY ("signed_agreement_id") REFERENCES "public"."signed_agreements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "release_invitations_open_key" ON "release_invitations" USING btree ("performer_id","influencer_id") WHERE "release_invitations"."ended_at" is null and "release_invitations"."signed_agreement_id" is null;--> statement-breakpoint
CREATE INDEX "release_invitations_performer_idx" ON "release_invitations" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "release_invitations_influencer_idx" ON "release_invitations" USING btree ("influencer_id");
--> statement-breakpoint
CREATE TRIGGER "release_invitations_audited" AFTER INSERT OR UPDATE OR DELETE ON "release_invitations"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
--> statement-breakpoint
-- The people because of whom a post may not be published: its influencer, and those in post_people, and
-- the influencer again without a creator agreement in force, if the rule requires one.
CREATE OR REPLACE FUNCTION "publication_obstacles"("of_post" uuid, "of_influencer" uuid, "at" timestamptz)
RETURNS TABLE ("performer_id" uuid, "full_name" text, "obstacle" text) LANGUAGE sql STABLE AS $$
  WITH "rule" AS (SELECT "requires_consents" AS "required", "requires_agreements" FROM "publication_rule"),
  "people" AS (
    SELECT p."id", p."full_name" FROM "performers" p
    WHERE p."kind" = 'influencer' AND p."influencer_id" = "of_influencer"
    UNION
    SELECT p."id", p."full_name" FROM "post_people" t JOIN "performers" p ON p."id" = t."performer_id"
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
