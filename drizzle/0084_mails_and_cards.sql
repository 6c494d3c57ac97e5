CREATE TABLE "payment_cards" (
	"charge_id" uuid PRIMARY KEY NOT NULL,
	"card_hash" text NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sent_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"record_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"message_id" text NOT NULL,
	"reply" text NOT NULL,
	"accepted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "purchase_blocks" DROP CONSTRAINT "purchase_blocks_dispute_key";--> statement-breakpoint
ALTER TABLE "payment_cards" ADD CONSTRAINT "payment_cards_charge_id_ledger_transactions_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_cards_hash_idx" ON "payment_cards" USING btree ("card_hash");--> statement-breakpoint
CREATE INDEX "payment_cards_recorded_idx" ON "payment_cards" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "sent_mails_record_idx" ON "sent_mails" USING btree ("record_id","accepted_at");--> statement-breakpoint
CREATE INDEX "sent_mails_accepted_idx" ON "sent_mails" USING btree ("accepted_at");--> statement-breakpoint
ALTER TABLE "purchase_blocks" ADD CONSTRAINT "purchase_blocks_dispute_key" UNIQUE("dispute_id","fan_id");