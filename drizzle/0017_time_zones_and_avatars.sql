CREATE TABLE "avatars" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"s3_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "avatars" ADD CONSTRAINT "avatars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "avatars_user_id_key" ON "avatars" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_time_zone_name" CHECK ("users"."time_zone" ~ '^[A-Za-z0-9_+/-]{1,64}$');--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'avatars', 'cancel', 'cards', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'influencer', 'influencers', 'ledger', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reset-password', 'robots', 'sandbox', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'webhooks'));--> statement-breakpoint
-- Written by hand: whatever removes a picture, the deletion of its user included, its file is removed as well.
CREATE FUNCTION "note_removed_avatar"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "deleted_files" ("key") VALUES (old.s3_key);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "avatars_removed" AFTER DELETE OR UPDATE OF "s3_key" ON "avatars"
  FOR EACH ROW EXECUTE FUNCTION "note_removed_avatar"();
