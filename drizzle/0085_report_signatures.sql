ALTER TABLE "complaint_events" DROP CONSTRAINT "complaint_events_event_check";--> statement-breakpoint
ALTER TABLE "complaints" DROP CONSTRAINT "complaints_work";--> statement-breakpoint
ALTER TABLE "complaint_events" ADD CONSTRAINT "complaint_events_event_check" CHECK ("complaint_events"."event" in ('received', 'signed', 'question', 'information', 'hidden', 'restored', 'decided', 'appealed', 'appeal_decided', 'evidence', 'evidence_removed'));--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_work" CHECK (("complaints"."work" is null or "complaints"."kind" = 'copyright')
        and ("complaints"."work" is not null or "complaints"."kind" <> 'copyright'
          or ("complaints"."source" = 'message' and "complaints"."signature" is null)));