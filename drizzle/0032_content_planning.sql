ALTER TABLE "content_posts" ADD COLUMN "planned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_posts" ADD COLUMN "time_zone" text;--> statement-breakpoint
CREATE INDEX "content_posts_date_idx" ON "content_posts" USING btree (coalesce("published_at", "publish_at", "planned_at", "created_at"),"id");--> statement-breakpoint
CREATE INDEX "content_posts_influencer_date_idx" ON "content_posts" USING btree ("influencer_id",coalesce("published_at", "publish_at", "planned_at", "created_at"),"id");--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_time_zone_name" CHECK ("content_posts"."time_zone" ~ '^[A-Za-z0-9_+/-]{1,64}$');--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_planned" CHECK ("content_posts"."planned_at" is null or ("content_posts"."publish_at" is null and "content_posts"."time_zone" is not null));--> statement-breakpoint
-- The time zone of whoever scheduled the post, as far as it is known.
UPDATE content_posts SET time_zone = coalesce(
  (SELECT users.time_zone FROM users WHERE users.id = content_posts.created_by), 'UTC')
WHERE publish_at IS NOT NULL AND published_at IS NULL;
