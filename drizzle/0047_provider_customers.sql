CREATE TABLE "provider_customers" (
	"provider" text NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"provider_customer_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_customers_subscriber_id_provider_pk" PRIMARY KEY("subscriber_id","provider")
);
--> statement-breakpoint
CREATE TABLE "sandbox_cards" (
	"customer_id" text PRIMARY KEY NOT NULL,
	"card" text NOT NULL,
	CONSTRAINT "sandbox_cards_card_check" CHECK ("sandbox_cards"."card" in ('succeeds', 'declined', 'fails', 'recovers', 'authenticates'))
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind_check";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_reverses_check";--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" DROP CONSTRAINT "sandbox_subscriptions_card_check";--> statement-breakpoint
DROP INDEX "ledger_transactions_other_idx";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "failure_reason" text;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "authentication_url" text;--> statement-breakpoint
ALTER TABLE "provider_customers" ADD CONSTRAINT "provider_customers_subscriber_id_users_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_customers_provider_key" ON "provider_customers" USING btree ("provider","provider_customer_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_other_idx" ON "ledger_transactions" USING btree ("share_account_id") WHERE "ledger_transactions"."kind" not in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won');--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_check" CHECK ("ledger_transactions"."kind" in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'payout', 'payout_paid', 'payout_unpaid', 'payout_returned', 'payout_voided', 'reserve_held', 'reserve_released', 'adjustment', 'write_off', 'provider_fee', 'dispute_fee'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_reverses_check" CHECK (("ledger_transactions"."reverses" is not null) = ("ledger_transactions"."kind" in ('refund', 'refund_failed', 'dispute', 'dispute_won', 'payout_unpaid', 'payout_returned', 'payout_voided', 'reserve_released')));--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_card_check" CHECK ("sandbox_subscriptions"."card" in ('succeeds', 'declined', 'fails', 'recovers', 'authenticates'));--> statement-breakpoint
-- Until now each Stripe checkout created a customer: a fan keeps the newest one.
INSERT INTO "provider_customers" ("provider", "subscriber_id", "provider_customer_id")
SELECT DISTINCT ON (s.subscriber_id) s.provider, s.subscriber_id, s.provider_customer_id
FROM user_subscriptions s
JOIN users u ON u.id = s.subscriber_id
WHERE s.provider = 'stripe' AND s.provider_customer_id IS NOT NULL
ORDER BY s.subscriber_id, s.created_at DESC
ON CONFLICT DO NOTHING;
