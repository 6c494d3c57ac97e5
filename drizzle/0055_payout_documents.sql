CREATE TABLE "payout_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"prefix" text NOT NULL,
	"year" integer NOT NULL,
	"sequence" integer NOT NULL,
	"number" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"payout_id" uuid NOT NULL,
	"corrects" uuid,
	"net_cents" bigint NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "payout_documents_kind_check" CHECK ("payout_documents"."kind" in ('statement', 'credit_note')),
	CONSTRAINT "payout_documents_number_check" CHECK ("payout_documents"."sequence" > 0 and "payout_documents"."number" = "payout_documents"."prefix" || '-' || "payout_documents"."year" || '-' || lpad("payout_documents"."sequence"::text, greatest(6, length("payout_documents"."sequence"::text)), '0')),
	CONSTRAINT "payout_documents_amount_check" CHECK (case "payout_documents"."kind" when 'statement' then "payout_documents"."net_cents" > 0 and "payout_documents"."corrects" is null
        else "payout_documents"."net_cents" < 0 and "payout_documents"."corrects" is not null end)
);
--> statement-breakpoint
ALTER TABLE "document_series" ADD COLUMN "share_account_id" integer;--> statement-breakpoint
ALTER TABLE "payout_documents" ADD CONSTRAINT "payout_documents_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_documents" ADD CONSTRAINT "payout_documents_corrects_fk" FOREIGN KEY ("corrects") REFERENCES "public"."payout_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_documents_sequence_key" ON "payout_documents" USING btree ("prefix","year","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_documents_corrects_key" ON "payout_documents" USING btree ("corrects");--> statement-breakpoint
CREATE INDEX "payout_documents_payout_idx" ON "payout_documents" USING btree ("payout_id");--> statement-breakpoint
ALTER TABLE "document_series" ADD CONSTRAINT "document_series_share_account_id_ledger_accounts_id_fk" FOREIGN KEY ("share_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER "payout_documents_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "payout_documents"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_document_change"();
