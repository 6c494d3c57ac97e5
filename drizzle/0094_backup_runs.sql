CREATE TABLE "backup_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"failure" text,
	"next_by" timestamp (3) with time zone,
	"row_count" bigint DEFAULT 0 NOT NULL,
	"file_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "backup_runs_kind_check" CHECK ("backup_runs"."kind" in ('backup', 'test')),
	CONSTRAINT "backup_runs_failure_check" CHECK ("backup_runs"."failure" is null or (btrim("backup_runs"."failure") <> '' and "backup_runs"."finished_at" is not null))
);
--> statement-breakpoint
CREATE INDEX "backup_runs_newest_idx" ON "backup_runs" USING btree ("kind","started_at");