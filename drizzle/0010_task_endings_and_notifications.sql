CREATE TABLE "task_notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"task_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"event" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "task_notifications_event_check" CHECK ("task_notifications"."event" in ('assigned', 'due_changed', 'closed', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "tasks" DROP CONSTRAINT "tasks_closed_was_completed";--> statement-breakpoint
ALTER TABLE "task_notifications" ADD CONSTRAINT "task_notifications_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_notifications" ADD CONSTRAINT "task_notifications_recipient_id_profiles_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "task_notifications_once_key" ON "task_notifications" USING btree ("task_id","recipient_id","event");--> statement-breakpoint
CREATE INDEX "task_notifications_unread_idx" ON "task_notifications" USING btree ("recipient_id") WHERE "task_notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "task_notifications_newest_idx" ON "task_notifications" USING btree ("recipient_id","created_at","id");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_closed_is_final" CHECK ("tasks"."closed_at" is null or "tasks"."status" in ('completed', 'failed'));--> statement-breakpoint
-- Who marked a task as failed, and when, as far as the audit trail knows.
UPDATE "tasks" SET "closed_at" = "failed"."at", "closed_by" = "users"."id"
FROM (
  SELECT DISTINCT ON ("entity_id") "entity_id"::uuid AS "task_id", "at", "actor_id" FROM "audit_entries"
  WHERE "entity" = 'tasks' AND "after" ->> 'status' = 'failed' ORDER BY "entity_id", "id" DESC
) "failed" LEFT JOIN "users" ON "users"."id" = "failed"."actor_id"
WHERE "tasks"."id" = "failed"."task_id" AND "tasks"."status" = 'failed' AND "tasks"."closed_at" IS NULL;--> statement-breakpoint
-- A trigger, not a check: a check would also refuse changes of older failed tasks without a time,
-- as when the person who assigned them is deleted.
CREATE FUNCTION "refuse_undated_failure"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a failed task needs the time at which it failed'
    USING ERRCODE = 'check_violation', TABLE = 'tasks', CONSTRAINT = 'tasks_failed_is_dated';
END $$;--> statement-breakpoint
CREATE TRIGGER "tasks_failed_is_dated" BEFORE INSERT OR UPDATE OF "status", "closed_at" ON "tasks"
  FOR EACH ROW WHEN (NEW."status" = 'failed' AND NEW."closed_at" IS NULL) EXECUTE FUNCTION "refuse_undated_failure"();
