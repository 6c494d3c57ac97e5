CREATE TABLE "complaint_evidence" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"complaint_id" uuid NOT NULL,
	"source" text NOT NULL,
	"added_by" uuid,
	"file_name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"s3_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "complaint_evidence_source_check" CHECK ("complaint_evidence"."source" in ('reporter', 'influencer', 'team')),
	CONSTRAINT "complaint_evidence_type_check" CHECK ("complaint_evidence"."type" in ('picture', 'pdf')),
	CONSTRAINT "complaint_evidence_adder" CHECK ("complaint_evidence"."added_by" is null or "complaint_evidence"."source" = 'team'),
	CONSTRAINT "complaint_evidence_file_name" CHECK (char_length("complaint_evidence"."file_name") between 1 and 255)
);
--> statement-breakpoint
ALTER TABLE "complaint_events" DROP CONSTRAINT "complaint_events_event_check";--> statement-breakpoint
ALTER TABLE "complaint_evidence" ADD CONSTRAINT "complaint_evidence_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_evidence" ADD CONSTRAINT "complaint_evidence_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "complaint_evidence_sha256_key" ON "complaint_evidence" USING btree ("complaint_id","source","sha256");--> statement-breakpoint
CREATE INDEX "complaint_evidence_complaint_idx" ON "complaint_evidence" USING btree ("complaint_id","created_at","id");--> statement-breakpoint
CREATE INDEX "complaint_evidence_adder_idx" ON "complaint_evidence" USING btree ("added_by");--> statement-breakpoint
ALTER TABLE "complaint_events" ADD CONSTRAINT "complaint_events_event_check" CHECK ("complaint_events"."event" in ('received', 'question', 'information', 'hidden', 'restored', 'decided', 'appealed', 'appeal_decided', 'evidence', 'evidence_removed'));
--> statement-breakpoint
-- Written by hand: whatever removes evidence, the deletion of its complaint included, its file is removed as well.
CREATE FUNCTION "note_removed_complaint_evidence"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "deleted_files" ("key") VALUES (old.s3_key);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "complaint_evidence_removed" AFTER DELETE OR UPDATE OF "s3_key" ON "complaint_evidence"
  FOR EACH ROW EXECUTE FUNCTION "note_removed_complaint_evidence"();--> statement-breakpoint
CREATE TRIGGER "complaint_evidence_audited" AFTER INSERT OR UPDATE OR DELETE ON "complaint_evidence"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('s3_key');
