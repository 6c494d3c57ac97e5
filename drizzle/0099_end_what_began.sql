ALTER TABLE "known_devices" ALTER COLUMN "device_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_by" uuid;--> statement-breakpoint
ALTER TABLE "known_devices" ADD COLUMN "signed_in_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD COLUMN "admin_id" uuid;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "device_hash" text;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_invited_by_idx" ON "users" USING btree ("invited_by") WHERE "users"."invited_by" is not null;--> statement-breakpoint
CREATE INDEX "email_confirmations_admin_idx" ON "email_confirmations" USING btree ("admin_id") WHERE "email_confirmations"."admin_id" is not null;--> statement-breakpoint
UPDATE "credentials" SET "changed_at" = "created_at";--> statement-breakpoint
UPDATE "known_devices" SET "signed_in_at" = "created_at";--> statement-breakpoint
UPDATE "recovery_codes" SET "created_at" = "second_factors"."turned_on_at"
FROM "second_factors"
WHERE "second_factors"."user_id" = "recovery_codes"."user_id" AND "second_factors"."turned_on_at" IS NOT NULL;--> statement-breakpoint
-- Who invited is unknown: the invitations that wait continue.
UPDATE "users" SET "invited_by" = "id" WHERE "invited_at" IS NOT NULL;
