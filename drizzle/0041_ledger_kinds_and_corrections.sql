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
