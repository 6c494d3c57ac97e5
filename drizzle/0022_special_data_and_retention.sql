CREATE TABLE "special_data" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text,
	"consented_at" timestamp (3) with time zone NOT NULL,
	"consent_version" integer NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "special_data_only_with_consent" CHECK (("special_data"."sealed" is null) = ("special_data"."withdrawn_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_sexual_preference_check";--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_preferences_max";--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "special_data" text;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "consented_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "consent_version" integer;--> statement-breakpoint
ALTER TABLE "special_data" ADD CONSTRAINT "special_data_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "influencer_applications_retention_idx" ON "influencer_applications" USING btree ("reviewed_at") WHERE "influencer_applications"."status" = 'rejected';--> statement-breakpoint
CREATE INDEX "post_notifications_retention_idx" ON "post_notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "post_views_retention_idx" ON "post_views" USING btree ("viewed_at");--> statement-breakpoint
CREATE INDEX "checkouts_retention_idx" ON "checkouts" USING btree ("expires_at") WHERE "checkouts"."status" <> 'completed';--> statement-breakpoint
CREATE INDEX "payment_events_retention_idx" ON "payment_events" USING btree ("handled_at");--> statement-breakpoint
CREATE INDEX "contact_messages_retention_idx" ON "contact_messages" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "task_notifications_retention_idx" ON "task_notifications" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "sexual_preference";--> statement-breakpoint
ALTER TABLE "profiles" DROP COLUMN "preferences";--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_special_data_only_with_consent" CHECK (("sign_ups"."special_data" is null) = ("sign_ups"."consented_at" is null) and ("sign_ups"."special_data" is null) = ("sign_ups"."consent_version" is null));--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_special_data_until_confirmed" CHECK ("sign_ups"."confirmed_at" is null or "sign_ups"."special_data" is null);--> statement-breakpoint
-- Nobody has consented to the storage of these answers on their own, so they are deleted; fans can enter them
-- again under My Account. Writing the table anew removes them from its file as well.
CLUSTER "profiles" USING "profiles_pkey";--> statement-breakpoint
ALTER TABLE "profiles" SET WITHOUT CLUSTER;--> statement-breakpoint
UPDATE "sign_ups" SET "profile" = "profile" - 'sexualPreference' - 'preferences';--> statement-breakpoint
DROP TRIGGER "profiles_audited" ON "profiles";--> statement-breakpoint
CREATE TRIGGER "profiles_audited" AFTER INSERT OR UPDATE OR DELETE ON "profiles"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('gender');
--> statement-breakpoint
-- Entries of the audit trail may be deleted once their period is over (RETENTION_MONTHS.auditEntries). The
-- product has one role in the database, so the age protects an entry, not who deletes it.
CREATE FUNCTION "refuse_early_deletion"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.at > now() - interval '36 months' THEN
    RAISE EXCEPTION 'entries of the audit trail are retained for 36 months';
  END IF;
  RETURN old;
END $$;--> statement-breakpoint
DROP TRIGGER "audit_entries_final" ON "audit_entries";--> statement-breakpoint
CREATE TRIGGER "audit_entries_final" BEFORE UPDATE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_entries_retained" BEFORE DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_early_deletion"();
