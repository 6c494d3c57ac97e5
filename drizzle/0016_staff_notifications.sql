CREATE TABLE "staff_notification_reads" (
	"user_id" uuid NOT NULL,
	"item_id" uuid,
	"read_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "staff_notification_reads_key" UNIQUE NULLS NOT DISTINCT("user_id","item_id")
);
--> statement-breakpoint
ALTER TABLE "staff_notification_reads" ADD CONSTRAINT "staff_notification_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_questions_answered_idx" ON "application_questions" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "tasks_review_idx" ON "tasks" USING btree ("completed_at") WHERE "tasks"."status" = 'completed' and "tasks"."closed_at" is null;