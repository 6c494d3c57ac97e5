CREATE TABLE "account_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"influencer_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"text" text NOT NULL,
	"strikes" integer NOT NULL,
	"decided_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_decisions_outcome_check" CHECK ("account_decisions"."outcome" in ('continue', 'warned', 'ended')),
	CONSTRAINT "account_decisions_strikes" CHECK ("account_decisions"."strikes" > 0)
);
--> statement-breakpoint
CREATE TABLE "strike_rule" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"months" integer DEFAULT 12 NOT NULL,
	"decide_from" integer DEFAULT 3 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "strike_rule_is_one_row" CHECK ("strike_rule"."id"),
	CONSTRAINT "strike_rule_months" CHECK ("strike_rule"."months" between 1 and 120),
	CONSTRAINT "strike_rule_decide_from" CHECK ("strike_rule"."decide_from" between 1 and 50)
);
--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_decisions_influencer_idx" ON "account_decisions" USING btree ("influencer_id","created_at");--> statement-breakpoint
CREATE INDEX "account_decisions_decider_idx" ON "account_decisions" USING btree ("decided_by");
--> statement-breakpoint
-- Written by hand: the rule is one row, and both tables are audited.
INSERT INTO "strike_rule" DEFAULT VALUES;--> statement-breakpoint
CREATE TRIGGER "strike_rule_audited" AFTER INSERT OR UPDATE OR DELETE ON "strike_rule"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "account_decisions_audited" AFTER INSERT OR UPDATE OR DELETE ON "account_decisions"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
