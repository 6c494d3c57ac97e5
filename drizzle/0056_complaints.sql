CREATE TABLE "complaint_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"complaint_id" uuid NOT NULL,
	"event" text NOT NULL,
	"text" text,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "complaint_events_event_check" CHECK ("complaint_events"."event" in ('received', 'question', 'information', 'hidden', 'restored', 'decided'))
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"explanation" text NOT NULL,
	"name" text,
	"email" text,
	"work" text,
	"signature" text,
	"post_id" uuid,
	"influencer_id" uuid,
	"label" text NOT NULL,
	"fingerprint" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"hides_post_since" timestamp (3) with time zone,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"outcome" text,
	"policy" text,
	"decision_text" text,
	CONSTRAINT "complaints_kind_check" CHECK ("complaints"."kind" in ('minor', 'non_consensual', 'illegal', 'withdrawal', 'copyright', 'privacy', 'impersonation', 'other')),
	CONSTRAINT "complaints_outcome_check" CHECK ("complaints"."outcome" in ('removed', 'no_action')),
	CONSTRAINT "complaints_policy_check" CHECK ("complaints"."policy" in ('minors', 'consent', 'illegal', 'copyright', 'privacy', 'impersonation', 'terms', 'no_violation', 'not_enough_information')),
	CONSTRAINT "complaints_reporter" CHECK ("complaints"."kind" = 'minor' or num_nonnulls("complaints"."name", "complaints"."email") = 2),
	CONSTRAINT "complaints_signed" CHECK ("complaints"."kind" not in ('non_consensual', 'copyright') or "complaints"."signature" is not null),
	CONSTRAINT "complaints_work" CHECK (("complaints"."kind" = 'copyright') = ("complaints"."work" is not null)),
	CONSTRAINT "complaints_decision" CHECK (num_nonnulls("complaints"."decided_at", "complaints"."outcome", "complaints"."policy", "complaints"."decision_text") in (0, 4)
        and ("complaints"."decided_by" is null or "complaints"."decided_at" is not null)
        and ("complaints"."paused_at" is null or "complaints"."decided_at" is null)),
	CONSTRAINT "complaints_hidden" CHECK ("complaints"."outcome" is distinct from 'no_action' or "complaints"."hides_post_since" is null)
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "hidden_published_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint_events" ADD CONSTRAINT "complaint_events_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_events" ADD CONSTRAINT "complaint_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."content_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaint_events_complaint_idx" ON "complaint_events" USING btree ("complaint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "complaint_events_actor_idx" ON "complaint_events" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "complaints_due_idx" ON "complaints" USING btree ("due_at","id");--> statement-breakpoint
CREATE INDEX "complaints_open_idx" ON "complaints" USING btree ("due_at","id") WHERE "complaints"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "complaints_received_idx" ON "complaints" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_post_idx" ON "complaints" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "complaints_influencer_idx" ON "complaints" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "complaints_decided_idx" ON "complaints" USING btree ("decided_at");--> statement-breakpoint
CREATE INDEX "complaints_decider_idx" ON "complaints" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "complaints_open_fingerprint_key" ON "complaints" USING btree ("fingerprint") WHERE "complaints"."decided_at" is null;--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_hidden_is_unpublished" CHECK ("content_posts"."hidden_at" is null or "content_posts"."published_at" is null);--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_hidden_published_at" CHECK ("content_posts"."hidden_published_at" is null or "content_posts"."hidden_at" is not null);--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'complaints', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performers', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'webhooks'));--> statement-breakpoint
CREATE TRIGGER "complaints_audited" AFTER INSERT OR UPDATE OR DELETE ON "complaints"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- Events are deleted only with their complaint, and forget only a deleted member of the team.
CREATE FUNCTION "refuse_complaint_event_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM "complaints" WHERE "id" = OLD."complaint_id") THEN RETURN OLD; END IF;
  ELSIF NEW."actor_id" IS NULL AND to_jsonb(NEW) - 'actor_id' = to_jsonb(OLD) - 'actor_id' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'events of complaints are never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER "complaint_events_unchanged" BEFORE UPDATE OR DELETE ON "complaint_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_complaint_event_change"();
