CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scopes" text[] NOT NULL,
	"post_id" uuid,
	"influencer_id" uuid,
	"starts_on" date,
	"ends_on" date,
	"given_on" date NOT NULL,
	"method" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"recorded_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_by" uuid,
	"withdrawal_reason" text,
	CONSTRAINT "consents_kind_check" CHECK ("consents"."kind" in ('post', 'period')),
	CONSTRAINT "consents_method_check" CHECK ("consents"."method" in ('paper', 'electronic', 'video', 'email')),
	CONSTRAINT "consents_scopes_check" CHECK (cardinality("consents"."scopes") > 0
        and "consents"."scopes" <@ array['subscription', 'public-preview', 'marketing']),
	CONSTRAINT "consents_covered_check" CHECK (case when "consents"."kind" = 'post'
        then num_nonnulls("consents"."influencer_id", "consents"."starts_on", "consents"."ends_on") = 0
        else "consents"."post_id" is null and "consents"."starts_on" is not null
          and coalesce("consents"."ends_on" >= "consents"."starts_on", true) end),
	CONSTRAINT "consents_withdrawn_check" CHECK (case when "consents"."withdrawn_at" is null
        then num_nonnulls("consents"."withdrawn_by", "consents"."withdrawal_reason") = 0
        else "consents"."withdrawn_by" is null or "consents"."withdrawal_reason" is not null end)
);
--> statement-breakpoint
CREATE TABLE "post_people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	CONSTRAINT "post_people_key" UNIQUE("post_id","performer_id")
);
--> statement-breakpoint
CREATE TABLE "publication_rule" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"requires_consents" boolean NOT NULL,
	CONSTRAINT "publication_rule_is_one_row" CHECK ("publication_rule"."id")
);
--> statement-breakpoint
ALTER TABLE "content_posts" DROP CONSTRAINT "content_posts_hidden_published_at";--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "last_published_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "content_posts" SET "last_published_at" = coalesce("published_at", "hidden_published_at");--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_post_id_content_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."content_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_people" ADD CONSTRAINT "post_people_post_id_content_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."content_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_people" ADD CONSTRAINT "post_people_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_performer_idx" ON "consents" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "consents_post_idx" ON "consents" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "consents_influencer_idx" ON "consents" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "post_people_performer_idx" ON "post_people" USING btree ("performer_id");--> statement-breakpoint
ALTER TABLE "content_posts" DROP COLUMN "hidden_published_at";--> statement-breakpoint
INSERT INTO "publication_rule" ("requires_consents") VALUES (false);--> statement-breakpoint
CREATE TRIGGER "consents_audited" AFTER INSERT OR UPDATE OR DELETE ON "consents"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "post_people_audited" AFTER INSERT OR UPDATE OR DELETE ON "post_people"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- A check in progress does not end an earlier one that is valid.
CREATE FUNCTION "performer_verification_state"("of_performer" uuid) RETURNS text LANGUAGE sql STABLE AS $$
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
    FROM "performer_verifications" newest WHERE newest."performer_id" = "of_performer"
    ORDER BY newest."started_at" DESC LIMIT 1), 'unverified')
$$;--> statement-breakpoint
-- The people because of whom a post may not be published: its influencer, and those in post_people.
-- A withdrawal counts always, the rest if the rule requires it. Only a consent that was recorded after
-- a withdrawal outweighs it.
CREATE FUNCTION "publication_obstacles"("of_post" uuid, "of_influencer" uuid, "at" timestamptz)
RETURNS TABLE ("performer_id" uuid, "full_name" text, "obstacle" text) LANGUAGE sql STABLE AS $$
  WITH "rule" AS (SELECT "requires_consents" AS "required" FROM "publication_rule"),
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
  )
  SELECT found."id", found."full_name", found."obstacle" FROM "found"
  WHERE found."obstacle" IS NOT NULL ORDER BY found."full_name", found."id"
