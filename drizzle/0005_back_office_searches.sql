ALTER TABLE "tasks" DROP CONSTRAINT "tasks_submission_method_check";--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_submission_method_check" CHECK ("tasks"."submission_method" in ('WhatsApp', 'Google Drive', 'Email', 'Custom Link', 'Upload'));--> statement-breakpoint
DROP INDEX "profiles_search_idx";--> statement-breakpoint
CREATE INDEX "influencer_applications_name_idx" ON "influencer_applications" USING btree (lower("full_name"),"id");--> statement-breakpoint
CREATE INDEX "audit_entries_search_idx" ON "audit_entries" USING gin ("label" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profiles_search_idx" ON "profiles" USING gin ("full_name" gin_trgm_ops,"email" gin_trgm_ops,"public_url" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tasks_title_idx" ON "tasks" USING btree (lower("title"),"id");