-- A returned payout that is sent again, by a file or by hand, or voided, has no open payment.
CREATE FUNCTION "close_returned_payment"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "bank_payments" SET "outcome" = 'returned', "value_date" = NULL
  WHERE "payout_id" = NEW."id" AND "outcome" IS DISTINCT FROM 'returned';
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "payouts_close_returned_payment" AFTER UPDATE OF "status" ON "payouts"
  FOR EACH ROW WHEN (OLD."status" = 'returned' AND NEW."status" IN ('sent', 'voided'))
  EXECUTE FUNCTION "close_returned_payment"();
--> statement-breakpoint
-- The file that sends a payout again does so within its own transaction.
UPDATE "bank_payments" SET "outcome" = 'returned', "value_date" = NULL
FROM "payouts", "bank_files"
WHERE "payouts"."id" = "bank_payments"."payout_id" AND "bank_files"."id" = "bank_payments"."bank_file_id"
  AND "bank_payments"."outcome" IS DISTINCT FROM 'returned'
  AND "payouts"."status" IN ('sent', 'paid', 'voided')
  AND EXISTS (
    SELECT FROM "payout_transitions" t
    WHERE t."payout_id" = "payouts"."id" AND t."from_status" = 'returned'
      AND t."to_status" IN ('sent', 'voided') AND t."at" > "bank_files"."created_at" + interval '1 minute');
