CREATE TABLE "agreement_notices" (
	"influencer_id" uuid NOT NULL,
	"version_id" uuid NOT NULL,
	"notice" text NOT NULL,
	"mailed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_notices_influencer_id_version_id_notice_pk" PRIMARY KEY("influencer_id","version_id","notice"),
	CONSTRAINT "agreement_notices_notice_check" CHECK ("agreement_notices"."notice" in ('new', 'reminder'))
);
--> statement-breakpoint
ALTER TABLE "agreement_notices" ADD CONSTRAINT "agreement_notices_influencer_id_profiles_id_fk" FOREIGN KEY ("influencer_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreement_notices" ADD CONSTRAINT "agreement_notices_version_id_agreement_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."agreement_versions"("id") ON DELETE no action ON UPDATE no action;