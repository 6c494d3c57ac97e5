ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_action_check";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewing_as" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewing_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_viewing_as_users_id_fk" FOREIGN KEY ("viewing_as") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_viewing_as_idx" ON "sessions" USING btree ("viewing_as") WHERE "sessions"."viewing_as" is not null;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_action_check" CHECK ("audit_entries"."action" in ('created', 'changed', 'deleted', 'signed-in', 'exported', 'viewed', 'viewed-as'));