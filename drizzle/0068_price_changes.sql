CREATE TABLE "price_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plan_id" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"effective_from" timestamp (3) with time zone NOT NULL,
	"needs_consent" boolean NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"called_off_at" timestamp (3) with time zone,
	"called_off_by" uuid,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "price_changes_price_check" CHECK ("price_changes"."price_cents" > 0),
	CONSTRAINT "price_changes_notice_check" CHECK ("price_changes"."effective_from" >= "price_changes"."created_at" + interval '720 hours'),
	CONSTRAINT "price_changes_end_check" CHECK ("price_changes"."called_off_at" is null or ("price_changes"."finished_at" is null and "price_changes"."called_off_at" < "price_changes"."effective_from"))
);
--> statement-breakpoint
CREATE TABLE "price_notices" (
	"price_change_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"old_price_cents" integer NOT NULL,
	"noticed_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"applied_at" timestamp (3) with time zone,
	"applies_from" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "price_notices_price_change_id_subscription_id_pk" PRIMARY KEY("price_change_id","subscription_id"),
	CONSTRAINT "price_notices_answer_check" CHECK ("price_notices"."answer" in ('accepted', 'declined')),
	CONSTRAINT "price_notices_answered_check" CHECK (("price_notices"."answer" is null) = ("price_notices"."answered_at" is null)),
	CONSTRAINT "price_notices_applied_check" CHECK (("price_notices"."applied_at" is null) = ("price_notices"."applies_from" is null)
        and "price_notices"."applies_from" >= "price_notices"."noticed_at" + interval '720 hours'),
	CONSTRAINT "price_notices_withdrawn_check" CHECK ("price_notices"."withdrawn_at" is null or "price_notices"."applied_at" is null)
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
DROP INDEX "provider_changes_open_idx";--> statement-breakpoint
ALTER TABLE "provider_changes" ADD COLUMN "concerns_price" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_changes" ADD CONSTRAINT "price_changes_called_off_by_users_id_fk" FOREIGN KEY ("called_off_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_price_change_id_price_changes_id_fk" FOREIGN KEY ("price_change_id") REFERENCES "public"."price_changes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_notices" ADD CONSTRAINT "price_notices_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "price_changes_open_key" ON "price_changes" USING btree ("plan_id") WHERE "price_changes"."called_off_at" is null and "price_changes"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "price_changes_plan_idx" ON "price_changes" USING btree ("plan_id","created_at");--> statement-breakpoint
CREATE INDEX "price_notices_subscription_idx" ON "price_notices" USING btree ("subscription_id","applies_from");--> statement-breakpoint
CREATE INDEX "price_notices_newest_idx" ON "price_notices" USING btree ("noticed_at","subscription_id");--> statement-breakpoint
CREATE INDEX "price_notices_open_idx" ON "price_notices" USING btree ("price_change_id") WHERE "price_notices"."applied_at" is null and "price_notices"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "provider_changes_open_idx" ON "provider_changes" USING btree ("requested_at") WHERE "provider_changes"."concerns_renewals" or "provider_changes"."concerns_pause" or "provider_changes"."concerns_price";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'complaints', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'webhooks'));--> statement-breakpoint
-- What fans were told never changes: not the price, and not the day.
CREATE FUNCTION "refuse_price_change"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'an announced price change is never changed' using errcode = 'check_violation';
end
$$;--> statement-breakpoint
CREATE TRIGGER "price_changes_final" BEFORE UPDATE OF "id", "plan_id", "price_cents", "effective_from", "needs_consent", "created_at"
  ON "price_changes" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_price_change"();--> statement-breakpoint
CREATE TRIGGER "price_changes_audited" AFTER INSERT OR UPDATE OR DELETE ON "price_changes"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
