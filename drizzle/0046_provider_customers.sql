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
ALTER TABLE "sandbox_subscriptions" DROP CONSTRAINT "sandbox_subscriptions_card_check";--> statement-breakpoint
ALTER TABLE "provider_customers" ADD CONSTRAINT "provider_customers_subscriber_id_users_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "provider_customers_provider_key" ON "provider_customers" USING btree ("provider","provider_customer_id");--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD CONSTRAINT "sandbox_subscriptions_card_check" CHECK ("sandbox_subscriptions"."card" in ('succeeds', 'declined', 'fails', 'recovers', 'authenticates'));--> statement-breakpoint
-- Until now each Stripe checkout created a customer: a fan keeps the newest one.
INSERT INTO "provider_customers" ("provider", "subscriber_id", "provider_customer_id")
SELECT DISTINCT ON (s.subscriber_id) s.provider, s.subscriber_id, s.provider_customer_id
FROM user_subscriptions s
JOIN users u ON u.id = s.subscriber_id
WHERE s.provider = 'stripe' AND s.provider_customer_id IS NOT NULL
ORDER BY s.subscriber_id, s.created_at DESC
ON CONFLICT DO NOTHING;
