CREATE TABLE "email_confirmations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"requested_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"previous_email" text,
	"undoable_until" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "email_confirmations_requested_by_check" CHECK ("email_confirmations"."requested_by" in ('owner', 'admin')),
	CONSTRAINT "email_confirmations_email_lowercase" CHECK ("email_confirmations"."email" = lower("email_confirmations"."email")),
	CONSTRAINT "email_confirmations_previous_is_another" CHECK ("email_confirmations"."previous_email" is null or ("email_confirmations"."previous_email" <> "email_confirmations"."email" and "email_confirmations"."confirmed_at" is not null)),
	CONSTRAINT "email_confirmations_undo_has_previous" CHECK ("email_confirmations"."undoable_until" is null or "email_confirmations"."previous_email" is not null),
	CONSTRAINT "email_confirmations_undone_was_undoable" CHECK ("email_confirmations"."undone_at" is null or "email_confirmations"."undoable_until" is not null)
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"password" text,
	"profile" jsonb,
	"next" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "sign_ups_email_lowercase" CHECK ("sign_ups"."email" = lower("sign_ups"."email")),
	CONSTRAINT "sign_ups_input_until_confirmed" CHECK (("sign_ups"."confirmed_at" is null) = ("sign_ups"."password" is not null) and ("sign_ups"."confirmed_at" is null) = ("sign_ups"."profile" is not null))
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "email_confirmations_pending_key" ON "email_confirmations" USING btree ("user_id") WHERE "email_confirmations"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "email_confirmations_user_idx" ON "email_confirmations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_confirmations_previous_idx" ON "email_confirmations" USING btree ("previous_email");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'avatars', 'cancel', 'cards', 'confirm-email', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'influencer', 'influencers', 'ledger', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reset-password', 'restore-email', 'robots', 'sandbox', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'webhooks'));--> statement-breakpoint
-- Written by hand: mails of the existing accounts have been sent to their addresses all along.
UPDATE "users" SET "email_confirmed_at" = "created_at";--> statement-breakpoint
CREATE TRIGGER "email_confirmations_audited" AFTER INSERT OR UPDATE OR DELETE ON "email_confirmations"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- An address that its previous owner can still restore belongs to no other account. An AFTER trigger,
-- because an insertion that waited for the change of the address has to see it.
CREATE FUNCTION "refuse_reserved_email"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM "email_confirmations"
    WHERE "previous_email" = new.email AND "user_id" <> new.id
      AND "undone_at" IS NULL AND "undoable_until" > now()
  ) THEN
    RAISE EXCEPTION 'the address can still be restored for another account'
      USING ERRCODE = 'unique_violation', TABLE = 'users', CONSTRAINT = 'users_email_key';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_email_reserved" AFTER INSERT OR UPDATE OF "email" ON "users"
  FOR EACH ROW EXECUTE FUNCTION "refuse_reserved_email"();
