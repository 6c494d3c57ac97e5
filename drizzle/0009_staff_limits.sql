ALTER TABLE "user_roles" DROP CONSTRAINT "user_roles_limited_staff";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_reset_requested_at" timestamp (3) with time zone;