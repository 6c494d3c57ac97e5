CREATE TABLE "record_totals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_totals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"record" text NOT NULL,
	"state" text NOT NULL,
	"day" date,
	"percent" numeric(5, 2),
	"count" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "record_totals_record_check" CHECK ("record_totals"."record" in ('application', 'message', 'role', 'task', 'subscription'))
);
--> statement-breakpoint
ALTER TABLE "user_roles" ADD COLUMN "created_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "commission_rates" ADD COLUMN "counted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD COLUMN "counted_percent" numeric(5, 2);--> statement-breakpoint
CREATE INDEX "record_totals_state_idx" ON "record_totals" USING btree ("record","state");--> statement-breakpoint
CREATE INDEX "ledger_accounts_payee_idx" ON "ledger_accounts" USING gin ("payee_name" gin_trgm_ops,"payee_email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "commission_rates_uncounted_idx" ON "commission_rates" USING btree ("effective_from") WHERE "commission_rates"."counted_at" is null;--> statement-breakpoint
CREATE INDEX "user_subscriptions_ended_at_idx" ON "user_subscriptions" USING btree ("ended_at") WHERE "user_subscriptions"."ended_at" is not null;--> statement-breakpoint
-- By hand:
UPDATE "user_roles" SET "created_at" = p."created_at" FROM "profiles" p WHERE p."id" = "user_roles"."user_id";--> statement-breakpoint
-- Subscriptions are counted with the commission of now; the later ones are counted by a job.
UPDATE "subscription_plans" p SET "counted_percent" = present."percent"
FROM (SELECT DISTINCT ON ("plan_id") "plan_id", "percent" FROM "commission_rates"
  WHERE "effective_from" <= now() ORDER BY "plan_id", "effective_from" DESC) present
WHERE present."plan_id" = p."id";--> statement-breakpoint
UPDATE "commission_rates" SET "counted_at" = now() WHERE "effective_from" <= now();--> statement-breakpoint
-- What a record counts as: one definition for the triggers and for the recount.
CREATE FUNCTION "total_of"("of" "influencer_applications") RETURNS TABLE ("record" text, "state" text, "day" date, "percent" numeric, "cents" bigint) LANGUAGE sql STABLE AS $$
  SELECT 'application', "of"."status", NULL::date, NULL::numeric, 0::bigint
$$;--> statement-breakpoint
CREATE FUNCTION "total_of"("of" "contact_messages") RETURNS TABLE ("record" text, "state" text, "day" date, "percent" numeric, "cents" bigint) LANGUAGE sql STABLE AS $$
  SELECT 'message', 'open', NULL::date, NULL::numeric, 0::bigint WHERE "of"."answered_at" IS NULL
$$;--> statement-breakpoint
CREATE FUNCTION "total_of"("of" "user_roles") RETURNS TABLE ("record" text, "state" text, "day" date, "percent" numeric, "cents" bigint) LANGUAGE sql STABLE AS $$
  SELECT 'role', "of"."role", date_trunc('month', "of"."created_at" AT TIME ZONE 'UTC')::date, NULL::numeric, 0::bigint
$$;--> statement-breakpoint
CREATE FUNCTION "total_of"("of" "tasks") RETURNS TABLE ("record" text, "state" text, "day" date, "percent" numeric, "cents" bigint) LANGUAGE sql STABLE AS $$
  SELECT 'task', CASE WHEN "of"."status" = 'completed' AND "of"."closed_at" IS NOT NULL THEN 'closed' ELSE "of"."status" END,
    CASE WHEN "of"."status" IN ('assigned', 'in_progress') THEN ("of"."due_date" AT TIME ZONE 'UTC')::date END, NULL::numeric, 0::bigint
$$;--> statement-breakpoint
CREATE FUNCTION "total_of"("of" "user_subscriptions") RETURNS TABLE ("record" text, "state" text, "day" date, "percent" numeric, "cents" bigint) LANGUAGE sql STABLE AS $$
  SELECT 'subscription', CASE WHEN "of"."status" = 'active' AND "of"."cancel_at" IS NOT NULL THEN 'cancelling' ELSE "of"."status" END,
    NULL::date, CASE WHEN "of"."status" = 'active' THEN (
      SELECT coalesce(p."counted_percent", p."platform_commission_percent") FROM "subscription_plans" p
      WHERE p."id" = "of"."subscription_plan_id") END,
    CASE WHEN "of"."status" = 'active' THEN "of"."price_cents" ELSE 0 END::bigint
  WHERE "of"."status" <> 'cancelled'
$$;--> statement-breakpoint
CREATE VIEW "counted_records" AS
  SELECT t."record", t."state", t."day", t."percent", count(*)::integer AS "count", sum(t."cents")::bigint AS "cents"
  FROM "influencer_applications" r, LATERAL total_of(r) t GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT t."record", t."state", t."day", t."percent", count(*)::integer, sum(t."cents")::bigint
  FROM "contact_messages" r, LATERAL total_of(r) t GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT t."record", t."state", t."day", t."percent", count(*)::integer, sum(t."cents")::bigint
  FROM "user_roles" r, LATERAL total_of(r) t GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT t."record", t."state", t."day", t."percent", count(*)::integer, sum(t."cents")::bigint
  FROM "tasks" r, LATERAL total_of(r) t GROUP BY 1, 2, 3, 4
  UNION ALL
  SELECT t."record", t."state", t."day", t."percent", count(*)::integer, sum(t."cents")::bigint
  FROM "user_subscriptions" r, LATERAL total_of(r) t GROUP BY 1, 2, 3, 4;--> statement-breakpoint
CREATE FUNCTION "count_record"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN
    INSERT INTO "record_totals" ("record", "state", "day", "percent", "count", "cents")
    SELECT t."record", t."state", t."day", t."percent", -1, -t."cents" FROM total_of(old) t;
  END IF;
  IF tg_op <> 'DELETE' THEN
    INSERT INTO "record_totals" ("record", "state", "day", "percent", "count", "cents")
    SELECT t."record", t."state", t."day", t."percent", 1, t."cents" FROM total_of(new) t;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Until the end of the transaction, nobody counts the subscriptions of the plan with another commission.
-- Not a lock of the plan itself: whoever changes a plan must not wait for payments, or the other way round.
CREATE FUNCTION "lock_counted_plan"("of_plan" uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(7241931, hashtext("of_plan"::text))
$$;--> statement-breakpoint
CREATE FUNCTION "count_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op <> 'INSERT' THEN
    PERFORM lock_counted_plan(old."subscription_plan_id");
    INSERT INTO "record_totals" ("record", "state", "day", "percent", "count", "cents")
    SELECT t."record", t."state", t."day", t."percent", -1, -t."cents" FROM total_of(old) t;
  END IF;
  IF tg_op <> 'DELETE' THEN
    PERFORM lock_counted_plan(new."subscription_plan_id");
    INSERT INTO "record_totals" ("record", "state", "day", "percent", "count", "cents")
    SELECT t."record", t."state", t."day", t."percent", 1, t."cents" FROM total_of(new) t;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Counts the active subscriptions of a plan with another commission, or without one.
CREATE FUNCTION "recount_subscriptions"("of_plan" uuid, "new_percent" numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7241931, hashtext("of_plan"::text));
  INSERT INTO "record_totals" ("record", "state", "day", "percent", "count", "cents")
  SELECT t."record", t."state", t."day", side."percent", side."sign" * count(*), side."sign" * sum(t."cents")
  FROM "user_subscriptions" s, LATERAL total_of(s) t,
    LATERAL (VALUES (t."percent", -1), ("new_percent", 1)) side ("percent", "sign")
  WHERE s."subscription_plan_id" = "of_plan" AND s."status" = 'active'
    AND t."percent" IS DISTINCT FROM "new_percent"
  GROUP BY t."record", t."state", t."day", side."percent", side."sign";
END $$;--> statement-breakpoint
CREATE FUNCTION "count_commission"("of_plan" uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  present numeric;
BEGIN
  SELECT r."percent" INTO present FROM "commission_rates" r
  WHERE r."plan_id" = "of_plan" AND r."effective_from" <= now() ORDER BY r."effective_from" DESC LIMIT 1;
  PERFORM recount_subscriptions("of_plan", present);
  UPDATE "subscription_plans" SET "counted_percent" = present WHERE "id" = "of_plan";
  UPDATE "commission_rates" SET "counted_at" = now()
  WHERE "plan_id" = "of_plan" AND "effective_from" <= now() AND "counted_at" IS NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "count_without_plan"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_subscriptions(old."id", NULL);
  RETURN old;
END $$;--> statement-breakpoint
CREATE TRIGGER "influencer_applications_counted" AFTER INSERT OR DELETE ON "influencer_applications"
  FOR EACH ROW EXECUTE FUNCTION "count_record"();--> statement-breakpoint
CREATE TRIGGER "influencer_applications_recounted" AFTER UPDATE ON "influencer_applications"
  FOR EACH ROW WHEN (old."status" <> new."status") EXECUTE FUNCTION "count_record"();--> statement-breakpoint
CREATE TRIGGER "contact_messages_counted" AFTER INSERT OR DELETE ON "contact_messages"
  FOR EACH ROW EXECUTE FUNCTION "count_record"();--> statement-breakpoint
CREATE TRIGGER "contact_messages_recounted" AFTER UPDATE ON "contact_messages"
  FOR EACH ROW WHEN ((old."answered_at" IS NULL) <> (new."answered_at" IS NULL)) EXECUTE FUNCTION "count_record"();--> statement-breakpoint
CREATE TRIGGER "user_roles_counted" AFTER INSERT OR DELETE ON "user_roles"
  FOR EACH ROW EXECUTE FUNCTION "count_record"();--> statement-breakpoint
CREATE TRIGGER "user_roles_recounted" AFTER UPDATE ON "user_roles"
  FOR EACH ROW WHEN (old."role" <> new."role" OR old."created_at" <> new."created_at") EXECUTE FUNCTION "count_record"();--> statement-breakpoint
CREATE TRIGGER "tasks_counted" AFTER INSERT OR DELETE ON "tasks"
  FOR EACH ROW EXECUTE FUNCTION "count_record"();--> statement-breakpoint
CREATE TRIGGER "tasks_recounted" AFTER UPDATE ON "tasks"
  FOR EACH ROW WHEN (old."status" <> new."status" OR old."due_date" IS DISTINCT FROM new."due_date"
    OR (old."closed_at" IS NULL) <> (new."closed_at" IS NULL)) EXECUTE FUNCTION "count_record"();--> statement-breakpoint
-- A renewal changes nothing that is counted.
CREATE TRIGGER "user_subscriptions_counted" AFTER INSERT OR DELETE ON "user_subscriptions"
  FOR EACH ROW EXECUTE FUNCTION "count_subscription"();--> statement-breakpoint
CREATE TRIGGER "user_subscriptions_recounted" AFTER UPDATE ON "user_subscriptions"
  FOR EACH ROW WHEN (old."status" <> new."status" OR old."price_cents" <> new."price_cents"
    OR old."subscription_plan_id" <> new."subscription_plan_id"
    OR (old."cancel_at" IS NULL) <> (new."cancel_at" IS NULL)) EXECUTE FUNCTION "count_subscription"();--> statement-breakpoint
CREATE TRIGGER "subscription_plans_without" BEFORE DELETE ON "subscription_plans"
  FOR EACH ROW EXECUTE FUNCTION "count_without_plan"();--> statement-breakpoint
INSERT INTO "record_totals" ("record", "state", "day", "percent", "count", "cents")
SELECT "record", "state", "day", "percent", "count", "cents" FROM "counted_records";

