CREATE TABLE "complaint_appeals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"complaint_id" uuid NOT NULL,
	"party" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"first_decided_by" uuid,
	"outcome" text,
	"policy" text,
	"decision_text" text,
	CONSTRAINT "complaint_appeals_party_check" CHECK ("complaint_appeals"."party" in ('reporter', 'influencer')),
	CONSTRAINT "complaint_appeals_outcome_check" CHECK ("complaint_appeals"."outcome" in ('removed', 'no_action')),
	CONSTRAINT "complaint_appeals_policy_check" CHECK ("complaint_appeals"."policy" in ('minors', 'consent', 'illegal', 'copyright', 'privacy', 'impersonation', 'terms', 'no_violation', 'not_enough_information')),
	CONSTRAINT "complaint_appeals_decision" CHECK (num_nonnulls("complaint_appeals"."decided_at", "complaint_appeals"."outcome", "complaint_appeals"."policy", "complaint_appeals"."decision_text") in (0, 4)
        and (num_nonnulls("complaint_appeals"."decided_by", "complaint_appeals"."first_decided_by") = 0 or "complaint_appeals"."decided_at" is not null)),
	CONSTRAINT "complaint_appeals_other_person" CHECK ("complaint_appeals"."decided_by" <> "complaint_appeals"."first_decided_by")
);
--> statement-breakpoint
CREATE TABLE "complaint_blocks" (
	"complaint_id" uuid NOT NULL,
	"blocked_file_id" uuid NOT NULL,
	CONSTRAINT "complaint_blocks_complaint_id_blocked_file_id_pk" PRIMARY KEY("complaint_id","blocked_file_id")
);
--> statement-breakpoint
ALTER TABLE "complaint_events" DROP CONSTRAINT "complaint_events_event_check";--> statement-breakpoint
ALTER TABLE "complaints" DROP CONSTRAINT "complaints_decision";--> statement-breakpoint
DROP INDEX "complaints_due_idx";--> statement-breakpoint
DROP INDEX "complaints_open_idx";--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "appeal_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD CONSTRAINT "complaint_appeals_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD CONSTRAINT "complaint_appeals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD CONSTRAINT "complaint_appeals_first_decided_by_users_id_fk" FOREIGN KEY ("first_decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_blocks" ADD CONSTRAINT "complaint_blocks_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_blocks" ADD CONSTRAINT "complaint_blocks_blocked_file_id_blocked_files_id_fk" FOREIGN KEY ("blocked_file_id") REFERENCES "public"."blocked_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "complaint_appeals_party_key" ON "complaint_appeals" USING btree ("complaint_id","party");--> statement-breakpoint
CREATE UNIQUE INDEX "complaint_appeals_open_key" ON "complaint_appeals" USING btree ("complaint_id") WHERE "complaint_appeals"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "complaint_appeals_decider_idx" ON "complaint_appeals" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "complaint_appeals_first_decider_idx" ON "complaint_appeals" USING btree ("first_decided_by");--> statement-breakpoint
CREATE INDEX "complaint_blocks_file_idx" ON "complaint_blocks" USING btree ("blocked_file_id");--> statement-breakpoint
CREATE INDEX "content_media_sha256_idx" ON "content_media" USING btree ("sha256") WHERE "content_media"."sha256" is not null;--> statement-breakpoint
CREATE INDEX "complaints_due_idx" ON "complaints" USING btree (coalesce("appeal_due_at", "due_at"),"id");--> statement-breakpoint
CREATE INDEX "complaints_open_idx" ON "complaints" USING btree (coalesce("appeal_due_at", "due_at"),"id") WHERE "complaints"."decided_at" is null or "complaints"."appeal_due_at" is not null;--> statement-breakpoint
ALTER TABLE "complaint_events" ADD CONSTRAINT "complaint_events_event_check" CHECK ("complaint_events"."event" in ('received', 'question', 'information', 'hidden', 'restored', 'decided', 'appealed', 'appeal_decided'));--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_decision" CHECK (num_nonnulls("complaints"."decided_at", "complaints"."outcome", "complaints"."policy", "complaints"."decision_text") in (0, 4)
        and ("complaints"."decided_by" is null or "complaints"."decided_at" is not null)
        and ("complaints"."paused_at" is null or "complaints"."decided_at" is null)
        and ("complaints"."appeal_due_at" is null or "complaints"."decided_at" is not null));