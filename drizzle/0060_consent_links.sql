CREATE TABLE "consent_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"performer_id" uuid NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consent_links_performer_key" UNIQUE("performer_id")
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "consent_links" ADD CONSTRAINT "consent_links_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'complaints', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'webhooks'));--> statement-breakpoint
CREATE TRIGGER "consent_links_audited" AFTER INSERT OR UPDATE OR DELETE ON "consent_links"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
