CREATE TABLE "favorites" (
	"subscriber_id" uuid NOT NULL,
	"influencer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favorites_subscriber_id_influencer_id_pk" PRIMARY KEY("subscriber_id","influencer_id")
);
--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "subscriber_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_subscriber_id_profiles_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favorites_influencer_idx" ON "favorites" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "profiles_category_idx" ON "profiles" USING btree ("content_category","created_at");--> statement-breakpoint
CREATE INDEX "profiles_marketplace_search_idx" ON "profiles" USING gin ("content_category" gin_trgm_ops,"bio" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "subscription_plans_price_idx" ON "subscription_plans" USING btree ("price_monthly_cents","influencer_id") WHERE "subscription_plans"."is_active";--> statement-breakpoint
CREATE INDEX "subscription_plans_popular_idx" ON "subscription_plans" USING btree ("subscriber_count","influencer_id") WHERE "subscription_plans"."is_active";--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_subscriber_count_check" CHECK ("subscription_plans"."subscriber_count" >= 0);--> statement-breakpoint
-- Written by hand: the first count; later counts are made by a job.
UPDATE "subscription_plans" SET "subscriber_count" = "counted"."total"
FROM (
  SELECT "influencer_id", count(*)::int AS "total" FROM "user_subscriptions" WHERE "status" = 'active' GROUP BY "influencer_id"
) "counted"
WHERE "counted"."influencer_id" = "subscription_plans"."influencer_id" AND "subscription_plans"."is_active";
