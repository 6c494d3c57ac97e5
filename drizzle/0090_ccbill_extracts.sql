CREATE TABLE "ccbill_extract_lines" (
	"extract_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"type" text NOT NULL,
	"subscription_reference" text NOT NULL,
	"transaction_reference" text,
	"amount_cents" integer,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ccbill_extract_lines_extract_id_number_pk" PRIMARY KEY("extract_id","number"),
	CONSTRAINT "ccbill_extract_lines_type_check" CHECK ("ccbill_extract_lines"."type" in ('NEW', 'REBILL', 'REFUND', 'VOID', 'CHARGEBACK')),
	CONSTRAINT "ccbill_extract_lines_transaction_check" CHECK (("ccbill_extract_lines"."type" = 'REBILL') = ("ccbill_extract_lines"."transaction_reference" is not null)),
	CONSTRAINT "ccbill_extract_lines_amount_check" CHECK (coalesce("ccbill_extract_lines"."amount_cents" >= 0, "ccbill_extract_lines"."type" = 'NEW'))
);
--> statement-breakpoint
CREATE TABLE "ccbill_extracts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"collected_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ccbill_extracts_time_check" CHECK ("ccbill_extracts"."from_at" < "ccbill_extracts"."to_at")
);
--> statement-breakpoint
ALTER TABLE "ccbill_extract_lines" ADD CONSTRAINT "ccbill_extract_lines_extract_id_ccbill_extracts_id_fk" FOREIGN KEY ("extract_id") REFERENCES "public"."ccbill_extracts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ccbill_extract_lines_subscription_idx" ON "ccbill_extract_lines" USING btree ("subscription_reference","occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ccbill_extracts_from_key" ON "ccbill_extracts" USING btree ("from_at");--> statement-breakpoint
CREATE INDEX "ccbill_extracts_newest_idx" ON "ccbill_extracts" USING btree ("to_at");--> statement-breakpoint
CREATE INDEX "ccbill_extracts_retention_idx" ON "ccbill_extracts" USING btree ("collected_at");