CREATE TABLE "record_tags" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"application_id" uuid,
	"task_id" uuid,
	"person_id" uuid,
	CONSTRAINT "record_tags_one_record" CHECK (num_nonnulls("record_tags"."application_id", "record_tags"."task_id", "record_tags"."person_id") = 1),
	CONSTRAINT "record_tags_not_blank" CHECK (btrim("record_tags"."name") <> '')
);
--> statement-breakpoint
ALTER TABLE "task_templates" ADD COLUMN "checklist" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "checklist" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "checked_items" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "record_tags" ADD CONSTRAINT "record_tags_person_id_profiles_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "record_tags_application_key" ON "record_tags" USING btree ("application_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "record_tags_task_key" ON "record_tags" USING btree ("task_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "record_tags_person_key" ON "record_tags" USING btree ("person_id",lower("name"));--> statement-breakpoint
CREATE INDEX "record_tags_name_idx" ON "record_tags" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_checked_items_listed" CHECK ("tasks"."checked_items" <@ "tasks"."checklist");--> statement-breakpoint
-- The table does not declare these two, because applications and tasks come after tags.
ALTER TABLE "record_tags" ADD CONSTRAINT "record_tags_application_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."influencer_applications"("id") ON DELETE cascade;--> statement-breakpoint
ALTER TABLE "record_tags" ADD CONSTRAINT "record_tags_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade;--> statement-breakpoint
CREATE TRIGGER "record_tags_audited" AFTER INSERT OR UPDATE OR DELETE ON "record_tags"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
