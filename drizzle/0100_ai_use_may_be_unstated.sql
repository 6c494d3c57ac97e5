-- By hand:
-- A post may be scheduled without saying whether AI made it: that is a state of its own, which a review
-- asks about. What was said is never taken back.
DROP TRIGGER "content_posts_ai_use_stated" ON "content_posts";--> statement-breakpoint
CREATE TRIGGER "content_posts_ai_use_stated" BEFORE UPDATE OF "ai_use" ON "content_posts"
  FOR EACH ROW WHEN (new."ai_use" IS NULL AND old."ai_use" IS NOT NULL) EXECUTE FUNCTION "require_ai_use"();
