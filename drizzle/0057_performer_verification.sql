CREATE TABLE "performer_documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"performer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"country" text,
	"sealed_number" text,
	"expires_on" date,
	"s3_key" text NOT NULL,
	"sealed_file_key" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "performer_documents_s3_key_key" UNIQUE("s3_key"),
	CONSTRAINT "performer_documents_kind_check" CHECK ("performer_documents"."kind" in ('passport', 'id-card', 'driver-license', 'residence-permit', 'face-picture')),
	CONSTRAINT "performer_documents_details_check" CHECK (case when "performer_documents"."kind" = 'face-picture'
        then num_nonnulls("performer_documents"."country", "performer_documents"."sealed_number", "performer_documents"."expires_on") = 0
        else num_nonnulls("performer_documents"."country", "performer_documents"."sealed_number", "performer_documents"."expires_on") = 3 end)
);
--> statement-breakpoint
CREATE TABLE "performer_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"performer_id" uuid NOT NULL,
	"status" text DEFAULT 'started' NOT NULL,
	"word" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"document_id" uuid,
	"face_picture_id" uuid,
	"expires_on" date,
	"checked_by" uuid,
	"checked_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "performer_verifications_status_check" CHECK ("performer_verifications"."status" in ('started', 'checked', 'verified', 'rejected')),
	CONSTRAINT "performer_verifications_checked_check" CHECK (case when "performer_verifications"."status" in ('checked', 'verified')
        then num_nulls("performer_verifications"."document_id", "performer_verifications"."face_picture_id", "performer_verifications"."expires_on", "performer_verifications"."checked_by", "performer_verifications"."checked_at") = 0
        else true end),
	CONSTRAINT "performer_verifications_decided_check" CHECK (case when "performer_verifications"."status" in ('verified', 'rejected')
        then num_nulls("performer_verifications"."decided_by", "performer_verifications"."decided_at") = 0
        else num_nonnulls("performer_verifications"."decided_by", "performer_verifications"."decided_at") = 0 end),
	CONSTRAINT "performer_verifications_by_two_people" CHECK ("performer_verifications"."status" <> 'verified' or "performer_verifications"."checked_by" <> "performer_verifications"."decided_by"),
	CONSTRAINT "performer_verifications_rejected_with_reason" CHECK (("performer_verifications"."status" = 'rejected') = ("performer_verifications"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "performer_documents" ADD CONSTRAINT "performer_documents_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performer_verifications" ADD CONSTRAINT "performer_verifications_performer_id_performers_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."performers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performer_verifications" ADD CONSTRAINT "performer_verifications_document_id_performer_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."performer_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performer_verifications" ADD CONSTRAINT "performer_verifications_face_picture_id_performer_documents_id_fk" FOREIGN KEY ("face_picture_id") REFERENCES "public"."performer_documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "performer_documents_performer_idx" ON "performer_documents" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "performer_verifications_open_key" ON "performer_verifications" USING btree ("performer_id") WHERE "performer_verifications"."status" in ('started', 'checked');--> statement-breakpoint
CREATE INDEX "performer_verifications_newest_idx" ON "performer_verifications" USING btree ("performer_id","started_at");--> statement-breakpoint
CREATE INDEX "performer_verifications_document_idx" ON "performer_verifications" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "performer_verifications_face_picture_idx" ON "performer_verifications" USING btree ("face_picture_id");--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'application', 'applications', 'assets', 'audit', 'auth', 'automation', 'avatars', 'bank-files', 'cancel', 'cards', 'confirm-email', 'complaints', 'contact', 'content', 'corrections', 'dashboard', 'debug', 'disputes', 'earnings', 'fans', 'favicon', 'finish-sign-up', 'for-creators', 'forgot-password', 'health', 'icons', 'images', 'import', 'inbox', 'influencer', 'influencers', 'invitation', 'invoices', 'ledger', 'ledger-checks', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payment-events', 'payments', 'payouts', 'performer-documents', 'performers', 'privacy', 'problems', 'profile', 'public', 'receipts', 'reconciliation', 'report', 'report-status', 'reports', 'reset-password', 'restore-email', 'robots', 'sandbox', 'secure-account', 'setup', 'signup', 'sitemap', 'statements', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'tax-report', 'terms', 'thank-you', 'unsubscribe', 'uploads', 'users', 'vault', 'webhooks'));--> statement-breakpoint
CREATE FUNCTION "note_removed_performer_document"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "deleted_files" ("key") VALUES (old.s3_key);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "performer_documents_removed" AFTER DELETE ON "performer_documents"
  FOR EACH ROW EXECUTE FUNCTION "note_removed_performer_document"();
--> statement-breakpoint
CREATE TRIGGER "performer_documents_audited" AFTER INSERT OR UPDATE OR DELETE ON "performer_documents"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('sealed_number,sealed_file_key,s3_key');
--> statement-breakpoint
CREATE TRIGGER "performer_verifications_audited" AFTER INSERT OR UPDATE OR DELETE ON "performer_verifications"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
--> statement-breakpoint
-- A decided check never changes, whatever the code does.
CREATE FUNCTION "refuse_change_of_decided_check"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a decided check of identity never changes';
END $$;
--> statement-breakpoint
CREATE TRIGGER "performer_verifications_final" BEFORE UPDATE ON "performer_verifications"
  FOR EACH ROW WHEN (old."status" IN ('verified', 'rejected')) EXECUTE FUNCTION "refuse_change_of_decided_check"();
