CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"charge_id" uuid NOT NULL,
	"stage" text NOT NULL,
	"status" text NOT NULL,
	"provider_status" text,
	"reason" text,
	"reason_code" text,
	"network" text,
	"amount_cents" bigint NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"challenge_by" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_stage_check" CHECK ("disputes"."stage" in ('pre_dispute', 'dispute', 'pre_arbitration')),
	CONSTRAINT "disputes_status_check" CHECK ("disputes"."status" in ('opened', 'challenged', 'accepted', 'expired', 'cancelled', 'won', 'lost')),
	CONSTRAINT "disputes_amount_check" CHECK ("disputes"."amount_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_charge_id_ledger_transactions_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_provider_key" ON "disputes" USING btree ("provider","provider_dispute_id");--> statement-breakpoint
CREATE INDEX "disputes_charge_idx" ON "disputes" USING btree ("charge_id");--> statement-breakpoint
CREATE INDEX "disputes_newest_idx" ON "disputes" USING btree ("opened_at","id");--> statement-breakpoint
CREATE INDEX "disputes_waiting_idx" ON "disputes" USING btree ("challenge_by") WHERE "disputes"."status" = 'opened';--> statement-breakpoint
CREATE TRIGGER "disputes_audited" AFTER INSERT OR UPDATE OR DELETE ON "disputes"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- The disputes in the ledger. Old ones that were not won are lost: no bank decides later.
INSERT INTO "disputes" ("provider", "provider_dispute_id", "charge_id", "stage", "status", "amount_cents", "opened_at", "reported_at")
SELECT d."provider", d."provider_reference", d."reverses", 'dispute',
  CASE WHEN w."id" IS NOT NULL THEN 'won' WHEN d."occurred_at" < now() - interval '120 days' THEN 'lost' ELSE 'opened' END,
  (SELECT -sum(e."amount_cents") FROM "ledger_entries" e JOIN "ledger_accounts" a ON a."id" = e."account_id" AND a."kind" = 'cash'
    WHERE e."transaction_id" = d."id"),
  d."occurred_at", coalesce(w."occurred_at", d."occurred_at")
FROM "ledger_transactions" d
LEFT JOIN "ledger_transactions" w ON w."reverses" = d."id" AND w."kind" = 'dispute_won'
WHERE d."kind" = 'dispute';
