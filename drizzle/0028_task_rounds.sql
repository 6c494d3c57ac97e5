CREATE TABLE "task_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"comment" text,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_by" uuid,
	"status_before" text NOT NULL,
	"task_version" integer NOT NULL,
	CONSTRAINT "task_decisions_kind_check" CHECK ("task_decisions"."kind" in ('changes_requested', 'closed', 'failed', 'cancelled', 'reopened')),
	CONSTRAINT "task_decisions_status_before_check" CHECK ("task_decisions"."status_before" in ('assigned', 'in_progress', 'completed', 'rejected', 'failed', 'cancelled')),
	CONSTRAINT "task_decisions_explained" CHECK (case when "task_decisions"."kind" = 'closed' then "task_decisions"."comment" is null
        else "task_decisions"."comment" is not null and btrim("task_decisions"."comment") <> '' end)
);
--> statement-breakpoint
CREATE TABLE "task_file_comments" (
	"decision_id" uuid NOT NULL,
	"round_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"comment" text NOT NULL,
	CONSTRAINT "task_file_comments_round_id_media_id_pk" PRIMARY KEY("round_id","media_id"),
	CONSTRAINT "task_file_comments_not_blank" CHECK (btrim("task_file_comments"."comment") <> '')
);
--> statement-breakpoint
CREATE TABLE "task_round_files" (
	"round_id" uuid NOT NULL,
	"media_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"file_name" text NOT NULL,
	CONSTRAINT "task_round_files_round_id_media_id_pk" PRIMARY KEY("round_id","media_id"),
	CONSTRAINT "task_round_files_position_check" CHECK ("task_round_files"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "task_rounds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"submitted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"notes" text NOT NULL,
	"method" text,
	"custom_link" text,
	"url" text,
	CONSTRAINT "task_rounds_number_check" CHECK ("task_rounds"."number" > 0),
	CONSTRAINT "task_rounds_method_check" CHECK ("task_rounds"."method" in ('Upload', 'WhatsApp', 'Google Drive', 'Email', 'Custom Link'))
);
--> statement-breakpoint
ALTER TABLE "task_notifications" DROP CONSTRAINT "task_notifications_event_check";--> statement-breakpoint
ALTER TABLE "task_decisions" ADD CONSTRAINT "task_decisions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_decisions" ADD CONSTRAINT "task_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_file_comments" ADD CONSTRAINT "task_file_comments_decision_id_task_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."task_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_file_comments" ADD CONSTRAINT "task_file_comments_file_fk" FOREIGN KEY ("round_id","media_id") REFERENCES "public"."task_round_files"("round_id","media_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_round_files" ADD CONSTRAINT "task_round_files_round_id_task_rounds_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."task_rounds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_rounds" ADD CONSTRAINT "task_rounds_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "task_decisions_version_key" ON "task_decisions" USING btree ("task_id","task_version");--> statement-breakpoint
CREATE INDEX "task_decisions_decided_by_idx" ON "task_decisions" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "task_file_comments_decision_idx" ON "task_file_comments" USING btree ("decision_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_round_files_position_key" ON "task_round_files" USING btree ("round_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "task_rounds_number_key" ON "task_rounds" USING btree ("task_id","number");--> statement-breakpoint
CREATE INDEX "tasks_submitted_idx" ON "tasks" USING btree (coalesce("completed_at", 'infinity'),"id") WHERE "tasks"."status" = 'completed' and "tasks"."closed_at" is null;--> statement-breakpoint
ALTER TABLE "task_notifications" ADD CONSTRAINT "task_notifications_event_check" CHECK ("task_notifications"."event" in ('assigned', 'due_changed', 'due_soon', 'overdue', 'changes_requested', 'closed', 'failed', 'cancelled', 'reopened'));--> statement-breakpoint
CREATE TRIGGER "task_decisions_audited" AFTER INSERT OR UPDATE OR DELETE ON "task_decisions"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
INSERT INTO "task_rounds" ("task_id", "number", "submitted_at", "notes", "method", "custom_link", "url")
SELECT "id", 1, coalesce("completed_at", "created_at"), coalesce("submission_notes", ''), "submission_method", "submission_custom_link", "submission_url"
FROM "tasks" WHERE "completed_at" IS NOT NULL OR "submission_notes" IS NOT NULL OR "submission_method" IS NOT NULL;--> statement-breakpoint
INSERT INTO "task_round_files" ("round_id", "media_id", "position", "file_name")
SELECT "task_rounds"."id", "content_media"."id",
  row_number() OVER (PARTITION BY "task_rounds"."id" ORDER BY "content_media"."created_at", "content_media"."id") - 1,
  "content_media"."file_name"
FROM "task_rounds" JOIN "content_media" ON "content_media"."task_id" = "task_rounds"."task_id";--> statement-breakpoint
-- Earlier versions recorded no reasons.
INSERT INTO "task_decisions" ("task_id", "kind", "comment", "decided_at", "decided_by", "status_before", "task_version")
SELECT "id", CASE "status" WHEN 'failed' THEN 'failed' ELSE 'closed' END,
  CASE "status" WHEN 'failed' THEN 'No reason was recorded.' END,
  "closed_at", "closed_by", 'completed', "version"
FROM "tasks" WHERE "closed_at" IS NOT NULL;
