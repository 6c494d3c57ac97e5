CREATE TABLE "used_attestations" (
	"digest" text PRIMARY KEY NOT NULL,
	"used_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "age_checks" DROP CONSTRAINT "age_checks_method_check";--> statement-breakpoint
ALTER TABLE "age_verifications" DROP CONSTRAINT "age_verifications_method_check";--> statement-breakpoint
CREATE INDEX "used_attestations_retention_idx" ON "used_attestations" USING btree ("used_at");--> statement-breakpoint
ALTER TABLE "age_checks" ADD CONSTRAINT "age_checks_method_check" CHECK ("age_checks"."method" in ('sandbox', 'yoti', 'eu_wallet'));--> statement-breakpoint
ALTER TABLE "age_verifications" ADD CONSTRAINT "age_verifications_method_check" CHECK ("age_verifications"."method" in ('sandbox', 'yoti', 'eu_wallet'));