CREATE TABLE "age_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"method" text NOT NULL,
	"reference" text,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"verification_id" uuid,
	CONSTRAINT "age_checks_method_check" CHECK ("age_checks"."method" in ('sandbox', 'yoti')),
	CONSTRAINT "age_checks_status_check" CHECK ("age_checks"."status" in ('open', 'passed', 'failed', 'ended')),
	CONSTRAINT "age_checks_ended_check" CHECK (("age_checks"."status" = 'open') = ("age_checks"."ended_at" is null)),
	CONSTRAINT "age_checks_anonymous_check" CHECK ("age_checks"."status" = 'open' or num_nonnulls("age_checks"."user_id", "age_checks"."reference") = 0),
	CONSTRAINT "age_checks_passed_check" CHECK ("age_checks"."status" = 'passed' or "age_checks"."verification_id" is null)
);
--> statement-breakpoint
CREATE TABLE "age_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"method" text NOT NULL,
	"verified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "age_verifications_method_check" CHECK ("age_verifications"."method" in ('sandbox', 'yoti')),
	CONSTRAINT "age_verifications_expiry_check" CHECK ("age_verifications"."expires_at" > "age_verifications"."verified_at"
        and "age_verifications"."expires_at" <= "age_verifications"."verified_at" + interval '366 days'),
	CONSTRAINT "age_verifications_revoked_check" CHECK ("age_verifications"."revoked_at" is null or "age_verifications"."revoked_at" >= "age_verifications"."verified_at")
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "age_checks" ADD CONSTRAINT "age_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "age_checks" ADD CONSTRAINT "age_checks_verification_id_age_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."age_verifications"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "age_verifications" ADD CONSTRAINT "age_verifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "age_checks_reference_key" ON "age_checks" USING btree ("method","reference");--> statement-breakpoint
CREATE INDEX "age_checks_user_idx" ON "age_checks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "age_checks_verification_idx" ON "age_checks" USING btree ("verification_id");--> statement-breakpoint
CREATE INDEX "age_checks_created_idx" ON "age_checks" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "age_verifications_user_idx" ON "age_verifications" USING btree ("user_id","expires_at");--> statement-breakpoint
CREATE INDEX "age_verifications_retention_idx" ON "age_verifications" USING btree ("expires_at");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('2257', 'about', 'admin', 'adults-only', 'age', 'age-check', 'age-checks', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'banned-terms', 'cancel', 'cards', 'complaints', 'confirm-email', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'escalations', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'metrics', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'page-images', 'payee-reports', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'record-index', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'reviews', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'transparency', 'unsubscribe', 'uploads', 'users', 'vault', 'verified', 'webhooks'));--> statement-breakpoint
-- By hand: what admins do with verifications is audited.
CREATE TRIGGER "age_verifications_audited" AFTER INSERT OR UPDATE OR DELETE ON "age_verifications"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();

