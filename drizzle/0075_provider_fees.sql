ALTER TABLE "reconciliation_runs" ADD COLUMN "fees_recorded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reconciliation_runs" ADD COLUMN "fee_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reconciliation_runs" ADD COLUMN "fees_error" text;--> statement-breakpoint
CREATE INDEX "tasks_closed_idx" ON "tasks" USING btree ("assigned_to") WHERE "tasks"."status" = 'completed' and "tasks"."closed_at" is not null;