CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "user_roles_role_check" CHECK ("user_roles"."role" in ('admin', 'staff', 'influencer', 'subscriber'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"banned" boolean DEFAULT false NOT NULL,
	"ban_reason" text,
	"ban_expires" timestamp (3) with time zone,
	"must_change_password" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lowercase" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"phone" text,
	"bio" text,
	"date_of_birth" date,
	"location" text,
	"gender" text,
	"sexual_preference" text,
	"preferences" text[] DEFAULT '{}'::text[] NOT NULL,
	"avatar_url" text,
	"profile_photo_s_3_key" text,
	"profile_photo_s_3_url" text,
	"public_url" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"content_category" text,
	"goals" text,
	"achievements" text,
	"portfolio_url" text,
	"other_platforms" text,
	"niche" text,
	"brand_personality" text,
	"target_audience" text,
	"experience_years" integer,
	"previous_brands" text,
	"why_join" text,
	"portfolio_links" text,
	"best_content" text,
	"instagram_handle" text,
	"instagram_followers" integer DEFAULT 0 NOT NULL,
	"onlyfans_handle" text,
	"onlyfans_followers" integer DEFAULT 0 NOT NULL,
	"onlyfans_subscribers" integer DEFAULT 0 NOT NULL,
	"tiktok_handle" text,
	"tiktok_followers" integer DEFAULT 0 NOT NULL,
	"youtube_channel" text,
	"youtube_subscribers" integer DEFAULT 0 NOT NULL,
	"page_theme_color" text,
	"page_hero_title" text,
	"page_hero_subtitle" text,
	"page_hero_image" text,
	"page_hero_alignment" text DEFAULT 'center' NOT NULL,
	"page_about_title" text,
	"page_about_content" text,
	"page_about_images" text[] DEFAULT '{}'::text[] NOT NULL,
	"page_sneak_peek_images" text[] DEFAULT '{}'::text[] NOT NULL,
	"page_why_signup_title" text,
	"page_why_signup_content" text,
	"page_why_signup_images" text[] DEFAULT '{}'::text[] NOT NULL,
	"page_ready_section_background" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "profiles_publicUrl_unique" UNIQUE("public_url"),
	CONSTRAINT "profiles_gender_check" CHECK ("profiles"."gender" in ('male', 'female', 'non-binary', 'prefer-not-to-say', 'other')),
	CONSTRAINT "profiles_sexual_preference_check" CHECK ("profiles"."sexual_preference" in ('straight', 'gay', 'lesbian', 'bisexual', 'pansexual', 'asexual', 'other', 'prefer-not-to-say')),
	CONSTRAINT "profiles_hero_alignment_check" CHECK ("profiles"."page_hero_alignment" in ('top-center', 'center', 'bottom-center')),
	CONSTRAINT "profiles_preferences_max" CHECK (cardinality("profiles"."preferences") <= 5),
	CONSTRAINT "profiles_public_url_slug" CHECK ("profiles"."public_url" ~ '^[a-z0-9-]+$'),
	CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'api', 'applications', 'assets', 'auth', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'forgot-password', 'health', 'icons', 'images', 'influencer', 'influencers', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payouts', 'privacy', 'profile', 'public', 'reset-password', 'robots', 'sandbox', 'setup', 'signup', 'sitemap', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'uploads', 'users', 'webhooks')),
	CONSTRAINT "profiles_theme_color_hex" CHECK ("profiles"."page_theme_color" ~ '^#[0-9a-fA-F]{6}$'),
	CONSTRAINT "profiles_about_images_max" CHECK (cardinality("profiles"."page_about_images") <= 6),
	CONSTRAINT "profiles_sneak_peek_images_max" CHECK (cardinality("profiles"."page_sneak_peek_images") <= 8),
	CONSTRAINT "profiles_why_signup_images_max" CHECK (cardinality("profiles"."page_why_signup_images") <= 4)
);
--> statement-breakpoint
CREATE TABLE "influencer_applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"age" integer,
	"location" text,
	"instagram_handle" text,
	"instagram_followers" integer DEFAULT 0 NOT NULL,
	"tiktok_handle" text,
	"tiktok_followers" integer DEFAULT 0 NOT NULL,
	"youtube_channel" text,
	"youtube_subscribers" integer DEFAULT 0 NOT NULL,
	"other_platforms" text,
	"content_category" text NOT NULL,
	"niche" text,
	"brand_personality" text,
	"target_audience" text,
	"experience" text,
	"previous_brands" text,
	"goals" text,
	"why_join" text NOT NULL,
	"portfolio_links" text,
	"best_content" text,
	"achievements" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reviewed_by" uuid,
	"reviewed_at" timestamp (3) with time zone,
	"notes" text,
	CONSTRAINT "influencer_applications_status_check" CHECK ("influencer_applications"."status" in ('pending', 'accepted', 'rejected')),
	CONSTRAINT "influencer_applications_category_check" CHECK ("influencer_applications"."content_category" in ('Fashion & Beauty', 'Fitness & Health', 'Food & Cooking', 'Travel', 'Technology', 'Gaming', 'Lifestyle', 'Business', 'Education', 'Entertainment')),
	CONSTRAINT "influencer_applications_personality_check" CHECK ("influencer_applications"."brand_personality" in ('Authentic & Relatable', 'Luxury & High-End', 'Fun & Playful', 'Professional & Serious', 'Inspirational & Motivational', 'Trendy & Fashionable')),
	CONSTRAINT "influencer_applications_reviewed" CHECK (("influencer_applications"."status" = 'pending') = ("influencer_applications"."reviewed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"influencer_id" uuid NOT NULL,
	"subscription_plan_id" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkouts_status_check" CHECK ("checkouts"."status" in ('open', 'completed', 'declined', 'expired')),
	CONSTRAINT "checkouts_price_check" CHECK ("checkouts"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"provider_event_id" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "influencer_content" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"influencer_id" uuid NOT NULL,
	"view_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "influencer_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"influencer_id" uuid NOT NULL,
	"created_by" uuid,
	"note" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "influencer_notes_not_blank" CHECK (btrim("influencer_notes"."note") <> '')
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" text PRIMARY KEY NOT NULL,
	"created_by" uuid NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"mime_type" text NOT NULL,
	"s3_key" text NOT NULL,
	"file_size" bigint NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"duration_seconds" real,
	"variant_widths" integer[] NOT NULL,
	"teaser" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_media_type_check" CHECK ("uploads"."media_type" in ('image', 'video')),
	CONSTRAINT "uploads_file_size_check" CHECK ("uploads"."file_size" > 0)
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"influencer_id" uuid NOT NULL,
	"paid_by" uuid,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"total_subscriptions" integer NOT NULL,
	"gross_revenue_cents" integer NOT NULL,
	"merchant_fee_cents" integer NOT NULL,
	"platform_commission_cents" integer NOT NULL,
	"net_payout_cents" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"notes" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payouts_status_check" CHECK ("payouts"."status" in ('pending', 'paid')),
	CONSTRAINT "payouts_paid_check" CHECK (("payouts"."status" = 'paid') = ("payouts"."paid_at" is not null)),
	CONSTRAINT "payouts_period_check" CHECK ("payouts"."period_end" >= "payouts"."period_start"),
	CONSTRAINT "payouts_adds_up" CHECK ("payouts"."gross_revenue_cents" = "payouts"."merchant_fee_cents" + "payouts"."platform_commission_cents" + "payouts"."net_payout_cents")
);
--> statement-breakpoint
CREATE TABLE "subscription_plans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"influencer_id" uuid NOT NULL,
	"price_monthly_cents" integer NOT NULL,
	"platform_commission_percent" numeric(5, 2) DEFAULT 20 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_plans_price_check" CHECK ("subscription_plans"."price_monthly_cents" >= 0),
	CONSTRAINT "subscription_plans_commission_check" CHECK ("subscription_plans"."platform_commission_percent" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "post_notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "content_media" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"media_type" text NOT NULL,
	"s3_key" text NOT NULL,
	"thumbnail_s_3_key" text,
	"file_size" bigint NOT NULL,
	"mime_type" text NOT NULL,
	"display_order" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"duration_seconds" real,
	"variant_widths" integer[] NOT NULL,
	"teaser" text NOT NULL,
	CONSTRAINT "content_media_type_check" CHECK ("content_media"."media_type" in ('image', 'video')),
	CONSTRAINT "content_media_file_size_check" CHECK ("content_media"."file_size" > 0),
	CONSTRAINT "content_media_teaser_small" CHECK (length("content_media"."teaser") <= 1500)
);
--> statement-breakpoint
CREATE TABLE "content_posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"influencer_id" uuid NOT NULL,
	"caption" text NOT NULL,
	"category" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_posts_category_check" CHECK ("content_posts"."category" in ('Amateur', 'Asian', 'BBW', 'Big Ass', 'Big Tits', 'Blonde', 'Brunette', 'Cosplay', 'Ebony', 'Feet', 'Goth', 'Latina', 'MILF', 'Petite', 'Redhead', 'Trans', 'Fitness', 'Gamer Girl', 'Girl Next Door', 'Athletic', 'Nerdy', 'Tattooed', 'Hotwife', 'Small Boobs', 'Beauty')),
	CONSTRAINT "content_posts_caption_not_blank" CHECK (btrim("content_posts"."caption") <> '')
);
--> statement-breakpoint
CREATE TABLE "user_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subscriber_id" uuid NOT NULL,
	"influencer_id" uuid NOT NULL,
	"subscription_plan_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"price_cents" integer NOT NULL,
	"current_period_start" timestamp (3) with time zone NOT NULL,
	"current_period_end" timestamp (3) with time zone NOT NULL,
	"cancel_at" timestamp (3) with time zone,
	"provider" text NOT NULL,
	"provider_subscription_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_subscriptions_status_check" CHECK ("user_subscriptions"."status" in ('active', 'paused', 'cancelled', 'past_due')),
	CONSTRAINT "user_subscriptions_period_check" CHECK ("user_subscriptions"."current_period_end" > "user_subscriptions"."current_period_start"),
	CONSTRAINT "user_subscriptions_price_check" CHECK ("user_subscriptions"."price_cents" >= 0),
	CONSTRAINT "user_subscriptions_not_self" CHECK ("user_subscriptions"."subscriber_id" <> "user_subscriptions"."influencer_id")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"assigned_to" uuid NOT NULL,
	"assigned_by" uuid,
	"due_date" timestamp (3) with time zone,
	"status" text DEFAULT 'assigned' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"submission_notes" text,
	"submission_url" text,
	"submission_method" text,
	"submission_custom_link" text,
	CONSTRAINT "tasks_status_check" CHECK ("tasks"."status" in ('assigned', 'in_progress', 'completed', 'rejected', 'failed', 'cancelled')),
	CONSTRAINT "tasks_submission_method_check" CHECK ("tasks"."submission_method" in ('WhatsApp', 'Google Drive', 'Email', 'Custom Link')),
	CONSTRAINT "tasks_title_not_blank" CHECK (btrim("tasks"."title") <> ''),
	CONSTRAINT "tasks_custom_link_given" CHECK ("tasks"."submission_method" is distinct from 'Custom Link' or "tasks"."submission_custom_link" is not null)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_id_users_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_applications" ADD CONSTRAINT "influencer_applications_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_subscriber_id_profiles_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_subscription_plan_id_subscription_plans_id_fk" FOREIGN KEY ("subscription_plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_content" ADD CONSTRAINT "influencer_content_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_notes" ADD CONSTRAINT "influencer_notes_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "influencer_notes" ADD CONSTRAINT "influencer_notes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_paid_by_users_id_fk" FOREIGN KEY ("paid_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_notifications" ADD CONSTRAINT "post_notifications_post_id_content_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."content_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_notifications" ADD CONSTRAINT "post_notifications_subscriber_id_profiles_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_media" ADD CONSTRAINT "content_media_post_id_content_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."content_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_posts" ADD CONSTRAINT "content_posts_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_subscriber_id_profiles_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_subscription_plan_id_subscription_plans_id_fk" FOREIGN KEY ("subscription_plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assigned_to_profiles_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assigned_by_users_id_fk" FOREIGN KEY ("assigned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_user_provider_key" ON "credentials" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_roles_role_idx" ON "user_roles" USING btree ("role","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "verifications_identifier_idx" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "profiles_newest_idx" ON "profiles" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "influencer_applications_status_idx" ON "influencer_applications" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "influencer_applications_newest_idx" ON "influencer_applications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "checkouts_subscriber_idx" ON "checkouts" USING btree ("subscriber_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_provider_key" ON "payment_events" USING btree ("provider","provider_event_id");--> statement-breakpoint
CREATE INDEX "payment_events_unhandled_idx" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "influencer_content_influencer_idx" ON "influencer_content" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "influencer_notes_newest_idx" ON "influencer_notes" USING btree ("influencer_id","created_at");--> statement-breakpoint
CREATE INDEX "uploads_created_idx" ON "uploads" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_period_key" ON "payouts" USING btree ("influencer_id","period_start");--> statement-breakpoint
CREATE INDEX "payouts_influencer_idx" ON "payouts" USING btree ("influencer_id","created_at");--> statement-breakpoint
CREATE INDEX "payouts_newest_idx" ON "payouts" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_plans_one_active_key" ON "subscription_plans" USING btree ("influencer_id") WHERE "subscription_plans"."is_active";--> statement-breakpoint
CREATE INDEX "subscription_plans_newest_idx" ON "subscription_plans" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "post_notifications_once_key" ON "post_notifications" USING btree ("post_id","subscriber_id");--> statement-breakpoint
CREATE INDEX "post_notifications_unread_idx" ON "post_notifications" USING btree ("subscriber_id") WHERE "post_notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "post_notifications_newest_idx" ON "post_notifications" USING btree ("subscriber_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "content_media_order_key" ON "content_media" USING btree ("post_id","display_order");--> statement-breakpoint
CREATE INDEX "content_media_s3_key_idx" ON "content_media" USING btree ("s3_key");--> statement-breakpoint
CREATE INDEX "content_posts_influencer_newest_idx" ON "content_posts" USING btree ("influencer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "content_posts_newest_idx" ON "content_posts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "content_posts_category_newest_idx" ON "content_posts" USING btree ("category","created_at","id");--> statement-breakpoint
CREATE INDEX "content_posts_caption_idx" ON "content_posts" USING gin ("caption" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "user_subscriptions_one_live_key" ON "user_subscriptions" USING btree ("subscriber_id","influencer_id") WHERE "user_subscriptions"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "user_subscriptions_provider_key" ON "user_subscriptions" USING btree ("provider","provider_subscription_id");--> statement-breakpoint
CREATE INDEX "user_subscriptions_influencer_idx" ON "user_subscriptions" USING btree ("influencer_id","status");--> statement-breakpoint
CREATE INDEX "user_subscriptions_newest_idx" ON "user_subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_subscriptions_plan_idx" ON "user_subscriptions" USING btree ("subscription_plan_id");--> statement-breakpoint
CREATE INDEX "user_subscriptions_period_end_idx" ON "user_subscriptions" USING btree ("current_period_end");--> statement-breakpoint
CREATE INDEX "tasks_assignee_idx" ON "tasks" USING btree ("assigned_to","status","created_at");--> statement-breakpoint
CREATE INDEX "tasks_status_idx" ON "tasks" USING btree ("status","created_at");