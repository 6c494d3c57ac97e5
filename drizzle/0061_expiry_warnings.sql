CREATE TABLE "expiry_warnings" (
	"verification_id" uuid PRIMARY KEY NOT NULL,
	"mailed_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "expiry_warnings" ADD CONSTRAINT "expiry_warnings_verification_id_performer_verifications_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."performer_verifications"("id") ON DELETE cascade ON UPDATE no action;