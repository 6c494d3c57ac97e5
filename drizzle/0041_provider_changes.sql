CREATE TABLE "provider_changes" (
	"subscription_id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"concerns_renewals" boolean DEFAULT false NOT NULL,
	"concerns_pause" boolean DEFAULT false NOT NULL,
	"is_calling" boolean DEFAULT false NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"renewals_settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "payment_events_due_idx";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "provider_checkout_id" text;--> statement-breakpoint
ALTER TABLE "provider_changes" ADD CONSTRAINT "provider_changes_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_changes_open_idx" ON "provider_changes" USING btree ("requested_at") WHERE "provider_changes"."concerns_renewals" or "provider_changes"."concerns_pause";--> statement-breakpoint
CREATE INDEX "checkouts_hosted_idx" ON "checkouts" USING btree ("expires_at") WHERE "checkouts"."status" = 'expired' and "checkouts"."provider_checkout_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_events_due_idx" ON "payment_events" USING btree ("attempts","next_attempt_at") WHERE "payment_events"."handled_at" is null and "payment_events"."failed_at" is null;--> statement-breakpoint
-- Subscriptions that the provider may still charge: the former job is replaced, so staff see them as unconfirmed.
DO $$ BEGIN
  IF to_regclass('jobs.job') IS NOT NULL THEN
    EXECUTE 'INSERT INTO "provider_changes" ("subscription_id", "concerns_renewals")
      SELECT DISTINCT s."id", true FROM jobs.job j
      JOIN "user_subscriptions" s ON s."id" = (j.data->>''subscriptionId'')::uuid
      WHERE j.name = ''stop-charging'' AND j.state::text IN (''created'', ''retry'', ''active'')';
  END IF;
END $$;
