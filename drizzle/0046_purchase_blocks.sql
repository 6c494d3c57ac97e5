CREATE TABLE "purchase_blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"fan_id" uuid NOT NULL,
	"dispute_id" uuid NOT NULL,
	"blocked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" uuid,
	"lift_reason" text,
	CONSTRAINT "purchase_blocks_dispute_key" UNIQUE("dispute_id"),
	CONSTRAINT "purchase_blocks_lifted_check" CHECK (num_nonnulls("purchase_blocks"."lifted_at", "purchase_blocks"."lift_reason") in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "purchase_blocks" ADD CONSTRAINT "purchase_blocks_fan_id_profiles_id_fk" FOREIGN KEY ("fan_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_blocks" ADD CONSTRAINT "purchase_blocks_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_blocks" ADD CONSTRAINT "purchase_blocks_lifted_by_users_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "purchase_blocks_fan_idx" ON "purchase_blocks" USING btree ("fan_id","lifted_at");--> statement-breakpoint
CREATE TRIGGER "purchase_blocks_audited" AFTER INSERT OR UPDATE OR DELETE ON "purchase_blocks"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
INSERT INTO "purchase_blocks" ("fan_id", "dispute_id")
SELECT p."id", d."id" FROM "disputes" d
JOIN "ledger_transactions" t ON t."id" = d."charge_id"
JOIN "profiles" p ON p."id" = t."subscriber_id"
WHERE d."status" = 'opened' AND d."stage" <> 'pre_dispute';
