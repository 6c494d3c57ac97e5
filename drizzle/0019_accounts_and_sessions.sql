CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"device_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "is_remembered" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_user_id_device_hash_key" ON "known_devices" USING btree ("user_id","device_hash");--> statement-breakpoint
CREATE INDEX "known_devices_updated_at_idx" ON "known_devices" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'avatars', 'cancel', 'cards', 'confirm-email', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'influencer', 'influencers', 'ledger', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'webhooks'));--> statement-breakpoint
-- Written by hand: sessions that outlive a day were started with Remember Me.
UPDATE "sessions" SET "is_remembered" = true WHERE "expires_at" > now() + interval '1 day';
