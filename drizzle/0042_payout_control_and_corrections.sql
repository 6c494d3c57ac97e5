CREATE TABLE "corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"share_account_id" integer NOT NULL,
	"charge_id" uuid,
	"reverses" uuid,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"statement_text" text,
	"status" text NOT NULL,
	"needs_approval" boolean NOT NULL,
	"requested_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_note" text,
	"transaction_id" uuid,
	CONSTRAINT "corrections_transaction_key" UNIQUE("transaction_id"),
	CONSTRAINT "corrections_kind_check" CHECK ("corrections"."kind" in ('bonus', 'deduction', 'goodwill', 'write_off', 'provider_fee', 'dispute_fee')),
	CONSTRAINT "corrections_status_check" CHECK ("corrections"."status" in ('proposed', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "corrections_amount_check" CHECK (case when "corrections"."reverses" is null then "corrections"."amount_cents" > 0 else "corrections"."amount_cents" < 0 end),
	CONSTRAINT "corrections_reason_check" CHECK (btrim("corrections"."reason") <> ''),
	CONSTRAINT "corrections_recorded_check" CHECK (("corrections"."status" = 'approved') = ("corrections"."transaction_id" is not null)),
	CONSTRAINT "corrections_decided_check" CHECK (case when "corrections"."status" = 'proposed' then "corrections"."decided_at" is null and "corrections"."needs_approval" else "corrections"."decided_at" is not null end),
	CONSTRAINT "corrections_second_person_check" CHECK (case "corrections"."status" when 'proposed' then "corrections"."decided_by" is null
        when 'withdrawn' then "corrections"."decided_by" is not distinct from "corrections"."requested_by"
        else case when "corrections"."needs_approval" then "corrections"."decided_by" is not null and "corrections"."decided_by" <> "corrections"."requested_by"
          else "corrections"."decided_by" is null end end)
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_check";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind_check";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_reverses_check";--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_adds_up";--> statement-breakpoint
DROP INDEX "ledger_transactions_unpaid_key";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "adjustment_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_share_account_id_ledger_accounts_id_fk" FOREIGN KEY ("share_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_charge_id_ledger_transactions_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_reverses_corrections_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."corrections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_reverses_key" ON "corrections" USING btree ("reverses") WHERE "corrections"."status" in ('proposed', 'approved');--> statement-breakpoint
CREATE INDEX "corrections_newest_idx" ON "corrections" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "corrections_share_idx" ON "corrections" USING btree ("share_account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "corrections_charge_idx" ON "corrections" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "corrections_proposed_idx" ON "corrections" USING btree ("created_at") WHERE "corrections"."status" = 'proposed';--> statement-breakpoint
CREATE INDEX "ledger_transactions_other_idx" ON "ledger_transactions" USING btree ("share_account_id") WHERE "ledger_transactions"."kind" not in ('charge', 'refund', 'dispute', 'dispute_won');--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_reversed_key" ON "ledger_transactions" USING btree ("reverses") WHERE "ledger_transactions"."kind" in ('payout_unpaid', 'payout_returned', 'payout_voided', 'reserve_released');--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'cancel', 'cards', 'confirm-email', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'ledger', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'webhooks'));--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_kind_check" CHECK ("ledger_accounts"."kind" in ('cash', 'merchant_fees', 'platform_commission', 'influencer_share', 'payouts_due', 'refunds_due', 'reserves_held', 'provider_fees', 'adjustments', 'write_offs'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_check" CHECK ("ledger_transactions"."kind" in ('charge', 'refund', 'dispute', 'dispute_won', 'payout', 'payout_paid', 'payout_unpaid', 'payout_returned', 'payout_voided', 'reserve_held', 'reserve_released', 'adjustment', 'write_off', 'provider_fee', 'dispute_fee'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_reverses_check" CHECK (("ledger_transactions"."reverses" is not null) = ("ledger_transactions"."kind" in ('refund', 'dispute', 'dispute_won', 'payout_unpaid', 'payout_returned', 'payout_voided', 'reserve_released')));--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_adds_up" CHECK ("payouts"."gross_revenue_cents" + "payouts"."adjustment_cents" = "payouts"."merchant_fee_cents" + "payouts"."platform_commission_cents" + "payouts"."net_payout_cents");--> statement-breakpoint
INSERT INTO "ledger_accounts" ("kind") VALUES ('reserves_held'), ('provider_fees'), ('adjustments'), ('write_offs');--> statement-breakpoint
CREATE TRIGGER "corrections_audited" AFTER INSERT OR UPDATE OR DELETE ON "corrections"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();

--> statement-breakpoint
CREATE TABLE "payout_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"influencer_id" uuid,
	"hold_days" integer,
	"minimum_cents" bigint,
	"reserve_percent" numeric(5, 2),
	"reserve_days" integer,
	"needs_approval" boolean,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_rules_influencer_key" UNIQUE NULLS NOT DISTINCT("influencer_id"),
	CONSTRAINT "payout_rules_default_check" CHECK (case when "payout_rules"."influencer_id" is null
        then num_nulls("payout_rules"."hold_days", "payout_rules"."minimum_cents", "payout_rules"."reserve_percent", "payout_rules"."reserve_days", "payout_rules"."needs_approval") = 0
        else "payout_rules"."needs_approval" is null end),
	CONSTRAINT "payout_rules_range_check" CHECK ("payout_rules"."hold_days" between 0 and 180
        and "payout_rules"."minimum_cents" between 0 and 1000000
        and "payout_rules"."reserve_percent" between 0 and 50
        and "payout_rules"."reserve_days" between 0 and 365)
);
--> statement-breakpoint
CREATE TABLE "payout_transitions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sequence" integer GENERATED ALWAYS AS IDENTITY (sequence name "payout_transitions_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payout_id" uuid NOT NULL,
	"from_status" text NOT NULL,
	"to_status" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" uuid,
	"reason" text,
	"reference" text,
	"value_date" date,
	"fee_cents" bigint DEFAULT 0 NOT NULL,
	"transaction_id" uuid,
	"fee_transaction_id" uuid,
	CONSTRAINT "payout_transitions_from_check" CHECK ("payout_transitions"."from_status" in ('pending', 'approved', 'sent', 'paid', 'returned', 'voided')),
	CONSTRAINT "payout_transitions_to_check" CHECK ("payout_transitions"."to_status" in ('pending', 'approved', 'sent', 'paid', 'returned', 'voided')),
	CONSTRAINT "payout_transitions_change_check" CHECK ("payout_transitions"."from_status" <> "payout_transitions"."to_status"),
	CONSTRAINT "payout_transitions_reason_check" CHECK ("payout_transitions"."to_status" not in ('returned', 'voided') or btrim("payout_transitions"."reason") <> ''),
	CONSTRAINT "payout_transitions_fee_check" CHECK ("payout_transitions"."fee_cents" >= 0 and ("payout_transitions"."fee_cents" > 0) = ("payout_transitions"."fee_transaction_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_status_check";--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_adds_up";--> statement-breakpoint
DROP INDEX "payout_lines_payout_idx";--> statement-breakpoint
DROP INDEX "payouts_period_key";--> statement-breakpoint
DROP INDEX "payouts_pending_idx";--> statement-breakpoint
ALTER TABLE "payout_lines" DROP CONSTRAINT "payout_lines_pkey";--> statement-breakpoint
ALTER TABLE "payout_lines" ADD CONSTRAINT "payout_lines_payout_id_transaction_id_pk" PRIMARY KEY("payout_id","transaction_id");--> statement-breakpoint
ALTER TABLE "payout_lines" ADD COLUMN "is_voided" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "reserve_held_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "reserve_release_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "reserve_transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "reserve_released_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "needs_approval" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "approved_by" uuid;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "sent_by" uuid;--> statement-breakpoint
ALTER TABLE "payout_rules" ADD CONSTRAINT "payout_rules_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_transitions" ADD CONSTRAINT "payout_transitions_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_transitions" ADD CONSTRAINT "payout_transitions_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_transitions" ADD CONSTRAINT "payout_transitions_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_transitions" ADD CONSTRAINT "payout_transitions_fee_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("fee_transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_transitions_payout_idx" ON "payout_transitions" USING btree ("payout_id","sequence");--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_reserve_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("reserve_transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_transactions_returned_idx" ON "ledger_transactions" USING btree ("reverses") WHERE "ledger_transactions"."kind" = 'payout_returned';--> statement-breakpoint
CREATE UNIQUE INDEX "payout_lines_settled_key" ON "payout_lines" USING btree ("transaction_id") WHERE not "payout_lines"."is_voided";--> statement-breakpoint
CREATE INDEX "payouts_reserve_release_idx" ON "payouts" USING btree ("reserve_release_at") WHERE "payouts"."reserve_release_at" is not null and "payouts"."status" <> 'voided';--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_period_key" ON "payouts" USING btree ("share_account_id","period_start") WHERE "payouts"."status" <> 'voided';--> statement-breakpoint
CREATE INDEX "payouts_pending_idx" ON "payouts" USING btree ("period_start","id") WHERE "payouts"."status" in ('pending', 'approved', 'sent', 'returned');--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_reserve_key" UNIQUE("reserve_transaction_id");--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_approved_check" CHECK (not "payouts"."needs_approval" or "payouts"."status" in ('pending', 'voided') or "payouts"."approved_at" is not null);--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_second_person_check" CHECK ("payouts"."approved_by" <> "payouts"."created_by");--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_released_by_check" CHECK ("payouts"."approved_by" <> case when "payouts"."sent_at" is null then "payouts"."paid_by" else "payouts"."sent_by" end);--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_sent_check" CHECK ("payouts"."status" <> 'sent' or "payouts"."sent_at" is not null);--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_reserve_check" CHECK ("payouts"."reserve_held_cents" >= 0 and "payouts"."reserve_released_cents" >= 0
        and ("payouts"."reserve_held_cents" > 0) = ("payouts"."reserve_transaction_id" is not null)
        and ("payouts"."reserve_held_cents" > 0) = ("payouts"."reserve_release_at" is not null));--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_status_check" CHECK ("payouts"."status" in ('pending', 'approved', 'sent', 'paid', 'returned', 'voided'));--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_adds_up" CHECK ("payouts"."gross_revenue_cents" + "payouts"."adjustment_cents" + "payouts"."reserve_released_cents"
        = "payouts"."merchant_fee_cents" + "payouts"."platform_commission_cents" + "payouts"."reserve_held_cents" + "payouts"."net_payout_cents");--> statement-breakpoint
INSERT INTO "payout_rules" ("hold_days", "minimum_cents", "reserve_percent", "reserve_days", "needs_approval")
VALUES (0, 0, 0, 90, false);--> statement-breakpoint
INSERT INTO "payout_transitions" ("payout_id", "from_status", "to_status", "at", "by", "reason", "transaction_id")
SELECT "id", 'pending', 'paid', "paid_at", "paid_by", "notes", "paid_transaction_id"
FROM "payouts" WHERE "status" = 'paid' ORDER BY "paid_at", "id";--> statement-breakpoint
-- A line changes once, when its payout is voided; a transition only loses its person.
DROP TRIGGER "payout_lines_final" ON "payout_lines";--> statement-breakpoint
CREATE TRIGGER "payout_lines_final" BEFORE DELETE OR TRUNCATE OR UPDATE OF "transaction_id", "payout_id" ON "payout_lines"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "payout_lines_voided_once" BEFORE UPDATE ON "payout_lines"
  FOR EACH ROW WHEN (old."is_voided" AND NOT new."is_voided") EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "payout_transitions_final" BEFORE DELETE OR TRUNCATE OR UPDATE OF
  "id", "sequence", "payout_id", "from_status", "to_status", "at", "reason", "reference", "value_date", "fee_cents", "transaction_id", "fee_transaction_id"
  ON "payout_transitions" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();--> statement-breakpoint
CREATE TRIGGER "payout_rules_audited" AFTER INSERT OR UPDATE OR DELETE ON "payout_rules"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
