CREATE TABLE "deadline_warnings" (
	"complaint_id" uuid NOT NULL,
	"warning" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deadline_warnings_complaint_id_warning_due_at_pk" PRIMARY KEY("complaint_id","warning","due_at"),
	CONSTRAINT "deadline_warnings_warning_check" CHECK ("deadline_warnings"."warning" in ('soon', 'overdue'))
);
--> statement-breakpoint
ALTER TABLE "deadline_warnings" ADD CONSTRAINT "deadline_warnings_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE cascade ON UPDATE no action;