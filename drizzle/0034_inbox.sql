CREATE TABLE "reply_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reply_templates_title_check" CHECK (btrim("reply_templates"."title") <> '')
);
--> statement-breakpoint
CREATE TABLE "contact_replies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"is_received" boolean DEFAULT false NOT NULL,
	"author" uuid,
	"text" text NOT NULL,
	"quoted" text,
	"from_email" text,
	"mail_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "contact_replies_failure_check" CHECK ("contact_replies"."failure" in ('refused', 'unavailable')),
	CONSTRAINT "contact_replies_received" CHECK ("contact_replies"."is_received" = ("contact_replies"."mail_id" is not null) and "contact_replies"."is_received" = ("contact_replies"."from_email" is not null)),
	CONSTRAINT "contact_replies_delivered_once" CHECK ("contact_replies"."sent_at" is null or "contact_replies"."failed_at" is null)
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "last_received_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "due_at" timestamp (3) with time zone DEFAULT now() + interval '48 hours' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "archived_by" uuid;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_replies" ADD CONSTRAINT "contact_replies_author_users_id_fk" FOREIGN KEY ("author") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reply_templates_title_key" ON "reply_templates" USING btree (lower("title"));--> statement-breakpoint
CREATE INDEX "contact_replies_message_idx" ON "contact_replies" USING btree ("message_id","created_at","id");--> statement-breakpoint
CREATE INDEX "contact_replies_author_idx" ON "contact_replies" USING btree ("author");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_replies_mail_key" ON "contact_replies" USING btree ("message_id","mail_id");--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_archived_by_users_id_fk" FOREIGN KEY ("archived_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_waiting_idx" ON "contact_messages" USING btree ("last_received_at","id") WHERE "contact_messages"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_due_idx" ON "contact_messages" USING btree ("due_at","id") WHERE "contact_messages"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "contact_messages_archive_idx" ON "contact_messages" USING btree ("last_received_at","id") WHERE "contact_messages"."archived_at" is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_received_idx" ON "contact_messages" USING btree ("last_received_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_topic_idx" ON "contact_messages" USING btree ("topic","last_received_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_search_idx" ON "contact_messages" USING gin ("name" gin_trgm_ops,"email" gin_trgm_ops,"message" gin_trgm_ops);--> statement-breakpoint
-- Frees the addresses of new screens.
UPDATE "profiles" SET "public_url" = "public_url" || '-' || left("id"::text, 8) WHERE "public_url" IN ('inbox');--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'avatars', 'cancel', 'cards', 'confirm-email', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'inbox', 'influencer', 'influencers', 'invitation', 'ledger', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'webhooks'));--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_archived" CHECK ("contact_messages"."archived_at" is null and "contact_messages"."archived_by" is null or "contact_messages"."archived_at" is not null and "contact_messages"."answered_at" is not null);--> statement-breakpoint
-- Messages that exist already have waited since they were sent.
UPDATE "contact_messages" SET "last_received_at" = "created_at",
  "due_at" = "created_at" + CASE WHEN "topic" IN ('Report content', 'Copyright (DMCA)') THEN interval '24 hours' ELSE interval '48 hours' END;--> statement-breakpoint
-- The texts end with their conversation, which is retained for less time than the audit trail.
CREATE TRIGGER "contact_replies_audited" AFTER INSERT OR UPDATE OR DELETE ON "contact_replies"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('text,quoted');--> statement-breakpoint
CREATE TRIGGER "reply_templates_audited" AFTER INSERT OR UPDATE OR DELETE ON "reply_templates"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
