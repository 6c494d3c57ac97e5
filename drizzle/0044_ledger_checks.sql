CREATE TABLE "ledger_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"requested_by" uuid,
	"rule_count" integer DEFAULT 0 NOT NULL,
	"transaction_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_findings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rule" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject" text NOT NULL,
	"expected" text NOT NULL,
	"found" text NOT NULL,
	"first_found_at" timestamp (3) with time zone NOT NULL,
	"since_at" timestamp (3) with time zone NOT NULL,
	"last_found_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"explanation" text,
	"explained_by" uuid,
	"explained_at" timestamp (3) with time zone,
	"explained_expected" text,
	"explained_found" text,
	"state" text GENERATED ALWAYS AS (case when resolved_at is not null then 'resolved'
          when explained_expected = expected and explained_found = found then 'explained'
          else 'open' end) STORED NOT NULL,
	CONSTRAINT "ledger_findings_subject_kind_check" CHECK ("ledger_findings"."subject_kind" in ('transaction', 'payout', 'subscription', 'total')),
	CONSTRAINT "ledger_findings_explanation_check" CHECK (num_nonnulls("ledger_findings"."explanation", "ledger_findings"."explained_at", "ledger_findings"."explained_expected", "ledger_findings"."explained_found") in (0, 4)
        and btrim("ledger_findings"."explanation") <> '')
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "ledger_checks" ADD CONSTRAINT "ledger_checks_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_findings" ADD CONSTRAINT "ledger_findings_explained_by_users_id_fk" FOREIGN KEY ("explained_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_checks_newest_idx" ON "ledger_checks" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_findings_subject_key" ON "ledger_findings" USING btree ("rule","subject");--> statement-breakpoint
CREATE INDEX "ledger_findings_newest_idx" ON "ledger_findings" USING btree ("since_at","id");--> statement-breakpoint
CREATE INDEX "ledger_findings_state_idx" ON "ledger_findings" USING btree ("state","since_at","id");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'webhooks'));--> statement-breakpoint
CREATE TRIGGER "ledger_checks_audited" AFTER INSERT OR UPDATE OR DELETE ON "ledger_checks"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_findings_audited" AFTER INSERT OR UPDATE OR DELETE ON "ledger_findings"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
