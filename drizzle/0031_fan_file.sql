DROP INDEX "post_views_subscriber_idx";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "ledger_transactions_reference_idx" ON "ledger_transactions" USING btree ("provider_reference");--> statement-breakpoint
CREATE INDEX "checkouts_declined_idx" ON "checkouts" USING btree ("declined_at","id") WHERE "checkouts"."declined_at" is not null and "checkouts"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "user_subscriptions_failed_idx" ON "user_subscriptions" USING btree (coalesce("past_due_since", "ended_at"),"id") WHERE ("user_subscriptions"."status" = 'past_due' or "user_subscriptions"."end_reason" = 'unpaid');--> statement-breakpoint
CREATE INDEX "contact_messages_email_idx" ON "contact_messages" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "post_views_subscriber_idx" ON "post_views" USING btree ("subscriber_id","viewed_at");--> statement-breakpoint
UPDATE "checkouts" SET "declined_at" = "created_at" WHERE "status" = 'declined';--> statement-breakpoint
-- The list of provider events has an address of its own since there is a list of payments.
UPDATE "saved_views" SET "path" = '/payment-events' WHERE "path" = '/payments';
