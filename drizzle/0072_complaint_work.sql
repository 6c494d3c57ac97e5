ALTER TABLE "complaints" DROP CONSTRAINT "complaints_signed";--> statement-breakpoint
ALTER TABLE "complaints" DROP CONSTRAINT "complaints_work";--> statement-breakpoint
ALTER TABLE "comments" DROP CONSTRAINT "comments_one_record";--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "source" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "owned_by" uuid;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "assigned_to_owner_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "complaint_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "complaint_id" uuid;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_owned_by_users_id_fk" FOREIGN KEY ("owned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaints_owner_idx" ON "complaints" USING btree ("owned_by");--> statement-breakpoint
CREATE INDEX "comments_complaint_idx" ON "comments" USING btree ("complaint_id","created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_complaint_idx" ON "contact_messages" USING btree ("complaint_id") WHERE "contact_messages"."complaint_id" is not null;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_source_check" CHECK ("complaints"."source" in ('form', 'message'));--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_signed" CHECK ("complaints"."source" = 'message' or "complaints"."kind" not in ('non_consensual', 'copyright')
        or "complaints"."signature" is not null);--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_work" CHECK (("complaints"."kind" = 'copyright' and "complaints"."source" = 'form') = ("complaints"."work" is not null));--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_one_record" CHECK (num_nonnulls("comments"."application_id", "comments"."task_id", "comments"."message_id", "comments"."complaint_id") = 1);