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
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "post_mails" ADD CONSTRAINT "post_mails_subscriber_id_profiles_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_preferences_frequency_idx" ON "mail_preferences" USING btree ("kind","frequency","user_id");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'applications', 'assets', 'audit', 'auth', 'cancel', 'cards', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'forgot-password', 'health', 'icons', 'images', 'influencer', 'influencers', 'ledger', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reset-password', 'robots', 'sandbox', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'webhooks'));