ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_check";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind_check";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_reverses_check";--> statement-breakpoint
DROP INDEX "ledger_transactions_unpaid_key";--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_transactions_reversed_key" ON "ledger_transactions" USING btree ("reverses") WHERE "ledger_transactions"."kind" in ('payout_unpaid', 'payout_returned', 'payout_voided', 'reserve_released');--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_kind_check" CHECK ("ledger_accounts"."kind" in ('cash', 'merchant_fees', 'platform_commission', 'influencer_share', 'payouts_due', 'refunds_due', 'reserves_held', 'provider_fees', 'adjustments', 'write_offs'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_check" CHECK ("ledger_transactions"."kind" in ('charge', 'refund', 'dispute', 'dispute_won', 'payout', 'payout_paid', 'payout_unpaid', 'payout_returned', 'payout_voided', 'reserve_held', 'reserve_released', 'adjustment', 'write_off', 'provider_fee', 'dispute_fee'));--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_reverses_check" CHECK (("ledger_transactions"."reverses" is not null) = ("ledger_transactions"."kind" in ('refund', 'dispute', 'dispute_won', 'payout_unpaid', 'payout_returned', 'payout_voided', 'reserve_released')));--> statement-breakpoint
INSERT INTO "ledger_accounts" ("kind") VALUES ('reserves_held'), ('provider_fees'), ('adjustments'), ('write_offs');
