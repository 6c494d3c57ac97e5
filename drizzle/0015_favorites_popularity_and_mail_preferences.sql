CREATE TABLE "post_mails" (
	"subscriber_id" uuid PRIMARY KEY NOT NULL,
	"mailed_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_preferences" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"frequency" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_preferences_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "mail_preferences_kind_check" CHECK ("mail_preferences"."kind" in ('posts', 'tasks', 'task_decisions')),
	CONSTRAINT "mail_preferences_frequency_check" CHECK ("mail_preferences"."frequency" in ('at_once', 'daily', 'weekly', 'off')),
	CONSTRAINT "mail_preferences_digest_check" CHECK ("mail_preferences"."kind" = 'posts' or "mail_preferences"."frequency" in ('at_once', 'off'))
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"subscriber_id" uuid NOT NULL,
	"influencer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_subscriber_id_influencer_id_pk" PRIMARY KEY("subscriber_id","influencer_id")
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "subscriber_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "post_mails" ADD CONSTRAINT "post_mails_subscriber_id_profiles_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_subscriber_id_profiles_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_preferences_frequency_idx" ON "mail_preferences" USING btree ("kind","frequency","user_id");--> statement-breakpoint
CREATE INDEX "favorites_influencer_idx" ON "favorites" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "profiles_category_idx" ON "profiles" USING btree ("content_category","created_at");--> statement-breakpoint
CREATE INDEX "profiles_marketplace_search_idx" ON "profiles" USING gin ("content_category" gin_trgm_ops,"bio" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "subscription_plans_price_idx" ON "subscription_plans" USING btree ("price_monthly_cents","influencer_id") WHERE "subscription_plans"."is_active";--> statement-breakpoint
CREATE INDEX "subscription_plans_popular_idx" ON "subscription_plans" USING btree ("subscriber_count","influencer_id") WHERE "subscription_plans"."is_active";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'cancel', 'cards', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'influencer', 'influencers', 'ledger', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reset-password', 'robots', 'sandbox', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'webhooks'));--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_subscriber_count_check" CHECK ("subscription_plans"."subscriber_count" >= 0);--> statement-breakpoint
-- Written by hand: the first count; later counts are made by a job.
UPDATE "subscription_plans" SET "subscriber_count" = "counted"."total"
FROM (
  SELECT "influencer_id", count(*)::int AS "total" FROM "user_subscriptions" WHERE "status" = 'active' GROUP BY "influencer_id"
) "counted"
WHERE "counted"."influencer_id" = "subscription_plans"."influencer_id" AND "subscription_plans"."is_active";
