CREATE TABLE "influencer_agreements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"influencer_id" uuid NOT NULL,
	"title" text NOT NULL,
	"signed_on" date NOT NULL,
	"ends_on" date,
	"location" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "influencer_agreements_not_blank" CHECK (btrim("influencer_agreements"."title") <> ''),
	CONSTRAINT "influencer_agreements_end" CHECK ("influencer_agreements"."ends_on" >= "influencer_agreements"."signed_on")
);
--> statement-breakpoint
ALTER TABLE "automation_rules" ADD COLUMN "tag" text;--> statement-breakpoint
ALTER TABLE "influencer_agreements" ADD CONSTRAINT "influencer_agreements_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_agreements" ADD CONSTRAINT "influencer_agreements_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "influencer_agreements_newest_idx" ON "influencer_agreements" USING btree ("influencer_id","signed_on");--> statement-breakpoint
CREATE INDEX "influencer_agreements_created_by_idx" ON "influencer_agreements" USING btree ("created_by");--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_tag_check" CHECK (btrim("automation_rules"."tag") <> '');--> statement-breakpoint
CREATE TRIGGER "influencer_agreements_audited" AFTER INSERT OR UPDATE OR DELETE ON "influencer_agreements"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
