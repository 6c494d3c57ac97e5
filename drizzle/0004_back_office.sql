CREATE TABLE "staff_influencers" (
	"staff_id" uuid NOT NULL,
	"influencer_id" uuid NOT NULL,
	CONSTRAINT "staff_influencers_staff_id_influencer_id_pk" PRIMARY KEY("staff_id","influencer_id")
);--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_email" text NOT NULL,
	"actor_role" text NOT NULL,
	"address" text NOT NULL,
	"request_id" uuid NOT NULL,
	"operation" text NOT NULL,
	"action" text NOT NULL,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"label" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_entries_action_check" CHECK ("audit_entries"."action" in ('created', 'changed', 'deleted'))
);--> statement-breakpoint
ALTER TABLE "payouts" DROP CONSTRAINT "payouts_influencer_id_profiles_id_fk";--> statement-breakpoint
ALTER TABLE "user_subscriptions" DROP CONSTRAINT "user_subscriptions_subscription_plan_id_subscription_plans_id_fk";--> statement-breakpoint
DROP INDEX "content_media_unused_idx";--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "influencer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "is_limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "influencer_applications" ADD COLUMN "influencer_id" uuid;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "payee_name" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "payee_email" text;--> statement-breakpoint
UPDATE "payouts" SET "payee_name" = "full_name", "payee_email" = "email" FROM "profiles" WHERE "profiles"."id" = "influencer_id";--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "payee_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ALTER COLUMN "payee_email" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "content_media" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "closed_by" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_influencers" ADD CONSTRAINT "staff_influencers_staff_id_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_influencers" ADD CONSTRAINT "staff_influencers_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_influencers_influencer_idx" ON "staff_influencers" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "audit_entries_actor_idx" ON "audit_entries" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_entity_idx" ON "audit_entries" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_at_idx" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
ALTER TABLE "influencer_applications" ADD CONSTRAINT "influencer_applications_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_media" ADD CONSTRAINT "content_media_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_subscription_plan_id_subscription_plans_id_fk" FOREIGN KEY ("subscription_plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profiles_name_idx" ON "profiles" USING btree (lower("full_name"),"id");--> statement-breakpoint
CREATE INDEX "profiles_search_idx" ON "profiles" USING gin ("full_name" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "influencer_applications_search_idx" ON "influencer_applications" USING gin ("full_name" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "influencer_applications_influencer_key" ON "influencer_applications" USING btree ("influencer_id");--> statement-breakpoint
CREATE INDEX "content_media_task_idx" ON "content_media" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "tasks_newest_idx" ON "tasks" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_due_idx" ON "tasks" USING btree (coalesce("due_date", 'infinity'),"id");--> statement-breakpoint
CREATE INDEX "tasks_search_idx" ON "tasks" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "content_media_unused_idx" ON "content_media" USING btree ("created_at") WHERE "content_media"."post_id" is null and "content_media"."task_id" is null;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_limited_staff" CHECK (not "user_roles"."is_limited" or "user_roles"."role" = 'staff');--> statement-breakpoint
ALTER TABLE "influencer_applications" ADD CONSTRAINT "influencer_applications_converted" CHECK ("influencer_applications"."influencer_id" is null or "influencer_applications"."status" = 'accepted');--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_closed_was_completed" CHECK ("tasks"."closed_at" is null or "tasks"."status" = 'completed');--> statement-breakpoint
ALTER TABLE "profiles" DROP CONSTRAINT "profiles_public_url_not_reserved";--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_public_url_not_reserved" CHECK ("profiles"."public_url" not in ('about', 'admin', 'adults-only', 'age', 'api', 'applications', 'assets', 'audit', 'auth', 'cards', 'contact', 'content', 'dashboard', 'debug', 'earnings', 'favicon', 'forgot-password', 'health', 'icons', 'images', 'influencer', 'influencers', 'login', 'logout', 'manifest', 'marketplace', 'media', 'my-account', 'my-content', 'my-feed', 'my-payouts', 'my-subscriptions', 'my-tasks', 'offline', 'payouts', 'privacy', 'profile', 'public', 'reset-password', 'robots', 'sandbox', 'setup', 'signup', 'sitemap', 'static', 'subscribe', 'subscribers', 'subscription-plans', 'subscriptions', 'support', 'tasks', 'terms', 'thank-you', 'uploads', 'users', 'webhooks'));--> statement-breakpoint
-- Notes what admin and staff change, who and from where (see src/platform/audit.ts). Arguments: the
-- columns whose values are nobody's business, with commas between.
CREATE FUNCTION "note_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  signature text := current_setting('velvet_rope.signature', true);
  hidden text[] := string_to_array(coalesce(tg_argv[0], ''), ',');
  derived text[] := '{updated_at,version,fingerprint,teaser}';
  whole jsonb := to_jsonb(coalesce(new, old));
  before jsonb;
  after jsonb;
  signed jsonb;
  hidden_column text;
BEGIN
  IF coalesce(signature, '') = '' THEN RETURN NULL; END IF;
  signed := signature::jsonb;
  IF tg_op <> 'INSERT' THEN before := to_jsonb(old) - derived; END IF;
  IF tg_op <> 'DELETE' THEN after := to_jsonb(new) - derived; END IF;
  IF tg_op = 'UPDATE' THEN
    SELECT jsonb_object_agg(key, value), jsonb_object_agg(key, after -> key) INTO before, after
    FROM jsonb_each(before) WHERE value IS DISTINCT FROM after -> key;
    IF before IS NULL THEN RETURN NULL; END IF;
  END IF;
  FOREACH hidden_column IN ARRAY hidden LOOP
    IF before -> hidden_column <> 'null' THEN before := before || jsonb_build_object(hidden_column, '(hidden)'); END IF;
    IF after -> hidden_column <> 'null' THEN after := after || jsonb_build_object(hidden_column, '(hidden)'); END IF;
  END LOOP;
  INSERT INTO "audit_entries"
    ("actor_id", "actor_email", "actor_role", "address", "request_id", "operation", "action", "entity", "entity_id", "label", "before", "after")
  VALUES (
    (signed ->> 'userId')::uuid, signed ->> 'email', signed ->> 'role', signed ->> 'address',
    (signed ->> 'requestId')::uuid, signed ->> 'operation',
    CASE tg_op WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END,
    tg_table_name, coalesce(whole ->> 'id', whole ->> 'user_id', whole ->> 'staff_id'),
    left(coalesce(
      nullif(whole ->> 'title', ''), nullif(whole ->> 'full_name', ''), nullif(whole ->> 'email', ''),
      nullif(whole ->> 'payee_name', ''), nullif(whole ->> 'caption', ''), nullif(whole ->> 'note', ''),
      nullif(whole ->> 'file_name', ''), nullif(whole ->> 'role', ''), ''
    ), 120),
    before, after
  );
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_audited" AFTER INSERT OR UPDATE OR DELETE ON "users"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "credentials_audited" AFTER INSERT OR UPDATE OR DELETE ON "credentials"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('password,access_token,refresh_token,id_token');--> statement-breakpoint
CREATE TRIGGER "user_roles_audited" AFTER INSERT OR UPDATE OR DELETE ON "user_roles"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "profiles_audited" AFTER INSERT OR UPDATE OR DELETE ON "profiles"
  FOR EACH ROW EXECUTE FUNCTION "note_change"('gender,sexual_preference,preferences');--> statement-breakpoint
CREATE TRIGGER "staff_influencers_audited" AFTER INSERT OR UPDATE OR DELETE ON "staff_influencers"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "influencer_applications_audited" AFTER INSERT OR UPDATE OR DELETE ON "influencer_applications"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "influencer_notes_audited" AFTER INSERT OR UPDATE OR DELETE ON "influencer_notes"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "tasks_audited" AFTER INSERT OR UPDATE OR DELETE ON "tasks"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "subscription_plans_audited" AFTER INSERT OR UPDATE OR DELETE ON "subscription_plans"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "user_subscriptions_audited" AFTER INSERT OR UPDATE OR DELETE ON "user_subscriptions"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "payouts_audited" AFTER INSERT OR UPDATE OR DELETE ON "payouts"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "content_posts_audited" AFTER INSERT OR UPDATE OR DELETE ON "content_posts"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "content_media_audited" AFTER INSERT OR UPDATE OR DELETE ON "content_media"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "contact_messages_audited" AFTER INSERT OR UPDATE OR DELETE ON "contact_messages"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of the audit trail are never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_entries_final" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
