ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_kind_check";--> statement-breakpoint
ALTER TABLE "user_subscriptions" DROP CONSTRAINT "user_subscriptions_end_reason_check";--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_subscriber_id_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_influencer_id_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_subscription_plan_id_subscription_plans_id_fk";
--> statement-breakpoint
ALTER TABLE "user_subscriptions" DROP CONSTRAINT "user_subscriptions_subscriber_id_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "user_subscriptions" DROP CONSTRAINT "user_subscriptions_influencer_id_profiles_id_fk";
--> statement-breakpoint
ALTER TABLE "user_subscriptions" DROP CONSTRAINT "user_subscriptions_subscription_plan_id_subscription_plans_id_fk";
--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "failed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "ends_subscription" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "provider_refund_id" text;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
CREATE INDEX "checkouts_influencer_idx" ON "checkouts" USING btree ("influencer_id") WHERE "checkouts"."status" in ('open', 'declined');--> statement-breakpoint
CREATE INDEX "payment_events_due_idx" ON "payment_events" USING btree ("next_attempt_at") WHERE "payment_events"."handled_at" is null and "payment_events"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "user_subscriptions_renewing_idx" ON "user_subscriptions" USING btree ("current_period_end") WHERE "user_subscriptions"."status" = 'active' and "user_subscriptions"."cancel_at" is null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_provider_key" UNIQUE("provider_refund_id");--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_kind_check" CHECK ("ledger_accounts"."kind" in ('cash', 'merchant_fees', 'platform_commission', 'influencer_share', 'payouts_due', 'refunds_due'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_by_hand_check" CHECK ("refunds"."by_hand" or "refunds"."provider_refund_id" is null);--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_cancel_reason_check" CHECK ("user_subscriptions"."cancel_reason" in ('fan', 'staff', 'unpaid', 'provider', 'refund', 'dispute', 'duplicate', 'deletion', 'suspension'));--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_cancelled_for_check" CHECK ("user_subscriptions"."cancel_reason" is null or "user_subscriptions"."cancel_at" is not null);--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_end_reason_check" CHECK ("user_subscriptions"."end_reason" in ('fan', 'staff', 'unpaid', 'provider', 'refund', 'dispute', 'duplicate', 'deletion', 'suspension'));--> statement-breakpoint
INSERT INTO "ledger_accounts" ("kind") VALUES ('refunds_due');--> statement-breakpoint
-- Takes the place of the references: nothing is sold by or to somebody who is gone.
CREATE FUNCTION "end_subscriptions_of_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "user_subscriptions" SET "status" = 'cancelled', "ended_at" = now(), "end_reason" = 'deletion',
    "past_due_since" = NULL, "next_attempt_at" = NULL, "updated_at" = now()
  WHERE ("subscriber_id" = old."id" OR "influencer_id" = old."id") AND "status" <> 'cancelled';
  UPDATE "checkouts" SET "status" = 'expired'
  WHERE ("subscriber_id" = old."id" OR "influencer_id" = old."id") AND "status" IN ('open', 'declined');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "profiles_end_subscriptions" AFTER DELETE ON "profiles"
  FOR EACH ROW EXECUTE FUNCTION "end_subscriptions_of_deleted"();
