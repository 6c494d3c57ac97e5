CREATE TABLE "child_safety_officers" (
	"role" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"appointed_by" uuid,
	"appointed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "child_safety_officers_user_key" UNIQUE("user_id"),
	CONSTRAINT "child_safety_officers_role_check" CHECK ("child_safety_officers"."role" in ('officer', 'deputy'))
);
--> statement-breakpoint
CREATE TABLE "escalation_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "escalation_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"escalation_id" uuid NOT NULL,
	"number" integer DEFAULT 0 NOT NULL,
	"event" text NOT NULL,
	"text" text,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	CONSTRAINT "escalation_events_number_key" UNIQUE("escalation_id","number"),
	CONSTRAINT "escalation_events_event_check" CHECK ("escalation_events"."event" in ('created', 'viewed', 'downloaded', 'submitted', 'extended', 'erased'))
);
--> statement-breakpoint
CREATE TABLE "escalation_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"escalation_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"s3_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "escalation_files_key" UNIQUE("escalation_id","s3_key"),
	CONSTRAINT "escalation_files_position_key" UNIQUE("escalation_id","position"),
	CONSTRAINT "escalation_files_source_check" CHECK ("escalation_files"."source" in ('post', 'evidence'))
);
--> statement-breakpoint
CREATE TABLE "escalations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"complaint_id" uuid,
	"sealed_facts" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"authority" text,
	"authority_reference" text,
	"submitted_at" timestamp (3) with time zone,
	"preserved_until" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "escalations_submission" CHECK (num_nonnulls("escalations"."authority", "escalations"."authority_reference", "escalations"."submitted_at") in (0, 3)),
	CONSTRAINT "escalations_erasure" CHECK (("escalations"."sealed_facts" is null) = ("escalations"."erased_at" is not null)),
	CONSTRAINT "escalations_preserved_long_enough" CHECK ("escalations"."preserved_until" >= coalesce("escalations"."submitted_at", "escalations"."created_at") + interval '12 months'),
	CONSTRAINT "escalations_erased_afterwards" CHECK ("escalations"."erased_at" is null or "escalations"."erased_at" >= "escalations"."preserved_until")
);
--> statement-breakpoint
CREATE TABLE "removed_work_people" (
	"work_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	CONSTRAINT "removed_work_people_work_id_performer_id_pk" PRIMARY KEY("work_id","performer_id")
);
--> statement-breakpoint
CREATE TABLE "removed_works" (
	"id" uuid PRIMARY KEY NOT NULL,
	"influencer_id" uuid,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "content_media" ADD COLUMN "preserved_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint_evidence" ADD COLUMN "preserved_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "child_safety_officers" ADD CONSTRAINT "child_safety_officers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "child_safety_officers" ADD CONSTRAINT "child_safety_officers_appointed_by_users_id_fk" FOREIGN KEY ("appointed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_events" ADD CONSTRAINT "escalation_events_escalation_id_escalations_id_fk" FOREIGN KEY ("escalation_id") REFERENCES "public"."escalations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_files" ADD CONSTRAINT "escalation_files_escalation_id_escalations_id_fk" FOREIGN KEY ("escalation_id") REFERENCES "public"."escalations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_work_people" ADD CONSTRAINT "removed_work_people_work_id_removed_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."removed_works"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_work_people" ADD CONSTRAINT "removed_work_people_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_works" ADD CONSTRAINT "removed_works_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "child_safety_officers_appointer_idx" ON "child_safety_officers" USING btree ("appointed_by");--> statement-breakpoint
CREATE INDEX "escalation_files_s3_key_idx" ON "escalation_files" USING btree ("s3_key");--> statement-breakpoint
CREATE UNIQUE INDEX "escalations_complaint_key" ON "escalations" USING btree ("complaint_id");--> statement-breakpoint
CREATE INDEX "escalations_newest_idx" ON "escalations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "escalations_preserved_idx" ON "escalations" USING btree ("preserved_until") WHERE "escalations"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "removed_work_people_performer_idx" ON "removed_work_people" USING btree ("performer_id");--> statement-breakpoint
CREATE INDEX "removed_works_published_idx" ON "removed_works" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "removed_works_influencer_idx" ON "removed_works" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "removed_works_removed_idx" ON "removed_works" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "content_posts_records_idx" ON "content_posts" USING btree ("last_published_at","id") WHERE "content_posts"."last_published_at" is not null;--> statement-breakpoint
CREATE INDEX "content_posts_influencer_records_idx" ON "content_posts" USING btree ("influencer_id","last_published_at","id") WHERE "content_posts"."last_published_at" is not null;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('2257', 'about', 'admin', 'adults-only', 'age', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'banned-terms', 'cancel', 'cards', 'complaints', 'confirm-email', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'escalations', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'metrics', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'page-images', 'payee-reports', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'record-index', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'reviews', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'transparency', 'unsubscribe', 'uploads', 'users', 'vault', 'verified', 'webhooks'));--> statement-breakpoint
-- By hand: the records of a published work outlive it (28 CFR 75.4). Within the deletion of an account,
-- its profile no longer exists, but its register entry still names the influencer.
CREATE FUNCTION "record_removed_work"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_works" ("id", "influencer_id", "title", "path", "published_at")
  VALUES (old."id", (SELECT "id" FROM "profiles" WHERE "id" = old."influencer_id"),
    left(split_part(old."caption", E'\n', 1), 80),
    '/subscriptions/' || old."influencer_id" || '?post=' || old."id", old."last_published_at");
  INSERT INTO "removed_work_people" ("work_id", "performer_id")
  SELECT old."id", "id" FROM "performers" WHERE "kind" = 'influencer' AND "influencer_id" = old."influencer_id"
  UNION SELECT old."id", "performer_id" FROM "post_people" WHERE "post_id" = old."id";
  RETURN old;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_posts_removed_work" BEFORE DELETE ON "content_posts"
  FOR EACH ROW WHEN (old."last_published_at" IS NOT NULL) EXECUTE FUNCTION "record_removed_work"();

-- By hand: the roles of officers are audited.
CREATE TRIGGER "child_safety_officers_audited" AFTER INSERT OR UPDATE OR DELETE ON "child_safety_officers"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- A preserved file cannot be viewed elsewhere, whichever row names it.
CREATE FUNCTION "preserve_media"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "content_media" SET "preserved_since" = now() WHERE "s3_key" = new."s3_key";
  UPDATE "complaint_evidence" SET "preserved_since" = now() WHERE "s3_key" = new."s3_key";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "escalation_files_preserved" AFTER INSERT ON "escalation_files"
  FOR EACH ROW EXECUTE FUNCTION "preserve_media"();--> statement-breakpoint
-- A preserved file is not listed for removal, whatever deletes the rows that name it.
CREATE FUNCTION "retain_preserved_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "escalation_files" WHERE "s3_key" = new."key") THEN RETURN NULL; END IF;
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "deleted_files_not_preserved" BEFORE INSERT ON "deleted_files"
  FOR EACH ROW EXECUTE FUNCTION "retain_preserved_file"();--> statement-breakpoint
-- Files end with the preservation, and not before; what no row names any more is removed.
CREATE FUNCTION "end_preservation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'UPDATE' OR EXISTS (SELECT FROM "escalations" WHERE "id" = old."escalation_id" AND "erased_at" IS NULL) THEN
    RAISE EXCEPTION 'preserved files are never changed, and deleted only after the preservation';
  END IF;
  RETURN old;
END $$;--> statement-breakpoint
CREATE TRIGGER "escalation_files_unchanged" BEFORE UPDATE OR DELETE ON "escalation_files"
  FOR EACH ROW EXECUTE FUNCTION "end_preservation"();--> statement-breakpoint
CREATE FUNCTION "remove_preserved_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "escalation_files" WHERE "s3_key" = old."s3_key")
    AND NOT EXISTS (SELECT FROM "content_media" WHERE "s3_key" = old."s3_key")
    AND NOT EXISTS (SELECT FROM "complaint_evidence" WHERE "s3_key" = old."s3_key") THEN
    INSERT INTO "deleted_files" ("key") VALUES (old."s3_key");
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "escalation_files_removed" AFTER DELETE ON "escalation_files"
  FOR EACH ROW EXECUTE FUNCTION "remove_preserved_file"();--> statement-breakpoint
-- The chain of custody: each hash contains the one before.
CREATE FUNCTION "escalation_event_hash"("previous" text, "entry" "escalation_events") RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(jsonb_build_array("previous", ("entry")."escalation_id", ("entry")."number",
    ("entry")."event", ("entry")."text", ("entry")."actor", extract(epoch FROM ("entry")."at"))::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
CREATE FUNCTION "chain_escalation_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  previous "escalation_events";
BEGIN
  IF tg_op <> 'INSERT' THEN RAISE EXCEPTION 'the chain of custody is never changed'; END IF;
  -- One entry at a time.
  PERFORM FROM "escalations" WHERE "id" = new."escalation_id" FOR UPDATE;
  SELECT * INTO previous FROM "escalation_events" WHERE "escalation_id" = new."escalation_id"
    ORDER BY "number" DESC LIMIT 1;
  new."number" := coalesce(previous."number", 0) + 1;
  new."hash" := escalation_event_hash(coalesce(previous."hash", ''), new);
  RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "escalation_events_chained" BEFORE INSERT OR UPDATE OR DELETE ON "escalation_events"
  FOR EACH ROW EXECUTE FUNCTION "chain_escalation_event"();--> statement-breakpoint
CREATE TRIGGER "escalation_events_not_emptied" BEFORE TRUNCATE ON "escalation_events"
  FOR EACH STATEMENT EXECUTE FUNCTION "chain_escalation_event"();--> statement-breakpoint
CREATE FUNCTION "verify_escalation_chains"() RETURNS TABLE ("escalation_id" uuid, "number" integer, "problem" text) LANGUAGE sql STABLE AS $$
  WITH "chain" AS (
    SELECT e, lag(e."hash", 1, '') OVER "in_order" AS "previous", row_number() OVER "in_order" AS "expected"
    FROM "escalation_events" e WINDOW "in_order" AS (PARTITION BY e."escalation_id" ORDER BY e."number")
  )
  SELECT (c.e)."escalation_id", (c.e)."number", 'an entry before it is missing' FROM "chain" c WHERE (c.e)."number" <> c."expected"
  UNION ALL
  SELECT (c.e)."escalation_id", (c.e)."number", 'it was changed, or the entry before it'
  FROM "chain" c WHERE (c.e)."hash" <> escalation_event_hash(c."previous", c.e)
  UNION ALL
  SELECT s."id", NULL, 'its chain of custody is missing' FROM "escalations" s
  WHERE NOT EXISTS (SELECT FROM "escalation_events" e WHERE e."escalation_id" = s."id")
$$;--> statement-breakpoint
-- The log of decisions is never deleted, so it contains texts, which may name people, as their hashes.
CREATE OR REPLACE FUNCTION "decision_content"("whole" jsonb, "columns" text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(
    CASE WHEN name IN ('note', 'decision_text', 'reason') THEN name || '_sha256' ELSE name END,
    CASE WHEN name IN ('note', 'decision_text', 'reason')
      THEN to_jsonb(encode(sha256(convert_to("whole" ->> name, 'UTF8')), 'hex')) ELSE "whole" -> name END)
  FROM unnest(string_to_array("columns", ',')) name
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "verify_decision_log"() RETURNS TABLE ("number" bigint, "entity" text, "record_id" uuid, "problem" text) LANGUAGE sql STABLE AS $$
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
  WHERE NOT (s."whole" || decision_content(s."whole", 'note,decision_text,reason')) @> n."content"
  UNION ALL
  SELECT NULL, s."entity", s."id", 'a decision is not in the log'
  FROM "stored" s WHERE s."entity" = 'post_reviews' AND s."whole" ->> 'decision' <> 'existing'
    AND NOT EXISTS (SELECT FROM "decision_log" l WHERE l."entity" = s."entity" AND l."record_id" = s."id")
$$;

