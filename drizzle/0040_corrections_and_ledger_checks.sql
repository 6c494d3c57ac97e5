CREATE TABLE "corrections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"share_account_id" integer NOT NULL,
	"charge_id" uuid,
	"reverses" uuid,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"statement_text" text,
	"status" text NOT NULL,
	"needs_approval" boolean NOT NULL,
	"requested_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_note" text,
	"transaction_id" uuid,
	CONSTRAINT "corrections_transaction_key" UNIQUE("transaction_id"),
	CONSTRAINT "corrections_kind_check" CHECK ("corrections"."kind" in ('bonus', 'deduction', 'goodwill', 'write_off', 'provider_fee', 'dispute_fee')),
	CONSTRAINT "corrections_status_check" CHECK ("corrections"."status" in ('proposed', 'approved', 'declined', 'withdrawn')),
	CONSTRAINT "corrections_amount_check" CHECK (case when "corrections"."reverses" is null then "corrections"."amount_cents" > 0 else "corrections"."amount_cents" < 0 end),
	CONSTRAINT "corrections_reason_check" CHECK (btrim("corrections"."reason") <> ''),
	CONSTRAINT "corrections_recorded_check" CHECK (("corrections"."status" = 'approved') = ("corrections"."transaction_id" is not null)),
	CONSTRAINT "corrections_decided_check" CHECK (case when "corrections"."status" = 'proposed' then "corrections"."decided_at" is null and "corrections"."needs_approval" else "corrections"."decided_at" is not null end),
	CONSTRAINT "corrections_second_person_check" CHECK (case "corrections"."status" when 'proposed' then "corrections"."decided_by" is null
        when 'withdrawn' then "corrections"."decided_by" is not distinct from "corrections"."requested_by"
        else case when "corrections"."needs_approval" then "corrections"."decided_by" is not null and "corrections"."decided_by" <> "corrections"."requested_by"
          else "corrections"."decided_by" is null end end)
);
--> statement-breakpoint
CREATE TABLE "ledger_findings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"detail" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"explanation" text,
	"explained_detail" text,
	"explained_by" uuid,
	"explained_at" timestamp (3) with time zone,
	CONSTRAINT "ledger_findings_explained_check" CHECK (num_nonnulls("ledger_findings"."explanation", "ledger_findings"."explained_detail", "ledger_findings"."explained_at") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "ledger_rule_checks" (
	"rule" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"is_complete" boolean NOT NULL,
	"failure" text
);
--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_adds_up";--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "adjustment_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_share_account_id_ledger_accounts_id_fk" FOREIGN KEY ("share_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_charge_id_ledger_transactions_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_reverses_corrections_id_fk" FOREIGN KEY ("reverses") REFERENCES "public"."corrections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_findings" ADD CONSTRAINT "ledger_findings_explained_by_users_id_fk" FOREIGN KEY ("explained_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "corrections_reverses_key" ON "corrections" USING btree ("reverses") WHERE "corrections"."status" in ('proposed', 'approved');--> statement-breakpoint
CREATE INDEX "corrections_newest_idx" ON "corrections" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "corrections_share_idx" ON "corrections" USING btree ("share_account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "corrections_charge_idx" ON "corrections" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "corrections_proposed_idx" ON "corrections" USING btree ("created_at") WHERE "corrections"."status" = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_findings_key" ON "ledger_findings" USING btree ("rule","subject");--> statement-breakpoint
CREATE INDEX "ledger_findings_newest_idx" ON "ledger_findings" USING btree ("last_seen_at","id");--> statement-breakpoint
CREATE INDEX "ledger_findings_open_idx" ON "ledger_findings" USING btree ("rule") WHERE "ledger_findings"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "ledger_transactions_other_idx" ON "ledger_transactions" USING btree ("share_account_id") WHERE "ledger_transactions"."kind" not in ('charge', 'refund', 'dispute', 'dispute_won');--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_adds_up" CHECK ("payouts"."gross_revenue_cents" + "payouts"."adjustment_cents" = "payouts"."merchant_fee_cents" + "payouts"."platform_commission_cents" + "payouts"."net_payout_cents");--> statement-breakpoint
-- Corrections and explanations are decisions of people; what the nightly check finds is not.
CREATE TRIGGER "corrections_audited" AFTER INSERT OR UPDATE OR DELETE ON "corrections"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_findings_audited" AFTER INSERT OR UPDATE OR DELETE ON "ledger_findings"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
