ALTER TABLE "complaint_appeals" ADD COLUMN "signed_name" text;--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD COLUMN "postal_address" text;--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD COLUMN "restorable_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD CONSTRAINT "complaint_appeals_counter_notice" CHECK (num_nonnulls("complaint_appeals"."signed_name", "complaint_appeals"."postal_address", "complaint_appeals"."phone", "complaint_appeals"."restorable_from") in (0, 4));--> statement-breakpoint
ALTER TABLE "complaint_appeals" ADD CONSTRAINT "complaint_appeals_restored_in_time" CHECK ("complaint_appeals"."outcome" is distinct from 'no_action' or "complaint_appeals"."party" <> 'influencer'
        or coalesce("complaint_appeals"."decided_at" >= "complaint_appeals"."restorable_from", true));