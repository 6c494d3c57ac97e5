CREATE TABLE "removed_work_people" (
	"work_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	CONSTRAINT "removed_work_people_work_id_performer_id_pk" PRIMARY KEY("work_id","performer_id")
);
--> statement-breakpoint
CREATE TABLE "removed_works" (
	"id" uuid PRIMARY KEY NOT NULL,
	"influencer_id" uuid,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "removed_work_people" ADD CONSTRAINT "removed_work_people_work_id_removed_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."removed_works"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_work_people" ADD CONSTRAINT "removed_work_people_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "removed_works" ADD CONSTRAINT "removed_works_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_work_people_performer_idx" ON "removed_work_people" USING btree ("performer_id");--> statement-breakpoint
CREATE INDEX "removed_works_published_idx" ON "removed_works" USING btree ("published_at","id");--> statement-breakpoint
CREATE INDEX "removed_works_influencer_idx" ON "removed_works" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "removed_works_removed_idx" ON "removed_works" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "content_posts_records_idx" ON "content_posts" USING btree ("last_published_at","id") WHERE "content_posts"."last_published_at" is not null;--> statement-breakpoint
CREATE INDEX "content_posts_influencer_records_idx" ON "content_posts" USING btree ("influencer_id","last_published_at","id") WHERE "content_posts"."last_published_at" is not null;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('2257', 'about', 'admin', 'adults-only', 'age', 'agreements', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'banned-terms', 'cancel', 'cards', 'confirm-email', 'complaints', 'consents', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'escalations', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-agreement', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'price', 'price-changes', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'record-index', 'release', 'release-documents', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'reviews', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'transparency', 'unsubscribe', 'uploads', 'users', 'vault', 'verified', 'webhooks'));--> statement-breakpoint
-- By hand: the records of a published work outlive it (28 CFR 75.4). Within the deletion of an account,
-- its profile no longer exists, but its register entry still names the influencer.
CREATE FUNCTION "record_removed_work"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_works" ("id", "influencer_id", "title", "path", "published_at")
  VALUES (old."id", (SELECT "id" FROM "profiles" WHERE "id" = old."influencer_id"),
    left(split_part(old."caption", E'\n', 1), 80),
    '/subscriptions/' || old."influencer_id" || '?post=' || old."id", old."last_published_at");
  INSERT INTO "removed_work_people" ("work_id", "performer_id")
  SELECT old."id", "id" FROM "performers" WHERE "kind" = 'influencer' AND "influencer_id" = old."influencer_id"
  UNION SELECT old."id", "performer_id" FROM "post_people" WHERE "post_id" = old."id";
  RETURN old;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_posts_removed_work" BEFORE DELETE ON "content_posts"
  FOR EACH ROW WHEN (old."last_published_at" IS NOT NULL) EXECUTE FUNCTION "record_removed_work"();
