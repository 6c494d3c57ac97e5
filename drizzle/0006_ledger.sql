CREATE TABLE "sandbox_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"card" text NOT NULL,
	"clock_at" timestamp (3) with time zone,
	CONSTRAINT "sandbox_subscriptions_card_check" CHECK ("sandbox_subscriptions"."card" in ('succeeds', 'declined', 'fails', 'recovers'))
);
--> statement-breakpoint
CREATE TABLE "ledger_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"influencer_id" uuid,
	"payee_name" text,
	"payee_email" text,
	CONSTRAINT "ledger_accounts_kind_check" CHECK ("ledger_accounts"."kind" in ('cash', 'merchant_fees', 'platform_commission', 'influencer_share', 'payouts_due')),
	CONSTRAINT "ledger_accounts_holder_check" CHECK ("ledger_accounts"."influencer_id" is null or "ledger_accounts"."kind" = 'influencer_share')
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"transaction_id" uuid NOT NULL,
	"account_id" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_entries_transaction_id_account_id_pk" PRIMARY KEY("transaction_id","account_id"),
	CONSTRAINT "ledger_entries_amount_check" CHECK ("ledger_entries"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_totals" (
	"month" date NOT NULL,
	"account" text NOT NULL,
	"kind" text NOT NULL,
	"shard" smallint NOT NULL,
	"amount_cents" bigint NOT NULL,
	"entries" bigint NOT NULL,
	CONSTRAINT "ledger_totals_account_kind_month_shard_pk" PRIMARY KEY("account","kind","month","shard")
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"share_account_id" integer NOT NULL,
	"provider" text,
	"provider_reference" text,
	"reverses" uuid,
	"subscription_id" uuid,
	"subscriber_id" uuid,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"commission_percent" numeric(5, 2),
	CONSTRAINT "ledger_transactions_kind_check" CHECK ("ledger_transactions"."kind" in ('charge', 'refund', 'dispute', 'dispute_won', 'payout', 'payout_paid')),
	CONSTRAINT "ledger_transactions_charge_check" CHECK (case when "ledger_transactions"."kind" = 'charge'
        then num_nulls("ledger_transactions"."provider", "ledger_transactions"."provider_reference", "ledger_transactions"."subscription_id", "ledger_transactions"."subscriber_id", "ledger_transactions"."period_start", "ledger_transactions"."period_end", "ledger_transactions"."commission_percent") = 0
          and "ledger_transactions"."period_end" > "ledger_transactions"."period_start"
        else num_nonnulls("ledger_transactions"."period_start", "ledger_transactions"."period_end", "ledger_transactions"."commission_percent") = 0 end),
	CONSTRAINT "ledger_transactions_reverses_check" CHECK (("ledger_transactions"."reverses" is not null) = ("ledger_transactions"."kind" in ('refund', 'dispute', 'dispute_won')))
);
--> statement-breakpoint
CREATE TABLE "payout_lines" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"payout_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_paid_check";--> statement-breakpoint
DROP INDEX "payouts_period_key";--> statement-breakpoint
DROP INDEX "payouts_influencer_idx";--> statement-breakpoint
DROP INDEX "payouts_newest_idx";--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "content" text;--> statement-breakpoint
UPDATE "payment_events" SET "content" = coalesce("payload" ->> 'raw', '');--> statement-breakpoint
ALTER TABLE "payment_events" ALTER COLUMN "content" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "subscription_reference" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "payment_reference" text;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "last_error" text;--> statement-breakpoint
-- Nothing but the demo made payouts before there were books to make them from.
DELETE FROM "payouts";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "share_account_id" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "made_transaction_id" uuid NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "paid_transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "billing_anchor" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "past_due_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "failed_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "reminded_for" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "provider_customer_id" text;--> statement-breakpoint
UPDATE "user_subscriptions" SET "billing_anchor" = "current_period_start",
  "ended_at" = CASE "status" WHEN 'cancelled' THEN coalesce("cancel_at", "updated_at") END,
  "end_reason" = CASE "status" WHEN 'cancelled' THEN CASE WHEN "cancel_at" IS NULL THEN 'provider' ELSE 'fan' END END,
  "past_due_since" = CASE "status" WHEN 'past_due' THEN "current_period_end" END;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ALTER COLUMN "billing_anchor" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_share_account_id_ledger_accounts_id_fk" FOREIGN KEY ("share_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_reverses_ledger_transactions_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_influencer_key" ON "ledger_accounts" USING btree ("influencer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_accounts_house_key" ON "ledger_accounts" USING btree ("kind") WHERE "ledger_accounts"."kind" <> 'influencer_share';--> statement-breakpoint
