CREATE TABLE "tax_details" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sealed" text NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL,
	"proposed_by" uuid,
	"proposed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	"influencer_id" uuid,
	"form" text NOT NULL,
	"legal_name" text NOT NULL,
	"country" text NOT NULL,
	"last_four" text,
	"certified_on" date NOT NULL,
	"share_account_id" integer,
	"retained_since" timestamp (3) with time zone,
	CONSTRAINT "tax_details_status_check" CHECK ("tax_details"."status" in ('proposed', 'confirmed', 'replaced', 'declined', 'withdrawn')),
	CONSTRAINT "tax_details_decided_check" CHECK (("tax_details"."status" = 'proposed') = ("tax_details"."decided_at" is null)),
	CONSTRAINT "tax_details_by_two_people" CHECK ("tax_details"."status" not in ('confirmed', 'replaced') or "tax_details"."proposed_by" <> "tax_details"."decided_by"),
	CONSTRAINT "tax_details_declined_with_reason" CHECK (("tax_details"."status" = 'declined') = ("tax_details"."reason" is not null)),
	CONSTRAINT "tax_details_form_check" CHECK ("tax_details"."form" in ('w9', 'w8ben', 'w8bene')),
	CONSTRAINT "tax_details_retained_check" CHECK (("tax_details"."influencer_id" is null) = ("tax_details"."retained_since" is not null)
        and ("tax_details"."share_account_id" is null) = ("tax_details"."retained_since" is null))
);
--> statement-breakpoint
ALTER TABLE "tax_details" ADD CONSTRAINT "tax_details_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_details" ADD CONSTRAINT "tax_details_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_details" ADD CONSTRAINT "tax_details_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_details" ADD CONSTRAINT "tax_details_share_account_id_ledger_accounts_id_fk" FOREIGN KEY ("share_account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_details_proposed_key" ON "tax_details" USING btree ("influencer_id") WHERE "tax_details"."status" = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX "tax_details_confirmed_key" ON "tax_details" USING btree ("influencer_id") WHERE "tax_details"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "tax_details_influencer_idx" ON "tax_details" USING btree ("influencer_id","proposed_at");--> statement-breakpoint
CREATE INDEX "tax_details_share_idx" ON "tax_details" USING btree ("share_account_id");--> statement-breakpoint
CREATE INDEX "tax_details_retained_idx" ON "tax_details" USING btree ("retained_since");--> statement-breakpoint
CREATE TRIGGER "tax_details_audited" AFTER INSERT OR UPDATE OR DELETE ON "tax_details"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('sealed');
