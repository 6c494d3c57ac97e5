CREATE TABLE "blocked_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"sha256" text,
	"hash_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" uuid,
	"lift_reason" text,
	CONSTRAINT "blocked_files_source_check" CHECK ("blocked_files"."source" in ('file', 'list')),
	CONSTRAINT "blocked_files_sha256_check" CHECK ("blocked_files"."sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "blocked_files_hash_check" CHECK ("blocked_files"."sha256" is not null or "blocked_files"."hash_count" > 0),
	CONSTRAINT "blocked_files_lift_check" CHECK (("blocked_files"."lifted_at" is null) = ("blocked_files"."lift_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "blocked_hashes" (
	"blocked_file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"hash" bit(256) NOT NULL,
	CONSTRAINT "blocked_hashes_blocked_file_id_position_pk" PRIMARY KEY("blocked_file_id","position")
);
--> statement-breakpoint
CREATE TABLE "blocked_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"blocked_file_id" uuid NOT NULL,
	"media_id" uuid,
	"file_name" text NOT NULL,
	"uploaded_by" uuid,
	"matched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"distance" integer,
	CONSTRAINT "blocked_uploads_distance_check" CHECK ("blocked_uploads"."distance" between 0 and 256)
);
--> statement-breakpoint
ALTER TABLE "content_media" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "content_media" ADD COLUMN "perceptual_hashes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "blocked_files" ADD CONSTRAINT "blocked_files_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_files" ADD CONSTRAINT "blocked_files_lifted_by_users_id_fk" FOREIGN KEY ("lifted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_hashes" ADD CONSTRAINT "blocked_hashes_blocked_file_id_blocked_files_id_fk" FOREIGN KEY ("blocked_file_id") REFERENCES "public"."blocked_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_uploads" ADD CONSTRAINT "blocked_uploads_blocked_file_id_blocked_files_id_fk" FOREIGN KEY ("blocked_file_id") REFERENCES "public"."blocked_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_uploads" ADD CONSTRAINT "blocked_uploads_media_id_content_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."content_media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocked_uploads" ADD CONSTRAINT "blocked_uploads_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "blocked_files_sha256_key" ON "blocked_files" USING btree ("sha256") WHERE "blocked_files"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "blocked_files_newest_idx" ON "blocked_files" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "blocked_uploads_media_key" ON "blocked_uploads" USING btree ("media_id","blocked_file_id");--> statement-breakpoint
CREATE INDEX "blocked_uploads_newest_idx" ON "blocked_uploads" USING btree ("blocked_file_id","matched_at");--> statement-breakpoint
CREATE TRIGGER "blocked_files_audited" AFTER INSERT OR UPDATE OR DELETE ON "blocked_files"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
