CREATE TABLE "team_mails" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"mailed_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid,
	"task_id" uuid,
	"message_id" uuid,
	"author_id" uuid,
	"text" text NOT NULL,
	"mentions" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comments_one_record" CHECK (num_nonnulls("comments"."application_id", "comments"."task_id", "comments"."message_id") = 1),
	CONSTRAINT "comments_not_blank" CHECK (btrim("comments"."text") <> '')
);
--> statement-breakpoint
ALTER TABLE "mail_preferences" DROP CONSTRAINT "mail_preferences_kind_check";--> statement-breakpoint
ALTER TABLE "mail_preferences" DROP CONSTRAINT "mail_preferences_digest_check";--> statement-breakpoint
ALTER TABLE "influencer_applications" ADD COLUMN "owned_by" uuid;--> statement-breakpoint
ALTER TABLE "influencer_applications" ADD COLUMN "assigned_to_owner_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "owned_by" uuid;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "assigned_to_owner_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "owned_by" uuid;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "assigned_to_owner_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "owned_by" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "assigned_to_owner_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "team_mails" ADD CONSTRAINT "team_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_application_id_influencer_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."influencer_applications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_message_id_contact_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."contact_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_application_idx" ON "comments" USING btree ("application_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_task_idx" ON "comments" USING btree ("task_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_message_idx" ON "comments" USING btree ("message_id","created_at");--> statement-breakpoint
CREATE INDEX "comments_author_idx" ON "comments" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "comments_mentions_idx" ON "comments" USING gin ("mentions");--> statement-breakpoint
ALTER TABLE "influencer_applications" ADD CONSTRAINT "influencer_applications_owned_by_users_id_fk" FOREIGN KEY ("owned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_owned_by_users_id_fk" FOREIGN KEY ("owned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_owned_by_users_id_fk" FOREIGN KEY ("owned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owned_by_users_id_fk" FOREIGN KEY ("owned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "influencer_applications_owner_idx" ON "influencer_applications" USING btree ("owned_by") WHERE "influencer_applications"."owned_by" is not null;--> statement-breakpoint
CREATE INDEX "profiles_owner_idx" ON "profiles" USING btree ("owned_by") WHERE "profiles"."owned_by" is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_owner_idx" ON "contact_messages" USING btree ("owned_by") WHERE "contact_messages"."owned_by" is not null;--> statement-breakpoint
CREATE INDEX "tasks_owner_idx" ON "tasks" USING btree ("owned_by") WHERE "tasks"."owned_by" is not null;--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_kind_check" CHECK ("mail_preferences"."kind" in ('posts', 'tasks', 'task_decisions', 'team'));--> statement-breakpoint
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_digest_check" CHECK ("mail_preferences"."kind" = 'posts' or "mail_preferences"."frequency" in ('at_once', 'off')
        or ("mail_preferences"."kind" = 'team' and "mail_preferences"."frequency" = 'daily'));--> statement-breakpoint
CREATE TRIGGER "comments_audited" AFTER INSERT OR UPDATE OR DELETE ON "comments"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
-- Whoever assigned an open task is responsible for it. Not a change by a person.
ALTER TABLE "tasks" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "tasks" SET "owned_by" = "assigned_by"
WHERE "closed_at" IS NULL AND "assigned_by" IN (SELECT "user_id" FROM "user_roles" WHERE "role" IN ('admin', 'staff'));--> statement-breakpoint
ALTER TABLE "tasks" ENABLE TRIGGER USER;
