CREATE TABLE "bank_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"payments" integer NOT NULL,
	"total_cents" bigint NOT NULL,
	"sealed" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_files_number_key" UNIQUE("number"),
	CONSTRAINT "bank_files_format_check" CHECK ("bank_files"."format" in ('pain.001', 'nacha', 'csv')),
	CONSTRAINT "bank_files_payments_check" CHECK ("bank_files"."payments" > 0 and "bank_files"."total_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "bank_payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bank_payments_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bank_file_id" uuid NOT NULL,
	"payout_id" uuid NOT NULL,
	"bank_details_id" uuid,
	"amount_cents" bigint NOT NULL,
	"outcome" text,
	"value_date" date,
	"bank_reference" text,
	"reason" text,
	CONSTRAINT "bank_payments_number_key" UNIQUE("number"),
	CONSTRAINT "bank_payments_outcome_check" CHECK ("bank_payments"."outcome" in ('paid', 'returned')),
	CONSTRAINT "bank_payments_dated_check" CHECK (case "bank_payments"."outcome" when 'paid' then "bank_payments"."value_date" is not null when 'returned' then true else "bank_payments"."value_date" is null end),
	CONSTRAINT "bank_payments_amount_check" CHECK ("bank_payments"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "bank_details" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"influencer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"holder_name" text NOT NULL,
	"holder_kind" text NOT NULL,
	"country" text NOT NULL,
	"currency" text NOT NULL,
	"last_four" text NOT NULL,
	"sealed" text NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"proposed_by" uuid,
	"proposed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "bank_details_kind_check" CHECK ("bank_details"."kind" in ('iban', 'us')),
	CONSTRAINT "bank_details_holder_kind_check" CHECK ("bank_details"."holder_kind" in ('person', 'company')),
	CONSTRAINT "bank_details_currency_check" CHECK ("bank_details"."currency" in ('USD', 'EUR')),
	CONSTRAINT "bank_details_status_check" CHECK ("bank_details"."status" in ('proposed', 'confirmed', 'replaced', 'declined', 'withdrawn')),
	CONSTRAINT "bank_details_decided_check" CHECK (("bank_details"."status" = 'proposed') = ("bank_details"."decided_at" is null)),
	CONSTRAINT "bank_details_by_two_people" CHECK ("bank_details"."status" not in ('confirmed', 'replaced') or "bank_details"."proposed_by" <> "bank_details"."decided_by"),
	CONSTRAINT "bank_details_declined_with_reason" CHECK (("bank_details"."status" = 'declined') = ("bank_details"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
-- Frees the address of a new screen.
UPDATE "profiles" SET "public_url" = "public_url" || '-' || left("id"::text, 8) WHERE "public_url" = 'bank-files';--> statement-breakpoint
ALTER TABLE "bank_files" ADD CONSTRAINT "bank_files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_bank_file_id_bank_files_id_fk" FOREIGN KEY ("bank_file_id") REFERENCES "public"."bank_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_payments" ADD CONSTRAINT "bank_payments_bank_details_id_bank_details_id_fk" FOREIGN KEY ("bank_details_id") REFERENCES "public"."bank_details"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_details" ADD CONSTRAINT "bank_details_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_details" ADD CONSTRAINT "bank_details_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_details" ADD CONSTRAINT "bank_details_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_files_newest_idx" ON "bank_files" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_payments_open_key" ON "bank_payments" USING btree ("payout_id") WHERE "bank_payments"."outcome" is distinct from 'returned';--> statement-breakpoint
CREATE INDEX "bank_payments_file_idx" ON "bank_payments" USING btree ("bank_file_id");--> statement-breakpoint
CREATE INDEX "bank_payments_payout_idx" ON "bank_payments" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "bank_payments_details_idx" ON "bank_payments" USING btree ("bank_details_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_details_proposed_key" ON "bank_details" USING btree ("influencer_id") WHERE "bank_details"."status" = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX "bank_details_confirmed_key" ON "bank_details" USING btree ("influencer_id") WHERE "bank_details"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "bank_details_influencer_idx" ON "bank_details" USING btree ("influencer_id","proposed_at");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'ledger', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'webhooks'));--> statement-breakpoint
CREATE TRIGGER "bank_details_audited" AFTER INSERT OR UPDATE OR DELETE ON "bank_details"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('sealed');--> statement-breakpoint
CREATE TRIGGER "bank_files_audited" AFTER INSERT OR UPDATE OR DELETE ON "bank_files"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('sealed');--> statement-breakpoint
CREATE TRIGGER "bank_payments_audited" AFTER INSERT OR UPDATE OR DELETE ON "bank_payments"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
