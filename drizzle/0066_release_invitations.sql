CREATE TABLE "release_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"influencer_id" uuid NOT NULL,
	"scopes" text[] NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"email" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"signed_agreement_id" uuid,
	CONSTRAINT "release_invitations_signed_key" UNIQUE("signed_agreement_id"),
	CONSTRAINT "release_invitations_scopes_check" CHECK (cardinality("release_invitations"."scopes") > 0
        and "release_invitations"."scopes" <@ array['subscription', 'public-preview', 'marketing']),
	CONSTRAINT "release_invitations_period_check" CHECK (coalesce("release_invitations"."ends_on" >= "release_invitations"."starts_on", true)),
	CONSTRAINT "release_invitations_used_or_ended" CHECK ("release_invitations"."ended_at" is null or "release_invitations"."signed_agreement_id" is null)
);
--> statement-breakpoint
ALTER TABLE "release_invitations" ADD CONSTRAINT "release_invitations_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_invitations" ADD CONSTRAINT "release_invitations_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_invitations" ADD CONSTRAINT "release_invitations_signed_agreement_id_signed_agreements_id_fk" FOREIGN KEY ("signed_agreement_id") REFERENCES "public"."signed_agreements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "release_invitations_open_key" ON "release_invitations" USING btree ("performer_id","influencer_id") WHERE "release_invitations"."ended_at" is null and "release_invitations"."signed_agreement_id" is null;--> statement-breakpoint
CREATE INDEX "release_invitations_performer_idx" ON "release_invitations" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "release_invitations_influencer_idx" ON "release_invitations" USING btree ("influencer_id");--> statement-breakpoint
CREATE TRIGGER "release_invitations_audited" AFTER INSERT OR UPDATE OR DELETE ON "release_invitations"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