CREATE INDEX "ledger_entries_account_idx" ON "ledger_entries" USING btree ("account_id","occurred_at","amount_cents");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_provider_key" ON "ledger_transactions" USING btree ("provider","kind","provider_reference");--> statement-breakpoint
CREATE INDEX "ledger_transactions_share_idx" ON "ledger_transactions" USING btree ("share_account_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_subscriber_idx" ON "ledger_transactions" USING btree ("subscriber_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_subscription_idx" ON "ledger_transactions" USING btree ("subscription_id","period_start");--> statement-breakpoint
CREATE INDEX "ledger_transactions_reverses_idx" ON "ledger_transactions" USING btree ("reverses");--> statement-breakpoint
CREATE INDEX "ledger_transactions_newest_idx" ON "ledger_transactions" USING btree ("occurred_at","id");--> statement-breakpoint
CREATE INDEX "payout_lines_payout_idx" ON "payout_lines" USING btree ("payout_id");--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_share_account_id_ledger_accounts_id_fk" FOREIGN KEY ("share_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_made_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("made_transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_paid_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("paid_transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_newest_idx" ON "payment_events" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "payouts_pending_idx" ON "payouts" USING btree ("period_start","id") WHERE "payouts"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payouts_payee_idx" ON "payouts" USING gin ("payee_name" gin_trgm_ops,"payee_email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_subscriptions_subscriber_idx" ON "user_subscriptions" USING btree ("subscriber_id","created_at");--> statement-breakpoint
CREATE INDEX "user_subscriptions_started_idx" ON "user_subscriptions" USING btree ("influencer_id","created_at");--> statement-breakpoint
CREATE INDEX "user_subscriptions_ended_idx" ON "user_subscriptions" USING btree ("influencer_id","ended_at");--> statement-breakpoint
CREATE INDEX "user_subscriptions_retry_idx" ON "user_subscriptions" USING btree ("next_attempt_at") WHERE "user_subscriptions"."status" = 'past_due';--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_period_key" ON "payouts" USING btree ("share_account_id","period_start");--> statement-breakpoint
CREATE INDEX "payouts_influencer_idx" ON "payouts" USING btree ("influencer_id","period_start","id");--> statement-breakpoint
CREATE INDEX "payouts_newest_idx" ON "payouts" USING btree ("period_start","id");--> statement-breakpoint
ALTER TABLE "payment_events" DROP COLUMN "payload";--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_made_key" UNIQUE("made_transaction_id");--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_paid_key" UNIQUE("paid_transaction_id");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'applications', 'assets', 'audit', 'auth', 'cancel', 'cards', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'forgot-password', 'health', 'icons', 'images', 'influencer', 'influencers', 'ledger', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reset-password', 'robots', 'sandbox', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'uploads', 'users', 'webhooks'));--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_net_check" CHECK ("payouts"."net_payout_cents" > 0);--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_paid_check" CHECK (("payouts"."status" = 'paid') = ("payouts"."paid_at" is not null) and ("payouts"."status" = 'paid') = ("payouts"."paid_transaction_id" is not null));--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_end_reason_check" CHECK ("user_subscriptions"."end_reason" in ('fan', 'staff', 'unpaid', 'provider', 'refund', 'dispute', 'duplicate', 'deletion'));--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_ended_check" CHECK (("user_subscriptions"."status" = 'cancelled') = ("user_subscriptions"."ended_at" is not null) and ("user_subscriptions"."ended_at" is null) = ("user_subscriptions"."end_reason" is null));--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_past_due_check" CHECK (("user_subscriptions"."status" = 'past_due') = ("user_subscriptions"."past_due_since" is not null));--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"charge_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"transaction_id" uuid,
	CONSTRAINT "refunds_transaction_key" UNIQUE("transaction_id"),
	CONSTRAINT "refunds_amount_check" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_charge_id_ledger_transactions_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_charge_idx" ON "refunds" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "refunds_open_idx" ON "refunds" USING btree ("created_at") WHERE "refunds"."transaction_id" is null;--> statement-breakpoint
CREATE TRIGGER "refunds_audited" AFTER INSERT OR UPDATE OR DELETE ON "refunds"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
DROP INDEX "user_subscriptions_plan_idx";--> statement-breakpoint
CREATE INDEX "user_subscriptions_plan_idx" ON "user_subscriptions" USING btree ("subscription_plan_id","status","price_cents");--> statement-breakpoint
-- Entries come together and add up to zero, and with their transaction or never.
CREATE FUNCTION "add_ledger_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong uuid;
BEGIN
  SELECT e."transaction_id" INTO wrong
  FROM "ledger_entries" e JOIN "ledger_transactions" t ON t."id" = e."transaction_id"
  WHERE e."transaction_id" IN (SELECT "transaction_id" FROM added)
  GROUP BY e."transaction_id"
  HAVING sum(e."amount_cents") <> 0
    OR bool_or(e."occurred_at" <> t."occurred_at" OR t."recorded_at" <> now()::timestamptz(3))
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the entries of the ledger transaction % do not add up, or come too late', wrong
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_entries_balance';
  END IF;
  INSERT INTO "ledger_totals" ("month", "account", "kind", "shard", "amount_cents", "entries")
  SELECT date_trunc('month', n."occurred_at" AT TIME ZONE 'UTC')::date, a."kind", t."kind",
    pg_backend_pid() % 16, sum(n."amount_cents"), count(*)
  FROM added n
  JOIN "ledger_accounts" a ON a."id" = n."account_id"
  JOIN "ledger_transactions" t ON t."id" = n."transaction_id"
  GROUP BY 1, 2, 3
  ORDER BY 2, 3, 1
  ON CONFLICT ("account", "kind", "month", "shard") DO UPDATE SET
    "amount_cents" = "ledger_totals"."amount_cents" + excluded."amount_cents",
    "entries" = "ledger_totals"."entries" + excluded."entries";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_balance" AFTER INSERT ON "ledger_entries"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "add_ledger_entries"();--> statement-breakpoint
CREATE FUNCTION "refuse_empty_transaction"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "ledger_entries" WHERE "transaction_id" = new."id") THEN
    RAISE EXCEPTION 'the ledger transaction % has no entries', new."id"
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_transactions_complete';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "ledger_transactions_complete" AFTER INSERT ON "ledger_transactions"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "refuse_empty_transaction"();--> statement-breakpoint
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what stands in the ledger is never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_final';
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_transactions_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_transactions"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "payout_lines_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "payout_lines"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_accounts_final" BEFORE DELETE OR TRUNCATE ON "ledger_accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_accounts_kept" BEFORE UPDATE OF "id", "kind" ON "ledger_accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
-- The totals follow from the entries: only their trigger writes them.
CREATE TRIGGER "ledger_totals_derived" BEFORE INSERT OR UPDATE OR DELETE ON "ledger_totals"
  FOR EACH ROW WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
INSERT INTO "ledger_accounts" ("kind") VALUES ('cash'), ('merchant_fees'), ('platform_commission'), ('payouts_due');--> statement-breakpoint
-- The books open with the periods that were paid for last.
INSERT INTO "ledger_accounts" ("kind", "influencer_id")
SELECT DISTINCT 'influencer_share', "influencer_id" FROM "user_subscriptions" WHERE "price_cents" > 0;--> statement-breakpoint
INSERT INTO "ledger_transactions" ("kind", "occurred_at", "share_account_id", "provider", "provider_reference",
  "subscription_id", "subscriber_id", "period_start", "period_end", "commission_percent")
SELECT 'charge', s."current_period_start", a."id", s."provider", 'opening ' || s."id",
  s."id", s."subscriber_id", s."current_period_start", s."current_period_end", p."platform_commission_percent"
FROM "user_subscriptions" s
JOIN "ledger_accounts" a ON a."influencer_id" = s."influencer_id"
JOIN "subscription_plans" p ON p."id" = s."subscription_plan_id"
WHERE s."price_cents" > 0;--> statement-breakpoint
INSERT INTO "ledger_entries" ("transaction_id", "account_id", "amount_cents", "occurred_at")
SELECT t."id", part."account_id", part."amount_cents", t."occurred_at"
FROM "ledger_transactions" t
JOIN "user_subscriptions" s ON s."id" = t."subscription_id"
CROSS JOIN LATERAL (SELECT s."price_cents" * 5 / 100 AS fee) f
CROSS JOIN LATERAL (SELECT floor((s."price_cents" - fee) * t."commission_percent" / 100)::bigint AS platform) c
CROSS JOIN LATERAL (
  SELECT a."id" AS "account_id", CASE a."kind"
    WHEN 'cash' THEN s."price_cents" WHEN 'merchant_fees' THEN -fee
    WHEN 'platform_commission' THEN -platform ELSE fee + platform - s."price_cents" END AS "amount_cents"
  FROM "ledger_accounts" a
  WHERE a."id" = t."share_account_id" OR a."kind" IN ('cash', 'merchant_fees', 'platform_commission')
) part
WHERE part."amount_cents" <> 0;
--> statement-breakpoint
-- A later migration of the same start must find nothing pending.
SET CONSTRAINTS ALL IMMEDIATE;
