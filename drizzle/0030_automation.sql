CREATE TABLE "automation_rules" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"trigger" text NOT NULL,
	"days" integer,
	"action" text NOT NULL,
	"template_id" uuid,
	"note" text NOT NULL,
	"is_active" boolean NOT NULL,
	"active_since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automation_rules_trigger_check" CHECK ("automation_rules"."trigger" in ('influencer_created', 'no_post', 'interval', 'payment_failed')),
	CONSTRAINT "automation_rules_action_check" CHECK ("automation_rules"."action" in ('create_task', 'add_note')),
	CONSTRAINT "automation_rules_days_check" CHECK ("automation_rules"."days" between 1 and 365),
	CONSTRAINT "automation_rules_complete" CHECK (case "automation_rules"."action" when 'create_task' then "automation_rules"."template_id" is not null
        else btrim("automation_rules"."note") <> '' end)
);
--> statement-breakpoint
CREATE TABLE "automation_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"rule_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"episode" text NOT NULL,
	"is_done" boolean NOT NULL,
	"detail" text NOT NULL,
	"task_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"due_days" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_templates_named" CHECK (btrim("task_templates"."name") <> '' and btrim("task_templates"."title") <> ''),
	CONSTRAINT "task_templates_due_check" CHECK ("task_templates"."due_days" between 1 and 365)
);
--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_template_id_task_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."task_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_rules" ADD CONSTRAINT "automation_rules_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_rule_id_automation_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."automation_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_person_id_profiles_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automation_rules_template_idx" ON "automation_rules" USING btree ("template_id");--> statement-breakpoint
CREATE INDEX "automation_rules_created_by_idx" ON "automation_rules" USING btree ("created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_once_key" ON "automation_runs" USING btree ("rule_id","person_id","episode");--> statement-breakpoint
CREATE INDEX "automation_runs_newest_idx" ON "automation_runs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "automation_runs_person_idx" ON "automation_runs" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "automation_runs_task_idx" ON "automation_runs" USING btree ("task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_templates_name_key" ON "task_templates" USING btree (lower("name"));--> statement-breakpoint
CREATE TRIGGER "task_templates_audited" AFTER INSERT OR UPDATE OR DELETE ON "task_templates"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();--> statement-breakpoint
CREATE TRIGGER "automation_rules_audited" AFTER INSERT OR UPDATE OR DELETE ON "automation_rules"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
