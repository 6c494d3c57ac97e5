ALTER TABLE "content_posts" DROP CONSTRAINT "content_posts_published_was_due";--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_published_was_due" CHECK ("content_posts"."published_at" is null
        or ("content_posts"."publish_at" is not null and "content_posts"."publish_at" <= "content_posts"."published_at"));