$$;--> statement-breakpoint
-- Until the end of the transaction, nobody withdraws a consent or loses their verification.
CREATE FUNCTION "lock_people_of_post"("of_post" uuid, "of_influencer" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "publication_rule" FOR SHARE;
  PERFORM FROM "performers"
    WHERE ("kind" = 'influencer' AND "influencer_id" = "of_influencer")
      OR "id" IN (SELECT "performer_id" FROM "post_people" WHERE "post_id" = "of_post")
    ORDER BY "id" FOR SHARE;
END $$;--> statement-breakpoint
CREATE FUNCTION "refuse_publication"("of_post" uuid, "of_influencer" uuid, "at" timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  first record;
BEGIN
  PERFORM lock_people_of_post("of_post", "of_influencer");
  SELECT * INTO first FROM publication_obstacles("of_post", "of_influencer", "at") LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the post may not be published: % (%)', first."obstacle", first."performer_id"
      USING ERRCODE = 'check_violation', CONSTRAINT = 'content_posts_publishable';
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION "require_publishable_post"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_publication(new."id", new."influencer_id", new."publish_at");
  new."last_published_at" := new."published_at";
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_posts_publishable" BEFORE INSERT OR UPDATE OF "id", "published_at", "publish_at", "influencer_id" ON "content_posts"
  FOR EACH ROW WHEN (new."published_at" IS NOT NULL) EXECUTE FUNCTION "require_publishable_post"();--> statement-breakpoint
-- The row of the post is locked, so that a publication at the same time sees the person, or the other way round.
CREATE FUNCTION "lock_post_of_person"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "content_posts" WHERE "id" = new."post_id" FOR NO KEY UPDATE;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "post_people_locked" BEFORE INSERT OR UPDATE ON "post_people"
  FOR EACH ROW EXECUTE FUNCTION "lock_post_of_person"();--> statement-breakpoint
CREATE FUNCTION "require_publishable_with_person"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  post record;
BEGIN
  SELECT * INTO post FROM "content_posts" WHERE "id" = new."post_id" AND "published_at" IS NOT NULL;
  IF FOUND THEN PERFORM refuse_publication(post."id", post."influencer_id", post."publish_at"); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "post_people_publishable" AFTER INSERT OR UPDATE ON "post_people"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "require_publishable_with_person"();--> statement-breakpoint
-- Takes down the published posts of a person that may not be published any more.
CREATE FUNCTION "take_down_posts"("of_performer" uuid, "of_influencer" uuid) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  taken_down integer;
BEGIN
  UPDATE "content_posts" SET "published_at" = NULL, "version" = "version" + 1, "updated_at" = now()
  WHERE "id" IN (
    SELECT p."id" FROM "content_posts" p
    WHERE p."published_at" IS NOT NULL AND (p."influencer_id" = "of_influencer"
      OR p."id" IN (SELECT "post_id" FROM "post_people" WHERE "performer_id" = "of_performer"))
      AND EXISTS (SELECT FROM publication_obstacles(p."id", p."influencer_id", p."publish_at"))
    ORDER BY p."id" FOR NO KEY UPDATE);
  GET DIAGNOSTICS taken_down = ROW_COUNT;
  RETURN taken_down;
END $$;--> statement-breakpoint
CREATE FUNCTION "take_down_posts_of_performer"("of_performer" uuid) RETURNS integer LANGUAGE sql AS $$
  SELECT take_down_posts("of_performer", (
    SELECT "influencer_id" FROM "performers" WHERE "id" = "of_performer" AND "kind" = 'influencer'))
$$;--> statement-breakpoint
-- Consents are evidence: they are only withdrawn, and forget only a deleted post or influencer.
CREATE FUNCTION "refuse_change_of_consent"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM "performers" WHERE "id" = old."performer_id") THEN RETURN old; END IF;
    RAISE EXCEPTION 'a consent is never deleted';
  END IF;
  IF to_jsonb(new) - '{withdrawn_at,withdrawn_by,withdrawal_reason,post_id,influencer_id}'::text[]
      IS DISTINCT FROM to_jsonb(old) - '{withdrawn_at,withdrawn_by,withdrawal_reason,post_id,influencer_id}'::text[]
    OR (old."withdrawn_at" IS NOT NULL AND (new."withdrawn_at", new."withdrawn_by", new."withdrawal_reason")
      IS DISTINCT FROM (old."withdrawn_at", old."withdrawn_by", old."withdrawal_reason"))
    OR (new."post_id" IS DISTINCT FROM old."post_id" AND (new."post_id" IS NOT NULL
      OR EXISTS (SELECT FROM "content_posts" WHERE "id" = old."post_id")))
    OR (new."influencer_id" IS DISTINCT FROM old."influencer_id" AND (new."influencer_id" IS NOT NULL
      OR EXISTS (SELECT FROM "profiles" WHERE "id" = old."influencer_id")))
  THEN
    RAISE EXCEPTION 'a consent is withdrawn, and never changed';
  END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "consents_unchanged" BEFORE UPDATE OR DELETE ON "consents"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_consent"();--> statement-breakpoint
CREATE FUNCTION "take_down_withdrawn"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A publication that is in progress ends first.
  PERFORM FROM "performers" WHERE "id" = new."performer_id" FOR NO KEY UPDATE;
  PERFORM take_down_posts_of_performer(new."performer_id");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "consents_withdrawn" AFTER INSERT OR UPDATE OF "withdrawn_at" ON "consents"
  FOR EACH ROW WHEN (new."withdrawn_at" IS NOT NULL) EXECUTE FUNCTION "take_down_withdrawn"();--> statement-breakpoint
CREATE FUNCTION "lock_performer_of_check"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "performers" WHERE "id" IN (old."performer_id", new."performer_id") ORDER BY "id" FOR NO KEY UPDATE;
  RETURN coalesce(new, old);
END $$;--> statement-breakpoint
CREATE TRIGGER "performer_verifications_locked" BEFORE INSERT OR UPDATE OR DELETE ON "performer_verifications"
  FOR EACH ROW EXECUTE FUNCTION "lock_performer_of_check"();--> statement-breakpoint
CREATE FUNCTION "take_down_unverified"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid := coalesce(new."performer_id", old."performer_id");
BEGIN
  IF (SELECT "requires_consents" FROM "publication_rule")
    AND performer_verification_state(changed) <> 'verified' THEN
    PERFORM take_down_posts_of_performer(changed);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "performer_verifications_ended" AFTER INSERT OR UPDATE OR DELETE ON "performer_verifications"
  FOR EACH ROW EXECUTE FUNCTION "take_down_unverified"();--> statement-breakpoint
CREATE FUNCTION "take_down_unregistered"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM take_down_posts(NULL, old."influencer_id");
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "performers_unregistered" AFTER UPDATE OF "influencer_id", "kind" OR DELETE ON "performers"
  FOR EACH ROW WHEN (old."kind" = 'influencer') EXECUTE FUNCTION "take_down_unregistered"();
