CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "contact_messages_topic_check" CHECK ("contact_messages"."topic" in ('My account', 'Payments and subscriptions', 'Becoming an influencer', 'Report content', 'Copyright (DMCA)', 'Privacy request', 'Press and business', 'Something else')),
	CONSTRAINT "contact_messages_answered" CHECK ("contact_messages"."answered_by" is null or "contact_messages"."answered_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
-- Applications from before are not duplicates of anything.
ALTER TABLE "influencer_applications" ADD COLUMN "fingerprint" text NOT NULL DEFAULT gen_random_uuid()::text;--> statement-breakpoint
ALTER TABLE "influencer_applications" ALTER COLUMN "fingerprint" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_open_idx" ON "contact_messages" USING btree ("created_at","id") WHERE "contact_messages"."answered_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contact_messages_open_fingerprint_key" ON "contact_messages" USING btree ("fingerprint") WHERE "contact_messages"."answered_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "influencer_applications_pending_fingerprint_key" ON "influencer_applications" USING btree ("fingerprint") WHERE "influencer_applications"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'applications', 'assets', 'auth', 'cards', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'forgot-password', 'health', 'icons', 'images', 'influencer', 'influencers', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payouts', 'privacy', 'profile', 'public', 'reset-password', 'robots', 'sandbox', 'setup', 'signup', 'sitemap', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'uploads', 'users', 'webhooks'));