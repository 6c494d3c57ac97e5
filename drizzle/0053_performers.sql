CREATE TABLE "performers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"influencer_id" uuid,
	"full_name" text NOT NULL,
	"legal_given_names" text NOT NULL,
	"legal_surname" text NOT NULL,
	"aliases" text[] DEFAULT '{}' NOT NULL,
	"date_of_birth" date NOT NULL,
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"hold_reason" text,
	CONSTRAINT "performers_kind_check" CHECK ("performers"."kind" in ('influencer', 'co-performer')),
	CONSTRAINT "performers_names_not_blank" CHECK (btrim("performers"."full_name") <> '' and btrim("performers"."legal_given_names") <> '' and btrim("performers"."legal_surname") <> ''),
	CONSTRAINT "performers_are_adults" CHECK ("performers"."date_of_birth" + make_interval(years => 18) <= "performers"."created_at" at time zone 'UTC'),
	CONSTRAINT "performers_hold_not_blank" CHECK (btrim("performers"."hold_reason") <> '')
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "performers" ADD CONSTRAINT "performers_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performers" ADD CONSTRAINT "performers_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "performers_own_account_key" ON "performers" USING btree ("influencer_id") WHERE "performers"."kind" = 'influencer';--> statement-breakpoint
CREATE INDEX "performers_influencer_idx" ON "performers" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "performers_surname_idx" ON "performers" USING btree (lower("legal_surname"),"id");--> statement-breakpoint
CREATE INDEX "performers_newest_idx" ON "performers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "performers_created_by_idx" ON "performers" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "performers_archived_idx" ON "performers" USING btree ("archived_at") WHERE "performers"."hold_reason" is null;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performers', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'webhooks'));--> statement-breakpoint
-- A record whose influencer was deleted is no longer in use: its retention period begins.
CREATE FUNCTION "archive_performer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  new."archived_at" := coalesce(new."archived_at", now());
  RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER "performers_archived" BEFORE UPDATE OF "influencer_id" ON "performers"
  FOR EACH ROW WHEN (new."influencer_id" IS NULL) EXECUTE FUNCTION "archive_performer"();
--> statement-breakpoint
CREATE FUNCTION "refuse_to_delete_held_performer"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a record under a hold is not deleted';
END $$;
--> statement-breakpoint
CREATE TRIGGER "performers_held" BEFORE DELETE ON "performers"
  FOR EACH ROW WHEN (old."hold_reason" IS NOT NULL) EXECUTE FUNCTION "refuse_to_delete_held_performer"();
--> statement-breakpoint
CREATE TRIGGER "performers_audited" AFTER INSERT OR UPDATE OR DELETE ON "performers"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
