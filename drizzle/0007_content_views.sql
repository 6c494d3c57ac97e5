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
ALTER TABLE "influencer_content" ADD CONSTRAINT "influencer_content_post_key" UNIQUE("post_id");--> statement-breakpoint
ALTER TABLE "influencer_content" ADD CONSTRAINT "influencer_content_count_check" CHECK ("influencer_content"."view_count" >= 0);--> statement-breakpoint
-- Payments that had failed before retries were kept here: they are tried again.
UPDATE "user_subscriptions" SET "next_attempt_at" = now()
  WHERE "status" = 'past_due' AND "provider" = 'sandbox' AND "next_attempt_at" IS NULL AND "failed_attempts" = 0;
