CREATE TABLE "application_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"question" text NOT NULL,
	"author" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "application_questions_answered" CHECK (("application_questions"."answer" is null) = ("application_questions"."answered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "influencer_applications" DROP CONSTRAINT "influencer_applications_category_check";--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "contact_messages" DROP CONSTRAINT "contact_messages_topic_check";--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_submission_method_check";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "influencer_id" uuid;--> statement-breakpoint
ALTER TABLE "application_questions" ADD CONSTRAINT "application_questions_application_id_influencer_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."influencer_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_questions" ADD CONSTRAINT "application_questions_author_users_id_fk" FOREIGN KEY ("author") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_questions_application_idx" ON "application_questions" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "application_questions_open_key" ON "application_questions" USING btree ("application_id") WHERE "application_questions"."answered_at" is null;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_influencer_id_users_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_influencer_idx" ON "contact_messages" USING btree ("influencer_id");--> statement-breakpoint
ALTER TABLE "influencer_applications" ADD CONSTRAINT "influencer_applications_category_check" CHECK ("influencer_applications"."content_category" in ('Fashion & Beauty', 'Fitness & Health', 'Food & Cooking', 'Travel', 'Technology', 'Gaming', 'Lifestyle', 'Business', 'Education', 'Entertainment', 'Amateur', 'Asian', 'BBW', 'Big Ass', 'Big Tits', 'Blonde', 'Brunette', 'Cosplay', 'Ebony', 'Feet', 'Goth', 'Latina', 'MILF', 'Petite', 'Redhead', 'Trans', 'Fitness', 'Gamer Girl', 'Girl Next Door', 'Athletic', 'Nerdy', 'Tattooed', 'Hotwife', 'Small Boobs', 'Beauty'));--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'cancel', 'cards', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'influencer', 'influencers', 'ledger', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reset-password', 'robots', 'sandbox', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'uploads', 'users', 'webhooks'));--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_topic_check" CHECK ("contact_messages"."topic" in ('My account', 'Payments and subscriptions', 'Becoming an influencer', 'Report content', 'Copyright (DMCA)', 'Privacy request', 'Press and business', 'Something else', 'My profile', 'My public page', 'My tasks', 'My payouts', 'My subscribers'));--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_submission_method_check" CHECK ("tasks"."submission_method" in ('Upload', 'WhatsApp', 'Google Drive', 'Email', 'Custom Link'));--> statement-breakpoint
CREATE TRIGGER "application_questions_audited" AFTER INSERT OR UPDATE OR DELETE ON "application_questions"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
