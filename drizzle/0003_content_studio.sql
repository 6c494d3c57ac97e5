CREATE TABLE "deleted_files" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deleted_files_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploads" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "uploads" CASCADE;--> statement-breakpoint
ALTER TABLE "content_posts" DROP CONSTRAINT "content_posts_caption_not_blank";--> statement-breakpoint
DROP INDEX "content_posts_influencer_newest_idx";--> statement-breakpoint
DROP INDEX "content_posts_newest_idx";--> statement-breakpoint
DROP INDEX "content_posts_category_newest_idx";--> statement-breakpoint
ALTER TABLE "content_media" ALTER COLUMN "post_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "content_media" ALTER COLUMN "display_order" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "content_media" ALTER COLUMN "width" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "content_media" ALTER COLUMN "height" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "content_media" ALTER COLUMN "variant_widths" SET DEFAULT '{}';--> statement-breakpoint
ALTER TABLE "content_media" ALTER COLUMN "teaser" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "content_posts" ALTER COLUMN "influencer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "content_posts" ALTER COLUMN "category" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "content_media" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "content_media" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "content_media" ADD COLUMN "file_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_media" ADD COLUMN "state" text DEFAULT 'processing' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_media" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "content_media" ADD COLUMN "renditions" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "published_at" timestamp (3) with time zone;--> statement-breakpoint
-- What there was is published, and its files are ready.
UPDATE "content_media" SET "state" = 'ready';--> statement-breakpoint
UPDATE "content_posts" SET "publish_at" = "created_at", "published_at" = "created_at";--> statement-breakpoint
ALTER TABLE "content_media" ADD CONSTRAINT "content_media_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_media_unused_idx" ON "content_media" USING btree ("created_at") WHERE "content_media"."post_id" is null;--> statement-breakpoint
CREATE INDEX "content_posts_influencer_published_idx" ON "content_posts" USING btree ("influencer_id","published_at","id") WHERE "content_posts"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "content_posts_published_idx" ON "content_posts" USING btree ("published_at","id") WHERE "content_posts"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "content_posts_category_published_idx" ON "content_posts" USING btree ("category","published_at","id") WHERE "content_posts"."published_at" is not null;--> statement-breakpoint
CREATE INDEX "content_posts_created_idx" ON "content_posts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "content_posts_unpublished_idx" ON "content_posts" USING btree ("created_at","id") WHERE "content_posts"."published_at" is null;--> statement-breakpoint
CREATE INDEX "content_posts_due_idx" ON "content_posts" USING btree ("publish_at") WHERE "content_posts"."publish_at" is not null and "content_posts"."published_at" is null;--> statement-breakpoint
ALTER TABLE "content_media" ADD CONSTRAINT "content_media_state_check" CHECK ("content_media"."state" in ('processing', 'ready', 'failed'));--> statement-breakpoint
ALTER TABLE "content_media" ADD CONSTRAINT "content_media_placed" CHECK (("content_media"."post_id" is null) = ("content_media"."display_order" is null));--> statement-breakpoint
ALTER TABLE "content_media" ADD CONSTRAINT "content_media_failed" CHECK (("content_media"."state" = 'failed') = ("content_media"."failure" is not null));--> statement-breakpoint
ALTER TABLE "content_media" ADD CONSTRAINT "content_media_ready" CHECK ("content_media"."state" <> 'ready' or ("content_media"."width" is not null and "content_media"."height" is not null
        and "content_media"."teaser" is not null));--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_complete" CHECK ("content_posts"."publish_at" is null or ("content_posts"."influencer_id" is not null
        and "content_posts"."category" is not null and btrim("content_posts"."caption") <> ''));--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_published_was_due" CHECK ("content_posts"."published_at" is null or "content_posts"."publish_at" <= "content_posts"."published_at");--> statement-breakpoint
-- Whatever deletes the row of a file, a cascade included, its bytes are removed as well.
CREATE FUNCTION "note_deleted_media"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  stem text := regexp_replace(old.s3_key, '\.[a-z0-9]+$', '');
BEGIN
  IF NOT EXISTS (SELECT FROM "content_media" WHERE "s3_key" = old.s3_key) THEN
    INSERT INTO "deleted_files" ("key")
    SELECT old.s3_key
    UNION ALL SELECT stem || '/'
    UNION ALL SELECT stem || '.w' || width || '.webp' FROM unnest(old.variant_widths) width;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "content_media_deleted" AFTER DELETE ON "content_media"
  FOR EACH ROW EXECUTE FUNCTION "note_deleted_media"();
