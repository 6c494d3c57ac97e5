CREATE TABLE "payout_requirement" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"requires_tax_details" boolean NOT NULL,
	CONSTRAINT "payout_requirement_is_one_row" CHECK ("payout_requirement"."id")
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'banned-terms', 'cancel', 'cards', 'complaints', 'confirm-email', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'metrics', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'page-images', 'payee-reports', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'reviews', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'transparency', 'unsubscribe', 'uploads', 'users', 'vault', 'verified', 'webhooks'));--> statement-breakpoint
-- By hand:
INSERT INTO "payout_requirement" ("requires_tax_details") VALUES (false);--> statement-breakpoint
-- Whether tax details are required that a payee lacks. Those of a deleted influencer explain a share
-- account. A W-8 counts until the end of the third year after its signature.
CREATE FUNCTION "lacks_tax_details"("of_influencer" uuid, "of_share" integer) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (SELECT "requires_tax_details" FROM "payout_requirement") AND NOT EXISTS (
    SELECT FROM "tax_details"
    WHERE ("influencer_id" = "of_influencer" OR "share_account_id" = "of_share") AND "status" = 'confirmed'
      AND ("form" = 'w9' OR "certified_on" >= date_trunc('year', now() AT TIME ZONE 'UTC') - interval '3 years'))
$$;--> statement-breakpoint
CREATE FUNCTION "require_tax_details"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF "lacks_tax_details"(NEW."influencer_id", NEW."share_account_id") THEN
    RAISE EXCEPTION 'payout % waits for tax details', NEW."id"
      USING ERRCODE = 'check_violation', CONSTRAINT = 'payouts_need_tax_details';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- Only money that leaves is refused: what was sent may become paid.
CREATE TRIGGER "payouts_need_tax_details" BEFORE UPDATE OF "status" ON "payouts"
  FOR EACH ROW WHEN (NEW."status" IN ('sent', 'paid') AND OLD."status" IN ('pending', 'approved', 'returned'))
  EXECUTE FUNCTION "require_tax_details"();

