CREATE TABLE "document_series" (
	"prefix" text NOT NULL,
	"year" integer NOT NULL,
	"tax_id" text,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "document_series_prefix_year_pk" PRIMARY KEY("prefix","year"),
	CONSTRAINT "document_series_sequence_check" CHECK ("document_series"."last_sequence" >= 0)
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"prefix" text NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"transaction_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"gross_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL,
	"scheme" text NOT NULL,
	"country" text,
	"rate_basis_points" integer,
	"content" jsonb NOT NULL,
	CONSTRAINT "invoices_kind_check" CHECK ("invoices"."kind" in ('invoice', 'credit_note')),
	CONSTRAINT "invoices_scheme_check" CHECK ("invoices"."scheme" in ('none', 'oss', 'domestic', 'outside', 'provider')),
	CONSTRAINT "invoices_number_check" CHECK ("invoices"."sequence" > 0 and "invoices"."number" = "invoices"."prefix" || '-' || "invoices"."year" || '-' || lpad("invoices"."sequence"::text, greatest(6, length("invoices"."sequence"::text)), '0')),
	CONSTRAINT "invoices_amount_check" CHECK (case "invoices"."kind" when 'invoice' then "invoices"."gross_cents" > 0 and "invoices"."tax_cents" between 0 and "invoices"."gross_cents"
        else "invoices"."gross_cents" < 0 and "invoices"."tax_cents" between "invoices"."gross_cents" and 0 end)
);
--> statement-breakpoint
CREATE TABLE "tax_residences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"country" text NOT NULL,
	"stated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tax_residences_country_check" CHECK ("tax_residences"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_charge_id_ledger_transactions_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_residences" ADD CONSTRAINT "tax_residences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_sequence_key" ON "invoices" USING btree ("prefix","year","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_transaction_key" ON "invoices" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "invoices_charge_idx" ON "invoices" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "invoices_subscriber_idx" ON "invoices" USING btree ("subscriber_id");--> statement-breakpoint
CREATE INDEX "invoices_newest_idx" ON "invoices" USING btree ("occurred_at","id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_recorded_idx" ON "ledger_transactions" USING brin ("recorded_at");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'webhooks'));--> statement-breakpoint
CREATE FUNCTION "refuse_document_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a document is never changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'documents_final';
END $$;--> statement-breakpoint
CREATE TRIGGER "invoices_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "invoices"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_document_change"();--> statement-breakpoint
-- A number that was given is never given again.
CREATE FUNCTION "refuse_number_return"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."last_sequence" >= OLD."last_sequence" AND NEW."prefix" = OLD."prefix" AND NEW."year" = OLD."year" THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the numbers of documents only grow' USING ERRCODE = 'check_violation', CONSTRAINT = 'documents_final';
END $$;--> statement-breakpoint
CREATE TRIGGER "document_series_final" BEFORE UPDATE OR DELETE ON "document_series"
  FOR EACH ROW EXECUTE FUNCTION "refuse_number_return"();
