CREATE TABLE "dispute_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"requested_by" uuid,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"error" text,
	CONSTRAINT "dispute_submissions_state_check" CHECK ("dispute_submissions"."state" in ('requested', 'attached', 'submitted', 'failed')),
	CONSTRAINT "dispute_submissions_settled_check" CHECK (("dispute_submissions"."state" in ('submitted', 'failed')) = ("dispute_submissions"."settled_at" is not null)
        and ("dispute_submissions"."state" = 'failed') = ("dispute_submissions"."error" is not null))
);
--> statement-breakpoint
ALTER TABLE "dispute_submissions" ADD CONSTRAINT "dispute_submissions_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_submissions" ADD CONSTRAINT "dispute_submissions_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dispute_submissions_dispute_key" ON "dispute_submissions" USING btree ("dispute_id") WHERE "dispute_submissions"."state" <> 'failed';--> statement-breakpoint
CREATE INDEX "dispute_submissions_newest_idx" ON "dispute_submissions" USING btree ("dispute_id","requested_at");--> statement-breakpoint
CREATE TRIGGER "dispute_submissions_audited" AFTER INSERT OR UPDATE OR DELETE ON "dispute_submissions"
  FOR EACH ROW EXECUTE FUNCTION "note_change"();
