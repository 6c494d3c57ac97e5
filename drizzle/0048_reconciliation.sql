CREATE TABLE "sandbox_records" (
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"subscription_reference" text,
	"payment_reference" text,
	"amount_cents" integer,
	"state" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"event" text,
	"event_id" text,
	"is_lost" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sandbox_records_kind_reference_pk" PRIMARY KEY("kind","reference"),
	CONSTRAINT "sandbox_records_kind_check" CHECK ("sandbox_records"."kind" in ('charge', 'refund', 'dispute', 'dispute_won', 'subscription')),
	CONSTRAINT "sandbox_records_state_check" CHECK ("sandbox_records"."state" in ('renewing', 'paused', 'stopping', 'ended')),
	CONSTRAINT "sandbox_records_shape_check" CHECK (("sandbox_records"."kind" = 'subscription') = ("sandbox_records"."state" is not null) and ("sandbox_records"."state" is null) = ("sandbox_records"."amount_cents" is not null)),
	CONSTRAINT "sandbox_records_event_check" CHECK (("sandbox_records"."event" is null) = ("sandbox_records"."event_id" is null)),
	CONSTRAINT "sandbox_records_lost_check" CHECK (not "sandbox_records"."is_lost" or "sandbox_records"."event" is not null)
);
--> statement-breakpoint
CREATE TABLE "reconciliation_listed_records" (
	"run_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"subscription_reference" text,
	"payment_reference" text,
	"amount_cents" integer,
	"currency" text,
	"state" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"report_id" text,
	"report_type" text,
	"report" text,
	CONSTRAINT "reconciliation_listed_records_run_id_kind_reference_pk" PRIMARY KEY("run_id","kind","reference")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_items" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"difference" text NOT NULL,
	"status" text NOT NULL,
	"theirs" jsonb,
	"ours" jsonb,
	"payment_id" uuid,
	"subscription_id" uuid,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"settled_by" uuid,
	"reason" text,
	CONSTRAINT "reconciliation_items_kind_check" CHECK ("reconciliation_items"."kind" in ('charge', 'refund', 'dispute', 'dispute_won', 'subscription')),
	CONSTRAINT "reconciliation_items_difference_check" CHECK ("reconciliation_items"."difference" in ('missing_here', 'missing_there', 'different')),
	CONSTRAINT "reconciliation_items_status_check" CHECK ("reconciliation_items"."status" in ('open', 'repaired', 'settled', 'closed')),
	CONSTRAINT "reconciliation_items_sides_check" CHECK (("reconciliation_items"."theirs" is null) = ("reconciliation_items"."difference" = 'missing_there') and ("reconciliation_items"."ours" is null) = ("reconciliation_items"."difference" = 'missing_here')),
	CONSTRAINT "reconciliation_items_settled_check" CHECK (case "reconciliation_items"."status"
        when 'open' then num_nonnulls("reconciliation_items"."resolved_at", "reconciliation_items"."settled_by", "reconciliation_items"."reason") = 0
        when 'settled' then num_nulls("reconciliation_items"."resolved_at", "reconciliation_items"."settled_by", "reconciliation_items"."reason") = 0 and btrim("reconciliation_items"."reason") <> ''
        else num_nulls("reconciliation_items"."resolved_at", "reconciliation_items"."reason") = 0 and "reconciliation_items"."settled_by" is null end)
);
--> statement-breakpoint
CREATE TABLE "reconciliation_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"started_by" uuid,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"provider_as_of" timestamp (3) with time zone,
	"ledger_as_of" timestamp (3) with time zone,
	"compared" integer DEFAULT 0 NOT NULL,
	"repaired" integer DEFAULT 0 NOT NULL,
	"opened" integer DEFAULT 0 NOT NULL,
	"closed" integer DEFAULT 0 NOT NULL,
	"totals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" text,
	CONSTRAINT "reconciliation_runs_status_check" CHECK ("reconciliation_runs"."status" in ('running', 'completed', 'failed')),
	CONSTRAINT "reconciliation_runs_finished_check" CHECK (("reconciliation_runs"."status" = 'running') = ("reconciliation_runs"."finished_at" is null) and ("reconciliation_runs"."status" = 'failed') = ("reconciliation_runs"."error" is not null)),
	CONSTRAINT "reconciliation_runs_as_of_check" CHECK ("reconciliation_runs"."status" <> 'completed' or num_nulls("reconciliation_runs"."provider_as_of", "reconciliation_runs"."ledger_as_of") = 0)
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
-- Frees the address of a new screen.
UPDATE "profiles" SET "public_url" = "public_url" || '-' || left("id"::text, 8) WHERE "public_url" = 'reconciliation';--> statement-breakpoint
ALTER TABLE "sandbox_subscriptions" ADD COLUMN "loses_next_event" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reconciliation_listed_records" ADD CONSTRAINT "reconciliation_listed_records_run_id_reconciliation_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."reconciliation_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_runs" ADD CONSTRAINT "reconciliation_runs_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_records_retention_idx" ON "sandbox_records" USING btree ("changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_items_record_key" ON "reconciliation_items" USING btree ("provider","kind","reference");--> statement-breakpoint
CREATE INDEX "reconciliation_items_newest_idx" ON "reconciliation_items" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "reconciliation_items_open_idx" ON "reconciliation_items" USING btree ("opened_at") WHERE "reconciliation_items"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_runs_running_key" ON "reconciliation_runs" USING btree ("provider") WHERE "reconciliation_runs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "reconciliation_runs_newest_idx" ON "reconciliation_runs" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "reconciliation_runs_provider_idx" ON "reconciliation_runs" USING btree ("provider","started_at");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'webhooks'));--> statement-breakpoint
CREATE TRIGGER "reconciliation_runs_audited" AFTER INSERT OR UPDATE OR DELETE ON "reconciliation_runs"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "reconciliation_items_audited" AFTER INSERT OR UPDATE OR DELETE ON "reconciliation_items"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- What the sandbox has sold so far: it believes what the ledger has.
INSERT INTO "sandbox_records" ("kind", "reference", "subscription_reference", "payment_reference", "amount_cents", "occurred_at", "changed_at")
SELECT t."kind", coalesce(r."provider_refund_id", t."provider_reference"), s."provider_subscription_id",
  CASE WHEN t."kind" <> 'charge' THEN coalesce(d."provider_reference", c."provider_reference") END,
  abs((SELECT coalesce(sum(e."amount_cents"), 0) FROM "ledger_entries" e JOIN "ledger_accounts" a ON a."id" = e."account_id"
    WHERE e."transaction_id" = t."id" AND a."kind" = 'cash')),
  t."occurred_at", t."occurred_at"
FROM "ledger_transactions" t
LEFT JOIN "refunds" r ON r."transaction_id" = t."id"
LEFT JOIN "user_subscriptions" s ON s."id" = t."subscription_id"
LEFT JOIN "ledger_transactions" c ON c."id" = t."reverses"
LEFT JOIN "ledger_transactions" d ON d."id" = c."reverses"
WHERE t."provider" = 'sandbox' AND t."kind" IN ('charge', 'refund', 'dispute', 'dispute_won');--> statement-breakpoint
INSERT INTO "sandbox_records" ("kind", "reference", "subscription_reference", "state", "occurred_at", "changed_at")
SELECT 'subscription', "provider_subscription_id", "provider_subscription_id",
  CASE WHEN "status" = 'cancelled' THEN 'ended' WHEN "cancel_at" IS NOT NULL THEN 'stopping'
    WHEN "status" = 'paused' THEN 'paused' ELSE 'renewing' END,
  "created_at", "updated_at"
FROM "user_subscriptions" WHERE "provider" = 'sandbox' AND "provider_subscription_id" IS NOT NULL;
