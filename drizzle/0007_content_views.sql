-- What stood here was counted for an influencer as a whole and cannot be told apart by post.
DELETE FROM "influencer_content";--> statement-breakpoint
CREATE TABLE "post_views" (
	"post_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"viewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_views_post_id_subscriber_id_pk" PRIMARY KEY("post_id","subscriber_id")
);
--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "gross_revenue_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "merchant_fee_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "platform_commission_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "net_payout_cents" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "influencer_content" ADD COLUMN "post_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "post_views" ADD CONSTRAINT "post_views_post_id_content_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."content_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_views" ADD CONSTRAINT "post_views_subscriber_id_profiles_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_views_subscriber_idx" ON "post_views" USING btree ("subscriber_id");--> statement-breakpoint
ALTER TABLE "influencer_content" ADD CONSTRAINT "influencer_content_post_id_content_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."content_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_search_idx" ON "payment_events" USING gin ("provider_event_id" gin_trgm_ops,"subscription_reference" gin_trgm_ops,"payment_reference" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_subscriptions_price_idx" ON "user_subscriptions" USING btree ("price_cents","id");--> statement-breakpoint
CREATE INDEX "user_subscriptions_ending_idx" ON "user_subscriptions" USING btree ("cancel_at","status","price_cents") WHERE "user_subscriptions"."cancel_at" is not null and "user_subscriptions"."status" <> 'cancelled';--> statement-breakpoint
ALTER TABLE "influencer_content" ADD CONSTRAINT "influencer_content_post_key" UNIQUE("post_id");--> statement-breakpoint
ALTER TABLE "influencer_content" ADD CONSTRAINT "influencer_content_count_check" CHECK ("influencer_content"."view_count" >= 0);--> statement-breakpoint
-- Payments that had failed before retries were kept here: they are tried again.
UPDATE "user_subscriptions" SET "next_attempt_at" = now()
  WHERE "status" = 'past_due' AND "provider" = 'sandbox' AND "next_attempt_at" IS NULL AND "failed_attempts" = 0;--> statement-breakpoint
-- Notes changes as before, and now names also what has no name of its own.
CREATE OR REPLACE FUNCTION "note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  signature text := current_setting('velvet_rope.signature', true);
  hidden text[] := string_to_array(coalesce(tg_argv[0], ''), ',');
  derived text[] := '{updated_at,version,fingerprint,teaser}';
  whole jsonb := to_jsonb(coalesce(new, old));
  before jsonb;
  after jsonb;
  signed jsonb;
  hidden_column text;
  label text;
BEGIN
  IF coalesce(signature, '') = '' THEN RETURN NULL; END IF;
  signed := signature::jsonb;
  IF tg_op <> 'INSERT' THEN before := to_jsonb(old) - derived; END IF;
  IF tg_op <> 'DELETE' THEN after := to_jsonb(new) - derived; END IF;
  IF tg_op = 'UPDATE' THEN
    SELECT jsonb_object_agg(key, value), jsonb_object_agg(key, after -> key) INTO before, after
    FROM jsonb_each(before) WHERE value IS DISTINCT FROM after -> key;
    IF before IS NULL THEN RETURN NULL; END IF;
  END IF;
  FOREACH hidden_column IN ARRAY hidden LOOP
    IF before -> hidden_column <> 'null' THEN before := before || jsonb_build_object(hidden_column, '(hidden)'); END IF;
    IF after -> hidden_column <> 'null' THEN after := after || jsonb_build_object(hidden_column, '(hidden)'); END IF;
  END LOOP;
  label := coalesce(
    nullif(whole ->> 'title', ''), nullif(whole ->> 'full_name', ''), nullif(whole ->> 'email', ''),
    nullif(whole ->> 'payee_name', ''), nullif(whole ->> 'caption', ''), nullif(whole ->> 'note', ''),
    nullif(whole ->> 'file_name', ''), nullif(whole ->> 'role', '')
  );
  -- What has no name of its own is called by the people that it is between.
  IF label IS NULL THEN
    SELECT string_agg(coalesce(nullif("full_name", ''), "email"), ' → ' ORDER BY "part") INTO label
    FROM (VALUES
      (1, whole ->> 'subscriber_id'),
      (2, (SELECT "subscriber_id"::text FROM "ledger_transactions" WHERE "id" = (whole ->> 'charge_id')::uuid)),
      (3, whole ->> 'influencer_id')
    ) "people" ("part", "person") JOIN "profiles" ON "profiles"."id" = "person"::uuid;
  END IF;
  INSERT INTO "audit_entries"
    ("actor_id", "actor_email", "actor_role", "address", "request_id", "operation", "action", "entity", "entity_id", "label", "before", "after")
  VALUES (
    (signed ->> 'userId')::uuid, signed ->> 'email', signed ->> 'role', signed ->> 'address',
    (signed ->> 'requestId')::uuid, signed ->> 'operation',
    CASE tg_op WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END,
    tg_table_name, coalesce(whole ->> 'id', whole ->> 'user_id', whole ->> 'staff_id'),
    left(coalesce(label, ''), 120),
    before, after
  );
  RETURN NULL;
END $$;
