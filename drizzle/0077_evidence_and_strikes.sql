CREATE TABLE "complaint_evidence" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"complaint_id" uuid NOT NULL,
	"source" text NOT NULL,
	"added_by" uuid,
	"file_name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"s3_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "complaint_evidence_source_check" CHECK ("complaint_evidence"."source" in ('reporter', 'influencer', 'team')),
	CONSTRAINT "complaint_evidence_type_check" CHECK ("complaint_evidence"."type" in ('picture', 'pdf')),
	CONSTRAINT "complaint_evidence_adder" CHECK ("complaint_evidence"."added_by" is null or "complaint_evidence"."source" = 'team'),
	CONSTRAINT "complaint_evidence_file_name" CHECK (char_length("complaint_evidence"."file_name") between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "account_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"influencer_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"text" text NOT NULL,
	"strikes" integer NOT NULL,
	"decided_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_decisions_outcome_check" CHECK ("account_decisions"."outcome" in ('continue', 'warned', 'ended')),
	CONSTRAINT "account_decisions_strikes" CHECK ("account_decisions"."strikes" > 0)
);
--> statement-breakpoint
CREATE TABLE "strike_rule" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"months" integer DEFAULT 12 NOT NULL,
	"decide_from" integer DEFAULT 3 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "strike_rule_is_one_row" CHECK ("strike_rule"."id"),
	CONSTRAINT "strike_rule_months" CHECK ("strike_rule"."months" between 1 and 120),
	CONSTRAINT "strike_rule_decide_from" CHECK ("strike_rule"."decide_from" between 1 and 50)
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "complaint_events" DROP CONSTRAINT "complaint_events_event_check";--> statement-breakpoint
ALTER TABLE "complaint_evidence" ADD CONSTRAINT "complaint_evidence_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_evidence" ADD CONSTRAINT "complaint_evidence_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "complaint_evidence_sha256_key" ON "complaint_evidence" USING btree ("complaint_id","source","sha256");--> statement-breakpoint
CREATE INDEX "complaint_evidence_complaint_idx" ON "complaint_evidence" USING btree ("complaint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "complaint_evidence_adder_idx" ON "complaint_evidence" USING btree ("added_by");--> statement-breakpoint
CREATE INDEX "account_decisions_influencer_idx" ON "account_decisions" USING btree ("influencer_id","created_at");--> statement-breakpoint
CREATE INDEX "account_decisions_decider_idx" ON "account_decisions" USING btree ("decided_by");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'banned-terms', 'cancel', 'cards', 'confirm-email', 'complaints', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'reviews', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'transparency', 'unsubscribe', 'uploads', 'users', 'vault', 'verified', 'webhooks'));--> statement-breakpoint
ALTER TABLE "complaint_events" ADD CONSTRAINT "complaint_events_event_check" CHECK ("complaint_events"."event" in ('received', 'question', 'information', 'hidden', 'restored', 'decided', 'appealed', 'appeal_decided', 'evidence', 'evidence_removed'));--> statement-breakpoint
-- Written by hand: whatever removes evidence, the deletion of its complaint included, its file is removed as well.
CREATE FUNCTION "note_removed_complaint_evidence"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "deleted_files" ("key") VALUES (old.s3_key);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "complaint_evidence_removed" AFTER DELETE OR UPDATE OF "s3_key" ON "complaint_evidence"
  FOR EACH ROW EXECUTE FUNCTION "note_removed_complaint_evidence"();--> statement-breakpoint
CREATE TRIGGER "complaint_evidence_audited" AFTER INSERT OR UPDATE OR DELETE ON "complaint_evidence"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('s3_key');--> statement-breakpoint
-- Written by hand: the rule is one row, and both tables are audited.
INSERT INTO "strike_rule" DEFAULT VALUES;--> statement-breakpoint
CREATE TRIGGER "strike_rule_audited" AFTER INSERT OR UPDATE OR DELETE ON "strike_rule"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "account_decisions_audited" AFTER INSERT OR UPDATE OR DELETE ON "account_decisions"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
