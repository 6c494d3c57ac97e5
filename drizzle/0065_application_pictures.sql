CREATE TABLE "application_pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"fingerprint" text NOT NULL,
	"s3_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "application_pictures_file_name" CHECK (char_length("application_pictures"."file_name") between 1 and 255)
);
--> statement-breakpoint
ALTER TABLE "application_pictures" ADD CONSTRAINT "application_pictures_application_id_influencer_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."influencer_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "application_pictures_fingerprint_key" ON "application_pictures" USING btree ("application_id","fingerprint");--> statement-breakpoint
-- Written by hand: whatever removes a picture, the deletion of its application included, its file is removed as well.
CREATE FUNCTION "note_removed_application_picture"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "deleted_files" ("key") VALUES (old.s3_key);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "application_pictures_removed" AFTER DELETE OR UPDATE OF "s3_key" ON "application_pictures"
  FOR EACH ROW EXECUTE FUNCTION "note_removed_application_picture"();
